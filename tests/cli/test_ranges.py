"""Ranges of the command line."""

from __future__ import annotations

import pytest

from steno.cli.ranges import parse_range
from steno.errors import UsageError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, (1, None)), ("3..7", (3, 7)), ("3..", (3, None)), ("..7", (1, 7)), ("3", (3, 3)),
        (" 4..4 ", (4, 4)),
    ],
)  # fmt: skip
def test_ranges(text: str | None, expected: tuple[int, int | None]) -> None:
    """Either end may be left out."""
    assert parse_range("--turns", text) == expected


@pytest.mark.parametrize("text", ["2-4", "2:4", "2,4", "2...4", "2.4", "2 to 4", "2 - 4"])
def test_other_ways_to_write_a_range_are_answered_with_the_right_one(text: str) -> None:
    """So that it can be typed."""
    with pytest.raises(UsageError, match=r"is no range; write 2\.\.4\.$"):
        parse_range("--turns", text)


@pytest.mark.parametrize("text", ["", "..", "x", "1..2..3", "-1", "\u0663"])
def test_what_is_no_range_is_answered_with_the_form(text: str) -> None:
    """Digits are those of ASCII."""
    with pytest.raises(UsageError, match=r"--lines .* is no range; write 3\.\.7, 3\.\. or"):
        parse_range("--lines", text)


def test_range_that_goes_backwards_is_an_error() -> None:
    """It would fit nothing."""
    with pytest.raises(UsageError, match=r"--turns '9\.\.3' goes backwards; write 3\.\.9\."):
        parse_range("--turns", "9..3")
