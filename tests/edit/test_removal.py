"""Taking things out: pairs, links and usage hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.edit.draft import Draft
from steno.edit.removal import Removal
from steno.session.session import from_entries
from tests.edit.edited import USED, told
from tests.session.transcripts import boundary, brief, call, reply, session, text, user

if TYPE_CHECKING:
    from steno.session.session import Session
    from tests.session.transcripts import Body


def without(*gone: tuple[int, int | None], lines: tuple[Body, ...]) -> tuple[Session, Session]:
    """Take rows (block None) or blocks out of lines; give the session before and after."""
    from steno.format.decode import decode

    source = session(*lines)
    removal = Removal(Draft(source))
    for row, block in gone:
        if block is None:
            removal.drop_row(row, "gone")
        else:
            removal.drop_block(row, block, "gone")
    removal.finish()
    stored = [decode(raw, line=number) for number, raw in enumerate(removal.draft.lines(), start=1)]
    return source, from_entries(stored)


def test_nothing_to_take_out_changes_nothing() -> None:
    """The draft stays empty."""
    draft = Draft(session(user("a"), reply("b")))
    Removal(draft).finish()
    assert draft.is_empty


def test_block_beside_others_goes_alone() -> None:
    """The line stays."""
    lines = (user("a"), told("b", text("x"), call("c")))
    _, after = without((1, 1), lines=lines)
    assert brief(after.messages()) == [("user", "a"), ("assistant", "x")]


def test_message_that_goes_whole_stays_for_its_usage() -> None:
    """On one line without content, which nothing hangs on and no resume sends."""
    lines = (user("a"), told("b", call("c"), of="m"), told("d", text("x"), of="m"), told("e"))
    before, after = without((1, None), (2, None), lines=lines)
    assert after.usage == before.usage
    assert brief(after.messages()) == [("user", "a"), ("assistant", "e")]
    kept = after.record(1).body
    assert (kept["message"]["content"], kept["stenoEmptied"], kept["parentUuid"]) == (
        [],
        True,
        None,
    )
    assert [f.code for f in after.findings] == []


def test_usage_of_the_best_copy_is_handed_to_a_line_that_stays() -> None:
    """The copy with the most output tokens counts, wherever it stood."""
    best = {"usage": {"input_tokens": 3, "output_tokens": 99}, "stop_reason": "tool_use"}
    lines = (user("a"), told("b", text("x"), of="m"), reply("d", call("c"), of="m", message=best))
    before, after = without((2, 0), lines=lines)
    assert after.usage == before.usage
    assert after.record(1).body["message"]["stop_reason"] == "tool_use"
    assert len(after.entries) == 2


def test_last_line_of_all_does_not_become_the_place_to_go_on_from() -> None:
    """What stays for its usage moves up before the last message."""
    lines = (user("a"), told("b"), user("c"), told("d", call("x")))
    before, after = without((3, None), lines=lines)
    assert after.usage == before.usage
    assert brief(after.messages()) == [("user", "a"), ("assistant", "b"), ("user", "c")]


def test_reply_that_the_client_made_up_goes_without_a_trace() -> None:
    """It was never billed."""
    lines = (user("a"), told("b", model="<synthetic>"), user("c"))
    _, after = without((1, None), lines=lines)
    assert [after.outline.uuids[row] for row in range(len(after.outline))] == ["a", "c"]


def test_gap_that_the_client_bridges_by_time_is_written_down() -> None:
    """A line that stays for its usage would be the better guess otherwise."""
    lines = (
        user("a", at=0), told("b", at=1), told("gone", call("x"), at=3),
        user("c", parent="lost", at=4),
    )  # fmt: skip
    before, after = without((2, None), lines=lines)
    assert after.usage == before.usage
    assert brief(after.messages()) == [("user", "a"), ("assistant", "b"), ("user", "c")]


def test_several_lines_for_usage_hang_on_each_other() -> None:
    """One tree of them, not as many as there are."""
    lines = (user("a"), told("b"), told("c"), told("d"), user("e"), told("f"))
    _, after = without((1, None), (2, None), (3, None), lines=lines)
    parents: list[Any] = [record.body["parentUuid"] for _, record in after.rows_and_records()]
    assert parents == [None, None, "b", "c", "a", "e"]


def test_kept_messages_of_a_compaction_are_fewer_then() -> None:
    """One that is missing would undo all of it."""
    kept = {"preservedMessages": {"anchorUuid": "s", "uuids": ["b", "c"], "allUuids": ["b", "c"]}}
    lines = (
        user("a"), told("b"), user("c"), boundary("k", metadata=kept), user("s"), user("z"),
    )  # fmt: skip
    before, after = without((1, None), lines=lines)
    assert brief(before.messages())[:2] == [("user", "s"), ("assistant", "b")]
    assert brief(after.messages()) == [("user", "s\n", "c\n", "z")]
    assert USED["output_tokens"] == after.usage.output_tokens
