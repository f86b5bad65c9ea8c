"""The catalogue: rules are many, named alike, and bounded."""

from __future__ import annotations

import re
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

import pytest

from steno.secrets import (
    anchored,
    assignments,
    commands,
    escapes,
    given,
    key_blocks,
    settle,
    tokens,
    values,
)
from steno.secrets.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

PATTERNS = {
    **{
        f"{kind.rule.name} {number}": kind.pattern.compiled
        for number, kind in enumerate(tokens.TOKENS)
    },
    **{f"{each.rule.name} {number}": each.pattern for number, each in enumerate(anchored.ANCHORS)},
    **{f"flag {number}": each.flag for number, each in enumerate(commands.CALLS)},
    **{f"program {number}": each.programs for number, each in enumerate(commands.CALLS)},
    **{
        f"{literal!r} {number}": each.pattern
        for literal, plain in commands.PLAIN.items()
        for number, each in enumerate(plain)
    },
    **{f"quoted {number}": each for number, each in enumerate(values.QUOTED)},
    **{
        f"{module.__name__}.{name}": value
        for module in (anchored, assignments, commands, escapes, given, key_blocks, settle, values)
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern)
    },
}


def repeats(tree: Any) -> Iterator[tuple[Any, int]]:
    """Give every repetition of a parsed pattern with its upper bound."""
    for operation, value in tree:
        if operation in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            yield operation, value[1]
            yield from repeats(value[2])
        elif operation is ops.SUBPATTERN:
            yield from repeats(value[3])
        elif operation is ops.BRANCH:
            for branch in value[1]:
                yield from repeats(branch)
        elif operation in (ops.ASSERT, ops.ASSERT_NOT):
            yield from repeats(value[1])


@pytest.mark.parametrize("name", PATTERNS)
def test_every_repetition_is_bounded(name: str) -> None:
    """So no text makes a pattern take more than a fixed time per character."""
    tree = parser.parse(PATTERNS[name].pattern, PATTERNS[name].flags)
    assert all(most <= 20_000 for _, most in repeats(tree))


def test_families_are_many() -> None:
    """At least 45 services and kinds."""
    assert len({rule.family for rule in RULES.values()}) >= 45


@pytest.mark.parametrize("name", RULES)
def test_names_can_stand_in_placeholders(name: str) -> None:
    """Small letters, digits and dashes; and every rule says what it is for."""
    assert settle.PLACEHOLDER.fullmatch(f"[REDACTED:{name}:1]")
    assert RULES[name].about
    assert RULES[name].name == name
