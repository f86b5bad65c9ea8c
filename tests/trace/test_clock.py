"""The time of every line."""

from __future__ import annotations

from math import nan

import pytest

from steno.trace.clock import Clock, nanoseconds
from tests.session.transcripts import reply, session, user

SECOND = 1_000_000_000
BEGIN = 1_772_442_000 * SECOND
"""The beginning of the transcripts of the tests."""


def test_line_without_a_time_takes_the_one_before_or_the_next() -> None:
    """And is told as estimated."""
    lines = (user("a", timestamp=None), user("b", at=5), reply("c", timestamp="?"), user("d", at=9))
    clock = Clock(session(*lines).outline)
    assert [(clock.at(row) - BEGIN) // SECOND for row in range(4)] == [5, 5, 5, 9]
    assert [clock.is_told(row) for row in range(4)] == [False, True, False, True]


def test_time_of_the_message_counts() -> None:
    """Where the line has none (spec 002)."""
    body = user("a", timestamp=None)
    body["message"]["timestamp"] = "2026-03-02T09:00:07Z"
    assert Clock(session(body).outline).at(0) == BEGIN + 7 * SECOND


def test_forgotten_time_is_none() -> None:
    """The line takes that of the one before it, else the next one's; without any, its number."""
    clock = Clock(session(user("a", at=1), user("b", at=5), user("c", at=9)).outline)
    clock.forget(1)
    assert [(clock.at(row) - BEGIN) // SECOND for row in range(3)] == [1, 1, 9]
    clock.forget(0)
    assert [(clock.at(row) - BEGIN) // SECOND for row in range(3)] == [9, 9, 9]
    assert [clock.is_told(row) for row in range(3)] == [False, False, True]
    clock.forget(2)
    assert clock.at(2) == 3_000_000


def test_file_without_any_time_counts_its_lines() -> None:
    """In milliseconds."""
    clock = Clock(session(user("a", timestamp=None), reply("b", timestamp=None)).outline)
    assert [clock.at(0), clock.at(1)] == [1_000_000, 2_000_000]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.001, 1_000_000), (-5.0, 0), (1e15, (1 << 63) - 1), (1772442000.123, BEGIN + 123_000_000)],
)
def test_times_are_whole_and_within_bounds(seconds: float, told: int) -> None:
    """What no span can say is brought to what one can."""
    assert nanoseconds(seconds) == told
    with pytest.raises(ValueError, match="NaN"):
        nanoseconds(nan)
