"""A shell script taken apart into the simple commands that it would run (tree-sitter-bash)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from steno.client.permissions.conditions import check_condition
from steno.client.permissions.letters import check_letters
from steno.client.permissions.names import names
from steno.client.permissions.word import DoubtError, Word, word_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Parser

_LONGEST: Final = 10_000
_DEEPEST: Final = 40
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ODD_SPACE: Final = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
_TRANSPARENT: Final = names(
    "program list pipeline negated_command if_statement elif_clause else_clause do_group"
)
_TOKENS: Final = frozenset(
    [
        "&&",
        "||",
        ";",
        "|",
        "|&",
        "!",
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "while",
        "until",
        "do",
        "done",
        "for",
        "in",
        "\n",
    ]
)
_READS: Final = frozenset(("<",))
_WRITES: Final = frozenset((">", ">>", "&>", "&>>", ">|"))
_DUPLICATES: Final = frozenset((">&", "<&"))


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where a command reads from or writes to, other than its arguments."""

    target: Word
    writes: bool


@dataclass(frozen=True, slots=True)
class Simple:
    """One command: a program with its arguments."""

    words: tuple[Word, ...]
    text: str
    """The command as it is written, without assignments and redirections."""
    assignments: tuple[tuple[str, str], ...] = ()
    """What stands before it: ``NAME=value``."""
    redirects: tuple[Redirect, ...] = ()

    @property
    def name(self) -> str:
        """The program."""
        return self.words[0].text


@dataclass(slots=True)
class Script:
    """What a script would do, as far as it can be said."""

    commands: list[Simple] = field(default_factory=list)
    assigned: list[tuple[str, str]] = field(default_factory=list)
    """Variables that are set for the commands after them."""
    doubt: str | None = None
    """What is in the way of being certain."""
    background: bool = False
    loops: bool = False
    """Whether something may run more than once."""


def parse(source: str, home: str) -> Script:
    """Take a script apart; whatever is not understood is a doubt."""
    script = Script(doubt=_early_doubt(source))
    if script.doubt is not None:
        return script
    root = tree_of(source)
    try:
        check_letters(root, source.encode())
        _walk(root, script, home, 0)
    except DoubtError as doubt:
        script.doubt = str(doubt)
    return script


def _early_doubt(source: str) -> str | None:
    if len(source) > _LONGEST:
        return "too long to be checked"
    if _CONTROL.search(source):
        return "contains control characters"
    if _ODD_SPACE.search(source):
        return "contains white space or marks that cannot be seen"
    if "\\\n" in source:
        return "a backslash at the end of a line"
    if any("\ud800" <= letter <= "\udfff" for letter in source):
        return "is no valid text"
    return None


def tree_of(source: str) -> Node:
    """Parse a script; what is no valid text is replaced."""
    return _parser().parse(source.encode("utf-8", "replace")).root_node


@lru_cache(maxsize=1)
def _parser() -> Parser:
    from tree_sitter import Language, Parser  # noqa: PLC0415 - loaded with the first command
    from tree_sitter_bash import language  # noqa: PLC0415

    return Parser(Language(language()))


def _walk(node: Node, script: Script, home: str, depth: int) -> None:
    if depth > _DEEPEST:
        raise DoubtError("nested too deeply")
    kind = node.type
    if kind == "command":
        script.commands.append(_simple(node, home))
    elif kind in ("for_statement", "while_statement"):
        _walk_loop(node, script, home, depth)
    elif kind == "redirected_statement":
        _walk_redirected(node, script, home, depth)
    elif kind == "test_command":
        check_condition(node, home)
    elif kind == "variable_assignment":
        script.assigned.append(_assignment(node, home))
    elif kind in _TRANSPARENT:
        _walk_children(node, script, home, depth)
    elif kind != "comment":
        raise DoubtError(f"contains {kind.replace('_', ' ')}")


def _walk_children(node: Node, script: Script, home: str, depth: int) -> None:
    for child in node.children:
        if child.is_named:
            _walk(child, script, home, depth + 1)
        elif child.type == "&":
            script.background = True
            raise DoubtError("runs something in the background")
        elif child.type not in _TOKENS and child.type.strip():
            raise DoubtError(f"contains {child.type}")


def _walk_loop(node: Node, script: Script, home: str, depth: int) -> None:
    """Go through a loop; what runs again must find its files where they were the first time."""
    script.loops = True
    before = len(script.commands)
    if node.type == "for_statement":
        _walk_for(node, script, home, depth)
    else:
        _walk_children(node, script, home, depth)
    if any(simple.words and simple.name == "cd" for simple in script.commands[before:]):
        raise DoubtError("changes the folder in a loop")


