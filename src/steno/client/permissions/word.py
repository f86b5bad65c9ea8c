"""Words of a shell command: what they mean where that is certain, and a doubt where it is not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPED_DOUBT: Final = re.compile(r"\\(?:[\s;&|<>`\"'\\()$#!{}~=]|$)")
_IN_STRING: Final = re.compile(r"\\([\"\\$`])")
_BRACES: Final = re.compile(r"\{.*(?:,|\.\.)", re.DOTALL)
_ARITHMETIC: Final = re.compile(r"\$\(\([0-9 +*/%()-]*\)\)")
_KNOWN_VARIABLES: Final = frozenset(("HOME",))


class DoubtError(Exception):
    """The command cannot be understood with certainty; the message says what is in the way."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command."""

    text: str
    """What the program gets, before wildcards are replaced."""
    raw: str
    """As it is written."""
    wild: bool = False
    """Whether it has wildcards outside of quotes."""
    tilde: bool = False
    """Whether it starts with the home folder."""

    @property
    def computed(self) -> bool:
        """Whether the shell computes a part of it, for which ``text`` has a number of its own."""
        return "$((" in self.raw


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    bare: str
    """What of it stands outside of quotes."""


def word_of(node: Node, home: str) -> Word:
    """Read a word, or raise DoubtError."""
    raw = _source(node)
    pieces = _pieces(node, home)
    text = "".join(piece.text for piece in pieces)
    bare = "".join(piece.bare for piece in pieces)
    if "{" in bare and _BRACES.search(raw):
        raise DoubtError("brace expansion")
    if bare.startswith("=") and raw.startswith("="):
        raise DoubtError("a word that some shells replace by a command")
    if "=~" in bare or ":~" in bare:
        raise DoubtError("a home folder inside a word")
    wild = re.search(r"[*?\[]", bare) is not None
    if wild and "[" in text and re.search(r"['\"\\]", raw):
        raise DoubtError("brackets and quotes in one word")
    tilde = raw.startswith("~")
    if tilde and not re.match(r"~(?:/|$)", raw):
        raise DoubtError("the home folder of another user")
    return Word(text, raw, wild=wild, tilde=tilde)


def _pieces(node: Node, home: str) -> list[_Piece]:
    kind = node.type
    if kind in ("word", "number", "test_operator", "file_descriptor"):
        return [_bare(node)]
    if kind == "raw_string":
        return [_Piece(_source(node)[1:-1], "")]
    if kind == "string":
        return _string(node, home)
    if kind in ("concatenation", "command_name"):
        return _joined(node, home)
    if kind == "simple_expansion":
        return [_variable(node, home)]
    if kind == "arithmetic_expansion" and _ARITHMETIC.fullmatch(_source(node)):
        return [_Piece("0", "")]
    raise DoubtError(f"contains {kind.replace('_', ' ')}")


def _bare(node: Node) -> _Piece:
    source = _source(node)
    if node.child_count:
        raise DoubtError("a word with parts that are not understood")
    if _ESCAPED_DOUBT.search(source):
        raise DoubtError("a backslash before a special character")
    if re.search(r"[`$\"'\s]", source):
        raise DoubtError("a word that is not understood")
    escaped = re.sub(r"\\(.)", r"\1", source)
    return _Piece(escaped, re.sub(r"\\.", "", source))


def _string(node: Node, home: str) -> list[_Piece]:
    """Read a text in double quotes; its blanks are taken from the source, not from the tree."""
    pieces = []
    at = node.start_byte + 1
    content = node.text or b""
    for child in node.children[1:-1]:
        gap = content[at - node.start_byte : child.start_byte - node.start_byte]
        pieces.append(_Piece(_plain(gap), ""))
        if child.type == "string_content":
            pieces.append(_Piece(_plain(child.text or b""), ""))
        elif child.type == "simple_expansion":
            pieces.append(_Piece(_variable(child, home).text, ""))
        else:
            raise DoubtError(f"a string that contains {child.type.replace('_', ' ')}")
        at = child.end_byte
    pieces.append(_Piece(_plain(content[at - node.start_byte : -1]), ""))
    return pieces


def _plain(content: bytes) -> str:
    text = content.decode("utf-8", "surrogateescape")
    if re.search(r"(?<!\\)(?:\\\\)*[`$](?=[\w{(\[@*#?!$'\"-])", text) or "\\\n" in text:
        raise DoubtError("a string that is not understood")
    return _IN_STRING.sub(r"\1", text)


def _joined(node: Node, home: str) -> list[_Piece]:
    at = node.start_byte
    pieces: list[_Piece] = []
    for child in node.children:
        if child.start_byte != at:
            raise DoubtError("a word with a gap in it")
        pieces += _pieces(child, home)
        at = child.end_byte
    if at != node.end_byte or not pieces:
        raise DoubtError("a word that is not understood")
    return pieces


def _variable(node: Node, home: str) -> _Piece:
    """Put in the few variables whose values are known and have nothing special in them."""
    name = _source(node)[1:]
    if name not in _KNOWN_VARIABLES or not re.fullmatch(r"[\w./-]+", home):
        raise DoubtError("contains a variable")
    return _Piece(home, "")


def _source(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "surrogateescape")
