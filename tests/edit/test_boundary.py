"""The lines of a compaction, and what hangs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.boundary import Boundary
from steno.edit.draft import Draft
from steno.edit.passage import Passage, Summary
from steno.format.decode import decode
from steno.session.session import Session, from_entries
from tests.session.transcripts import boundary, brief, command, line, reply, session, user

if TYPE_CHECKING:
    from tests.session.transcripts import Body


def cut(place: int, *lines: Body) -> tuple[Draft, Session]:
    """Cut a conversation at a place of its path."""
    source = session(*lines)
    assert source.chain is not None
    draft = Draft(source)
    passage = Passage(source, source.turns, source.chain.rows)
    Boundary(draft, source.chain, place).insert(passage, Summary("S", "nobody"))
    return draft, from_entries(decode(raw) for raw in draft.lines())


TWO = (user("p1"), reply("a1"), user("p2"), reply("a2"))


def test_what_stays_hangs_on_the_summary() -> None:
    """The lines come right behind what they stand for."""
    draft, after = cut(2, *TWO)
    assert brief(after.messages()) == [("user", "S\n", "p2"), ("assistant", "a2")]
    assert [one.line for one in draft.changes()] == [None, None, None, 3]


def test_branch_that_was_left_does_not_come_between() -> None:
    """What is active before the boundary is what it follows."""
    left = (user("x"), reply("y"))
    kept = (user("p2", parent="a1", at=9), reply("a2", parent="p2", at=10))
    _, after = cut(2, *TWO[:2], *left, *kept)
    assert brief(after.messages()) == [("user", "S\n", "p2"), ("assistant", "a2")]
    assert [turn.text for turn in after.turns if turn.is_active] == ["p1", "p2"]


def test_gap_that_the_client_bridges_is_closed() -> None:
    """The new lines have a time, too, and must not stand in for what is lost."""
    _, after = cut(2, *TWO[:3], reply("a2", parent="lost", at=4))
    assert brief(after.messages()) == [("user", "S\n", "p2"), ("assistant", "a2")]
    assert after.record(6).body["parentUuid"] == "p2"


LISTED = {"anchorUuid": "s", "uuids": ["p2", "a2"]}
KEEPING = (
    *TWO,
    boundary("b", metadata={"preservedMessages": LISTED}),
    user("s", "old", isCompactSummary=True),
)
"""The second turn was kept by a compaction."""


def test_leaf_before_the_summary_in_the_file_is_written_down() -> None:
    """The new lines come behind the list of kept messages, whose links are written down, too."""
    draft, after = cut(2, *KEEPING)
    assert "where a resume goes on" in [one.what for one in draft.changes()]
    assert brief(after.messages()) == [("user", "S\n", "p2"), ("assistant", "a2")]
    draft, after = cut(2, *KEEPING, line("last-prompt", None, leafUuid="a2"))
    assert "where a resume goes on" not in [one.what for one in draft.changes()]
    assert brief(after.messages()) == [("user", "S\n", "p2"), ("assistant", "a2")]


def test_what_trails_behind_the_end_comes_along() -> None:
    """It hung on the old summary, and the list had moved it."""
    _, after = cut(2, *KEEPING, command("x", parent="s"))
    assert brief(after.messages())[-1] == ("user", "x")


def test_only_the_last_last_prompt_line_changes() -> None:
    """The others say what was, and nobody looks at one that names nothing."""
    lines = [line("last-prompt", None, leafUuid=name) for name in ("p1", "a1", "")]
    _, after = cut(2, *TWO, *lines)
    rows = after.outline.rows_of("last-prompt")
    assert [after.record(row).body["leafUuid"] for row in rows] == ["p1", "a2", ""]


def test_nothing_stays() -> None:
    """The summary is where a resume goes on; a title stands in for a prompt that is none."""
    draft, after = cut(1, reply("a1"))
    assert brief(after.messages()) == [("user", "S")]
    assert after.record(1).body["summary"] == "S"
    assert len(list(draft.changes())) == 3