def _walk_for(node: Node, script: Script, home: str, depth: int) -> None:
    if node.children[0].type != "for":
        raise DoubtError("contains a select statement")
    for child in node.children:
        if child.type == "do_group":
            _walk(child, script, home, depth + 1)
        elif child.type == "variable_name":
            script.assigned.append(((child.text or b"").decode(), ""))
        elif child.is_named:
            word_of(child, home)


def _walk_redirected(node: Node, script: Script, home: str, depth: int) -> None:
    body = node.child_by_field_name("body")
    redirects = tuple(
        redirect for child in node.children if child != body for redirect in _redirect(child, home)
    )
    before = len(script.commands)
    if body is None:
        script.commands.append(Simple((), "", (), redirects))
        return
    _walk(body, script, home, depth + 1)
    if len(script.commands) == before:
        script.commands.append(Simple((), "", (), redirects))
    else:
        last = script.commands[-1]
        script.commands[-1] = Simple(
            last.words, last.text, last.assignments, (*last.redirects, *redirects)
        )


def _simple(node: Node, home: str) -> Simple:
    assignments: list[tuple[str, str]] = []
    redirects: list[Redirect] = []
    parts: list[Node] = []
    for child in node.children:
        if child.type == "variable_assignment":
            assignments.append(_assignment(child, home))
        elif child.type.endswith("_redirect"):
            redirects += _redirect(child, home)
            if parts and child != node.children[-1]:
                raise DoubtError("a redirection between the words")
        else:
            parts.append(child)
    words = tuple(word_of(part, home) for part in parts)
    if any(word.computed for word in words) and words[0].text not in ("echo", "printf"):
        raise DoubtError("a computed word that may name a file")
    return Simple(words, _text(node, parts), tuple(assignments), tuple(redirects))


def _text(node: Node, parts: list[Node]) -> str:
    """Give the words as they are written, from the first to the last."""
    if not parts:
        return ""
    content = node.text or b""
    cut = content[parts[0].start_byte - node.start_byte : parts[-1].end_byte - node.start_byte]
    return cut.decode("utf-8", "surrogateescape")


def _assignment(node: Node, home: str) -> tuple[str, str]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if (
        name is None
        or name.type != "variable_name"
        or (node.text or b"").split(b"=")[0].endswith(b"+")
    ):
        raise DoubtError("an assignment that is not understood")
    return ((name.text or b"").decode(), word_of(value, home).text if value is not None else "")


def _redirect(node: Node, home: str) -> Iterator[Redirect]:
    if node.type == "herestring_redirect":
        for child in node.named_children:
            word_of(child, home)
        return
    if node.type == "heredoc_redirect":
        _check_heredoc(node)
        return
    if node.type != "file_redirect":
        raise DoubtError(f"contains {node.type.replace('_', ' ')}")
    targets = node.children_by_field_name("destination")
    operators = [child.type for child in node.children if not child.is_named]
    if len(targets) != 1 or len(operators) != 1:
        raise DoubtError("a redirection that is not understood")
    target = word_of(targets[0], home)
    if target.computed:
        raise DoubtError("a redirection that is not understood")
    if operators[0] in _DUPLICATES and re.fullmatch(r"\d+|-", target.text):
        return
    if operators[0] not in _READS | _WRITES:
        raise DoubtError("a redirection that is not understood")
    yield Redirect(target, operators[0] in _WRITES)


def _check_heredoc(node: Node) -> None:
    """Let only a text pass that the shell leaves as it is, and nothing behind its start."""
    start = next((child for child in node.children if child.type == "heredoc_start"), None)
    word = (start.text or b"") if start is not None else b""
    if not re.fullmatch(rb"'\w+'|\"\w+\"", word):
        raise DoubtError("a here-document in which the shell replaces things")
    kinds = {child.type for child in node.named_children}
    if not kinds <= {"heredoc_start", "heredoc_body", "heredoc_end"} or "heredoc_end" not in kinds:
        raise DoubtError("a here-document that is not understood")
    body = next((child for child in node.children if child.type == "heredoc_body"), None)
    end = next(child for child in node.children if child.type == "heredoc_end")
    if body is not None and body.named_child_count:
        raise DoubtError("a here-document that is not understood")
    lines = ((body.text or b"") if body is not None else b"").split(b"\n")
    name = word[1:-1]
    if (end.text or b"") != name or any(line.strip() == name for line in lines):
        raise DoubtError("a here-document whose end is not certain")
