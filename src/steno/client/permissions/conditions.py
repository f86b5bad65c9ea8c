"""Tests in brackets: which ones only look, in a language in which some compute and run things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names
from steno.client.permissions.word import DoubtError, word_of

if TYPE_CHECKING:
    from tree_sitter import Node

SAFE_OPERATORS: Final = names(
    "-a -b -c -d -e -f -g -h -k -n -p -r -s -u -w -x -z -G -L -N -O -S -nt -ot -ef"
)
"""Operators that look at files and texts; others compute, and a subscript may run a command."""
_PARTS: Final = names(
    "unary_expression binary_expression parenthesized_expression negation_expression"
)
_DEEPEST: Final = 40
_SIGNS: Final = {"[": names("[ ] ! = == !="), "[[": names("[[ ]] ! = == != =~ && || ( )")}
"""Signs by kind of bracket: in single ones ``>`` writes a file and ``&&`` begins a command."""


def check_condition(node: Node, home: str) -> None:
    """Let a test pass whose words are certain, and whose brackets bash sees as such."""
    source = node.text or b""
    signs = _SIGNS.get(node.children[0].type)
    if signs is None or not re.fullmatch(rb"(\[\[?)[ \t\n].*[ \t\n]\]\]?", source, re.DOTALL):
        raise DoubtError("a test that is not understood")
    _check(node, signs, home, 0)


def _check(node: Node, signs: frozenset[str], home: str, depth: int) -> None:
    if depth > _DEEPEST:
        raise DoubtError("nested too deeply")
    for child in node.children:
        if child.type in _PARTS:
            _check(child, signs, home, depth + 1)
        elif child.type in ("regex", "extglob_pattern"):
            if re.search(rb"[$`(]", child.text or b""):
                raise DoubtError("a test with a pattern that is not understood")
        elif child.is_named:
            _check_word(child, home)
        elif child.type not in signs:
            raise DoubtError("a test that is not understood")


def _check_word(node: Node, home: str) -> None:
    word = word_of(node, home)
    is_operator = word.text.startswith("-") and word.text != "-"
    if "[" in word.text or word.wild or (is_operator and word.text not in SAFE_OPERATORS):
        raise DoubtError("a test that computes")
