"""Every command that a script may run, found by looking everywhere: for rules that deny or ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.rule import matches_text
from steno.client.permissions.shell import tree_of
from steno.client.permissions.word import DoubtError, word_of
from steno.client.permissions.wrappers import SHELLS, suffixes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_DEEPEST: Final = 3
_LONGEST: Final = 200_000
_COMMANDS: Final = frozenset(
    ("command", "declaration_command", "unset_command", "test_command", "ERROR")
)


def commands_in(source: str, home: str, depth: int = 0) -> Iterator[str]:
    """Yield commands as texts, in several spellings each; nothing here has to be certain."""
    yield source.strip()
    if len(source) > _LONGEST or depth > _DEEPEST:
        return
    for node in _nodes(tree_of(source)):
        texts = [_loosely(child, home) for child in node.children if _is_word(child)]
        if texts:
            yield _source(node)
            yield from _spellings(texts, home, depth)


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _COMMANDS:
            yield node
        waiting += node.children


def _is_word(node: Node) -> bool:
    return node.type != "variable_assignment" and not node.type.endswith("_redirect")


def _spellings(texts: list[str], home: str, depth: int) -> Iterator[str]:
    for part in suffixes(texts):
        if not part[0]:
            continue
        yield " ".join(part)
        base = part[0].rpartition("/")[2].lstrip("\\")
        yield " ".join((base, *part[1:]))
        if base in SHELLS:
            for text in part[1:]:
                yield from commands_in(text, home, depth + 1)
            yield from commands_in(" ".join(part[1:]), home, depth + 1)


def _loosely(node: Node, home: str) -> str:
    try:
        return word_of(node, home).text
    except DoubtError:
        return re.sub(r"\$?['\"]|\\", "", _source(node))


def _source(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def any_matches(content: str, texts: list[str]) -> bool:
    """Say whether a rule that denies or asks is about one of the commands."""
    return any(matches_text(content, text) for text in texts)
