"""Turns by the numbers that the user gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.edit.points import turn_at, unknown_point
from tests.edit.edited import CONVERSATION, in_home
from tests.session.transcripts import user

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("at", "number"),
    [("1", 1), ("2", 2), ("3", None), ("-1", 2), ("-2", 1), ("-3", None), ("0", None),
     ("-0", None), ("²", None), ("x", None), ("", None), ("9" * 30, None)],
)  # fmt: skip
def test_numbers_from_both_ends(tmp_path: Path, at: str, number: int | None) -> None:
    """Nothing else is a number, and none leads beyond the session."""
    turn = turn_at(in_home(tmp_path, *CONVERSATION), at)
    assert (None if turn is None else turn.number) == number


def test_what_nobody_opened_is_passed_over_from_the_end(tmp_path: Path) -> None:
    """Three prompts ago are three of the person's."""
    session = in_home(tmp_path, *CONVERSATION, user("n", isMeta=True, origin={"kind": "channel"}))
    last = turn_at(session, "-1")
    assert last is not None
    assert last.is_human
    assert last.number == max(turn.number for turn in session.turns if turn.is_human)


def test_unknown_point_says_where_to_look(tmp_path: Path) -> None:
    """By the session's own name, and how many there are."""
    session = in_home(tmp_path, *CONVERSATION)
    assert f"'steno turns {session.id}' lists its 2 turns" in unknown_point(session, "9")
