"""Links that the client guesses, written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.draft import Draft
from steno.edit.gaps import bridge_gaps
from tests.session.transcripts import command, progress, reply, session, user

if TYPE_CHECKING:
    from collections.abc import Container

    from tests.session.transcripts import Body


def written(*lines: Body, among: Container[int] | None = None) -> dict[int, str]:
    """Give the parents that are written down, by line."""
    source = session(*lines)
    draft = Draft(source)
    bridge_gaps(draft, among)
    return {
        number: draft.record(row, record).body["parentUuid"]
        for row, record in source.rows_and_records()
        if (number := row + 1) and draft.record(row, record) is not record
    }


GAP = (user("p"), reply("a", parent="lost", at=1), user("q"))


def test_lost_parent_is_written_down() -> None:
    """Also one that is lost behind lines of progress."""
    assert written(*GAP) == {2: "p"}
    behind = (user("p"), progress("x", parent="lost", at=0), reply("a", at=1))
    assert written(*behind) == {3: "p"}


def test_circle_is_opened() -> None:
    """As the client opens it: by the time."""
    assert written(user("p"), reply("a", parent="b", at=1), reply("b", parent="a", at=2)) == {
        2: "p",
    }


def test_whole_chain_stays_as_it_is() -> None:
    """So does what trails behind its end."""
    assert written(user("p"), reply("a"), command("x"), command("y", parent="a")) == {}


def test_only_some_rows_are_looked_at() -> None:
    """Both ends of a link have to be among them."""
    assert written(*GAP, among={0, 1}) == {2: "p"}
    assert written(*GAP, among={1, 2}) == {}


def test_nothing_to_link_is_fine() -> None:
    """A session may have no conversation."""
    assert written({"type": "summary", "summary": "x"}) == {}
