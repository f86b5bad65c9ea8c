"""What an edit is about: by turns, by age, by size."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from steno.disk.reader import HUGE
from steno.edit.scope import Bounds, Scope
from tests.edit.edited import CONVERSATION, in_home
from tests.session.transcripts import call, reply, result, session, user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

TALK = session(*CONVERSATION)


def rows(bounds: Bounds, talk: Session = TALK) -> list[int]:
    """Give the rows that are meant."""
    scope = Scope(talk, bounds)
    return [row for row in range(len(talk.outline)) if scope.has_row(row)]


@pytest.mark.parametrize(
    ("bounds", "meant"),
    [
        (Bounds(), range(9)),
        (Bounds(turns=(2, None)), range(5, 9)),
        (Bounds(turns=(1, 1)), range(5)),
        (Bounds(keep_last=1), range(5)),
        (Bounds(keep_last=2), ()),
        (Bounds(older_than=timedelta(seconds=3)), range(5)),
        (Bounds(older_than=timedelta(seconds=3), turns=(2, None)), ()),
        (Bounds(older_than=datetime(2026, 3, 2, 9, 0, 7, tzinfo=UTC), turns=(2, 2)), (5, 6)),
    ],
    ids=str,
)
def test_rows(bounds: Bounds, meant: range) -> None:
    """Each bound takes something away from what the others leave."""
    assert rows(bounds) == list(meant)


def test_age_is_counted_back_from_the_newest_message() -> None:
    """Wherever that stands, and whatever else is newer."""
    late = {"type": "system", "subtype": "x", "timestamp": "2027-01-01T00:00:00Z"}
    talk = session(user("a", at=100), reply("b", at=90), late, user("c", at=10))
    assert rows(Bounds(older_than=timedelta(seconds=20)), talk) == [3]
    assert Scope(talk, Bounds(older_than=timedelta())).moment == datetime(
        2026, 3, 2, 9, 1, 40, tzinfo=UTC
    )


def test_line_without_a_time_is_never_old() -> None:
    """It might be new."""
    talk = session(user("a", timestamp=None), reply("b"), user("c"))
    assert rows(Bounds(older_than=datetime(9999, 1, 1, tzinfo=UTC)), talk) == [1, 2]


@pytest.mark.parametrize(
    "age", [timedelta.max, datetime(1, 1, 1, tzinfo=UTC), timedelta(days=40_000)]
)
def test_ages_beyond_all_calendars(age: timedelta | datetime) -> None:
    """Nothing is that old, and no time is told."""
    scope = Scope(TALK, Bounds(older_than=age))
    assert scope.moment is None
    assert not scope.has_row(0)


def test_turn_is_as_old_as_its_end() -> None:
    """It goes whole or not at all."""
    scope = Scope(TALK, Bounds(older_than=timedelta(seconds=4)))
    assert scope.has_row(0)
    assert not scope.has_whole_turn_of(0)
    assert Scope(TALK, Bounds(older_than=timedelta(seconds=3))).has_whole_turn_of(0)


def test_call_is_as_old_as_its_result() -> None:
    """One that was never answered is as old as itself."""
    talk = session(
        user("p"), reply("c", call("a")), reply("d", call("b")), user("r", [result("a")])
    )
    scope = Scope(talk, Bounds(older_than=timedelta(seconds=0.5)))
    assert [one.id for one in talk.tool_calls if scope.has_call(one)] == ["b"]


def test_size_of_a_call_is_that_of_both_halves() -> None:
    """Of copies the largest counts; a result may be asked for alone."""
    use = call("a", input={"n": "x" * 92})
    talk = session(user("p"), reply("c", use), reply("c", use), user("r", [result("a", "x" * 50)]))
    (one,) = talk.tool_calls
    sizes = [(149, True, False), (150, False, False), (49, True, True), (50, True, False)]
    for size, both, alone in sizes:
        scope = Scope(talk, Bounds(larger_than=size))
        assert scope.has_call(one) is both
        assert scope.has_call(one, result_alone=True) is alone


def test_huge_lines_are_measured_whole(tmp_path: Path) -> None:
    """Not by what is read of them at first."""
    long = "y" * (HUGE + 1)
    talk = in_home(tmp_path, reply("c", call("a")), user("r", [result("a", long)]))
    (one,) = talk.tool_calls
    assert Scope(talk, Bounds(larger_than=HUGE)).has_call(one, result_alone=True)
    assert not Scope(talk, Bounds(larger_than=HUGE + 1)).has_call(one, result_alone=True)


def test_lines_of_sub_agents_are_not_its_own() -> None:
    """Unless they are all that there is."""
    talk = session(user("a"), reply("b", isSidechain=True), reply("c", parent="a"))
    assert [Scope(talk, Bounds()).is_own(row) for row in range(3)] == [True, False, True]
