"""Tests of two copies: what is common, what is one's own, and what makes them none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.edit.copies import Parted, part, way_of
from steno.edit.joined import Source
from steno.errors import UsageError
from tests.edit.edited import in_home, told
from tests.session.transcripts import Body, line, progress, system, user
from tests.written import TWO

if TYPE_CHECKING:
    from pathlib import Path

HEAD = (user("p0", at=0), told("a0", at=1))


def _parted(folder: Path, first: list[Body | bytes], second: list[Body | bytes]) -> Parted:
    ours = in_home(folder, *HEAD, *first)
    theirs = in_home(folder, *HEAD, *second, session_id=TWO)
    return part(Source(ours), Source(theirs))


def _numbers(parted: Parted) -> list[list[int]]:
    return [[piece.line for piece in pieces] for pieces in (parted.head, *parted.tails)]


def test_lines_are_parted_by_their_ids(tmp_path: Path) -> None:
    """What both have comes from the first."""
    parted = _parted(tmp_path, [user("p1", at=5)], [user("p2", at=6), told("a2", at=7)])
    assert _numbers(parted) == [[1, 2], [3], [3, 4]]
    assert parted.common == {"p0", "a0"}


def test_lines_without_ids_are_common_as_often_as_both_have_them(tmp_path: Path) -> None:
    """Alike to the byte; one that stands among what is common stays there."""
    title: Body = line("custom-title", None, customTitle="x", parent=None, at=2)
    other: Body = line("custom-title", None, customTitle="y", parent=None, at=2)
    parted = _parted(tmp_path, [title, title, user("p1", at=5)], [title, other, b"{torn\n"])
    assert _numbers(parted) == [[1, 2, 3], [4, 5], [4, 5]]


def test_what_one_has_among_the_common_lines_stays_there(tmp_path: Path) -> None:
    """A client follows a line to its parent through progress only where that came before."""
    told_of = progress("g", parent="p0", at=1)
    with_it = in_home(tmp_path, user("p0", at=0), told_of, told("a0", parent="g", at=2), user("p1"))
    without = in_home(tmp_path, user("p0", at=0), told("a0", at=2), user("p2"), session_id=TWO)
    parted = part(Source(with_it), Source(without))
    assert _numbers(parted) == [[1, 2, 3], [4], [3]]
    other_way = part(Source(without), Source(with_it))
    assert _numbers(other_way) == [[1, 2, 2], [3], [4]]
    assert [piece.source.session is with_it for piece in other_way.head] == [False, True, False]


def test_other_sessions_and_edited_copies_are_refused(tmp_path: Path) -> None:
    """One has no id in common, the other says something else under one."""
    session = Source(in_home(tmp_path, *HEAD))
    stranger = Source(in_home(tmp_path, user("x"), session_id=TWO))
    with pytest.raises(UsageError, match="no line in common"):
        part(session, stranger)
    edited = Source(in_home(tmp_path, user("p0", "other words", at=0), session_id=TWO))
    with pytest.raises(UsageError, match="one of the two was edited"):
        part(session, edited)


def test_where_a_line_was_written_does_not_matter(tmp_path: Path) -> None:
    """A copy on another machine has other folders and another client."""
    session = Source(in_home(tmp_path, user("p0", cwd="/one", version="2.0.0")))
    other = in_home(
        tmp_path, user("p0", cwd="/two", version="2.1.0", forkedFrom={}), session_id=TWO
    )
    assert part(session, Source(other)).common == {"p0"}


def test_way_is_what_a_resume_goes_by_beyond_what_is_common(tmp_path: Path) -> None:
    """None where the copy did not go on; a notice behind the last message is a way, too."""
    common = frozenset({"p0", "a0"})
    assert way_of(in_home(tmp_path, *HEAD), common) is None
    assert way_of(in_home(tmp_path), common) is None
    way = way_of(in_home(tmp_path, *HEAD, user("p1"), told("a1")), common)
    assert way is not None
    assert (way.first, way.leaf) == ("p1", "a1")
    aside = way_of(in_home(tmp_path, *HEAD, system("s", "turn_duration")), common)
    assert aside is not None
    assert (aside.first, aside.end) == ("s", "s")
