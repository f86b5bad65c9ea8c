"""How much is shown."""

from __future__ import annotations

from dataclasses import astuple

from steno.cli.rendering.depth import FOLDED, UNFOLDED, Depth, limits_of
from steno.cli.show import DEFAULT_DEPTH, DEPTHS


def test_words_are_those_of_the_command() -> None:
    """From the shallowest to the deepest."""
    assert tuple(depth.value for depth in Depth) == DEPTHS
    assert DEFAULT_DEPTH in DEPTHS


def test_deeper_shows_more() -> None:
    """Tools from the third on, everything at the last."""
    assert [depth.shows_tools for depth in Depth] == [False, False, True, True]
    assert [depth.is_full for depth in Depth] == [False, False, False, True]


def test_nothing_is_folded_at_the_last() -> None:
    """Not a single line."""
    assert limits_of(Depth.FULL) is UNFOLDED
    assert set(astuple(UNFOLDED)) == {None}
    assert limits_of(Depth.TOOLS) is limits_of(Depth.PROMPTS) is FOLDED
