"""Whether a parsed script has every letter of its source, and parts its words as bash does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names
from steno.client.permissions.word import DoubtError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_BLANKS: Final = b" \t\n"
_PARTING: Final = b" \t\n;&|()<>"
"""What ends a word in bash; all else goes on with it, also where the parser sees a new part."""
_WHOLE: Final = names(
    "word number string raw_string ansi_c_string translated_string concatenation command_name "
    "simple_expansion expansion arithmetic_expansion command_substitution variable_assignment "
    "test_operator regex extglob_pattern comment heredoc_body heredoc_start heredoc_end"
)
"""Parts that are looked into elsewhere."""


def check_letters(root: Node, source: bytes) -> None:
    """Raise DoubtError where letters are missing, or where words are not parted."""
    if root.has_error:
        raise DoubtError("cannot be parsed")
    at = 0
    for node in _parts(root):
        if source[at : max(at, node.start_byte)].strip(_BLANKS):
            raise DoubtError("has parts that are not understood")
        if node.type == "comment":
            _check_comment(node, source)
        elif node.start_byte == at and not _is_parted(source, at):
            raise DoubtError("has words that are not parted")
        at = max(at, node.end_byte)
    if source[at:].strip(_BLANKS):
        raise DoubtError("has parts that are not understood")


def _parts(root: Node) -> Iterator[Node]:
    """Yield words and signs in the order of the source."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.children and node.type not in _WHOLE:
            waiting += reversed(node.children)
        elif node.end_byte > node.start_byte:
            yield node


def _check_comment(node: Node, source: bytes) -> None:
    """Make sure that bash sees a comment, too: a ``#`` inside of a word begins none."""
    at = node.start_byte
    if at and (source[at - 1] not in _PARTING or source[: at - 1].endswith(b"\\")):
        raise DoubtError("a comment that is none for the shell")


def _is_parted(source: bytes, at: int) -> bool:
    return at == 0 or source[at - 1] in _PARTING or source[at] in _PARTING
