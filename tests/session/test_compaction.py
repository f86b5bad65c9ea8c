"""Compactions in every shape that a client wrote, with what they dropped and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.format.decode import decode
from steno.session.compaction import (
    Compaction,
    CompactionKind,
    find_compactions,
    joins_of,
    summary_text,
)
from steno.session.session import load
from steno.testing.build import SessionBuilder, make_session
from tests.held import attachment, calls, held, prompt, result, says, system

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

    Body = dict[str, Any]


def found(session: Session) -> tuple[Compaction, ...]:
    """Find a session's compactions as the session itself does."""
    return find_compactions(session.outline, session.records, session.chain)


def boundary(uuid: str, parent: str | None, second: float, **own: Any) -> Body:
    """Make a boundary; its metadata are given as ``meta``."""
    metadata = {"trigger": "auto", "preTokens": 9000, **own.pop("meta", {})}
    return system(uuid, parent, second, "compact_boundary", compactMetadata=metadata, **own)


def summary(uuid: str, parent: str | None, second: float) -> Body:
    """Make a summary."""
    return prompt(uuid, parent, second, isCompactSummary=True)


def test_a_boundary_and_its_summary_are_one_compaction() -> None:
    """The shape of every client from 2.0.76 on."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        attachment("t", "a", 1),
        boundary(
            "b", None, 2, logicalParentUuid="t",
            meta={"trigger": "manual", "postTokens": 1500, "durationMs": 38000,
                  "cumulativeDroppedTokens": 7500},
        ),
        summary("s", "b", 2),
        says("c", "s", 3),
    )  # fmt: skip
    (compaction,) = found(session)
    assert compaction == Compaction(
        row=3,
        line=4,
        uuid="b",
        kind=CompactionKind.FULL,
        trigger="manual",
        pre_tokens=9000,
        post_tokens=1500,
        dropped_tokens=7500,
        cumulative_dropped_tokens=7500,
        duration_ms=38000,
        logical_parent="t",
        follows=2,
        summary_row=4,
        dropped_rows=3,
        dropped_messages=2,
        on_chain=True,
        in_force=True,
    )
    assert joins_of([compaction]) == {3: 2}


def test_old_boundaries_do_not_say_what_is_left() -> None:
    """Without the tokens after it nobody knows how many were dropped."""
    session = held(prompt("p", None, 0), boundary("b", None, 1, logicalParentUuid="p"))
    (compaction,) = found(session)
    assert (compaction.pre_tokens, compaction.dropped_tokens) == (9000, None)


def test_what_parallel_tools_left_beside_the_path_is_dropped_too() -> None:
    """The lines in use before are those that a resume would have brought back."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, "m"),
        calls("b", "a", 1, "m"),
        result("A", "a", 2),
        {"type": "progress", "uuid": "g", "parentUuid": "b", "data": {}},
        result("B", "g", 3),
        result("X", "gone", 3),
        says("c", "A", 4),
        boundary("d", None, 5, logicalParentUuid="c"),
        summary("s", "d", 5),
    )
    (compaction,) = found(session)
    assert compaction.dropped_rows == len("pabABc")


def test_what_is_preserved_is_not_dropped() -> None:
    """Listed messages stay in use until the next compaction drops them."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("q", "a", 2),
        says("c", "q", 3),
        boundary(
            "b", None, 4, logicalParentUuid="c",
            meta={"preservedMessages": {"anchorUuid": "s", "uuids": ["q", "c"]}},
        ),
        summary("s", "b", 4),
        prompt("r", "s", 5),
        boundary("B", None, 6, logicalParentUuid="r"),
        summary("S", "B", 6),
        says("d", "S", 7),
    )  # fmt: skip
    first, second = found(session)
    assert first.preserved_rows == (2, 3)
    assert first.dropped_rows == len("pa")
    assert second.preserved_rows == ()
    assert second.dropped_rows == len("qcsr")
    assert (first.on_chain, first.in_force) == (True, False)
    assert (second.on_chain, second.in_force) == (True, True)


def test_a_preserved_segment_is_walked_from_its_ends() -> None:
    """The older way of saying what stays in use."""
    ends = {"headUuid": "a", "anchorUuid": "s", "tailUuid": "c"}
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        says("c", "a", 2),
        boundary("b", None, 3, logicalParentUuid="c", meta={"preservedSegment": ends}),
        summary("s", "b", 3),
        prompt("q", "s", 4),
    )
    (compaction,) = found(session)
    assert compaction.preserved_rows == (1, 2)
    assert compaction.dropped_rows == 1
    assert compaction.in_force


def test_spec_003_has_the_summary_before_the_boundary_and_a_root_behind_it() -> None:
    """Nothing hangs on that boundary; the next prompt names no parent."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        {"type": "summary", "summary": "About tides", "leafUuid": "x"},
        {"type": "file-history-snapshot", "messageId": "q"},
        boundary("b", None, 2, logicalParentUuid="a"),
        prompt("q", None, 3),
        says("c", "q", 4),
    )
    (compaction,) = found(session)
    assert (compaction.follows, compaction.summary_row, compaction.goes_on) == (1, 2, 5)
    assert joins_of([compaction]) == {4: 1, 5: 4}
    assert compaction.on_chain
    assert compaction.in_force
    (title,) = session.records([2])
    assert summary_text(title) == "About tides"


def test_a_summary_without_a_boundary_cuts_only_as_a_root() -> None:
    """As a plain message it changes nothing; as a root what came before is no longer sent."""
    rooted = held(prompt("p", None, 0), says("a", "p", 1), summary("s", None, 2), says("c", "s", 3))
    (compaction,) = found(rooted)
    assert (compaction.row, compaction.summary_row, compaction.follows) == (2, 2, 1)
    assert (compaction.dropped_rows, compaction.dropped_messages) == (2, 2)
    assert compaction.in_force
    plain = held(prompt("p", None, 0), says("a", "p", 1), summary("s", "a", 2))
    (compaction,) = found(plain)
    assert (compaction.dropped_rows, compaction.follows) == (0, 1)
    assert (compaction.on_chain, compaction.in_force) == (True, False)


def test_a_file_may_begin_with_a_summary() -> None:
    """What it summarises is in another file: here nothing was dropped."""
    (compaction,) = found(held(summary("s", None, 0), says("a", "s", 1)))
    assert (compaction.follows, compaction.dropped_rows, compaction.line) == (None, 0, 1)
    assert joins_of([compaction]) == {}


@pytest.mark.parametrize("parent", [None, "gone"])
def test_a_summary_may_have_lost_its_boundary(parent: str | None) -> None:
    """The next one without a parent belongs to it all the same."""
    session = held(
        prompt("p", None, 0),
        boundary("b", None, 1, logicalParentUuid="p"),
        summary("s", parent, 1),
        boundary("B", None, 3, logicalParentUuid="s"),
        prompt("q", "B", 4),
    )
    first, second = found(session)
    assert (first.summary_row, second.summary_row) == (2, None)


def test_a_summary_may_stand_above_its_boundary() -> None:
    """Then it is no compaction of its own."""
    session = held(prompt("p", None, 0), summary("s", "p", 1), boundary("b", "s", 2))
    (compaction,) = found(session)
    assert (compaction.summary_row, compaction.follows) == (1, 1)
    assert compaction.dropped_rows == 2


def test_a_boundary_that_names_a_parent_follows_it() -> None:
    """The chain goes through it, and is cut there."""
    session = held(prompt("p", None, 0), boundary("b", "p", 1), says("a", "b", 2))
    (compaction,) = found(session)
    assert (compaction.follows, compaction.in_force) == (0, True)
    assert compaction.summary_row is None


def test_where_the_line_before_is_not_named_its_time_tells() -> None:
    """The newest line that is no newer and does not come from the compaction itself."""
    session = held(
        prompt("p", None, 0),
        prompt("late", None, 9),
        says("a", "p", 1),
        prompt("agent", None, 2, isSidechain=True),
        boundary("b", None, 3, logicalParentUuid="gone"),
        summary("s", "b", 3),
        says("c", "s", 3),
    )
    (compaction,) = found(session)
    assert (compaction.follows, compaction.logical_parent) == (2, "gone")
    assert compaction.dropped_rows == 2


def test_without_a_time_nothing_is_said_to_come_before() -> None:
    """A guess would be no better than none."""
    session = held(prompt("p", None, 0), {**boundary("b", None, 1), "timestamp": None})
    (compaction,) = found(session)
    assert (compaction.follows, compaction.dropped_rows) == (None, 0)


def test_a_small_compaction_drops_no_lines() -> None:
    """It tells which results are no longer sent whole, and a resume does not look at it."""
    metadata = {
        "trigger": "auto", "preTokens": 60000, "tokensSaved": 21000,
        "compactedToolIds": ["toolu_1", "toolu_2"], "clearedAttachmentUUIDs": ["t"],
    }  # fmt: skip
    session = held(
        prompt("p", None, 0),
        system("m", "p", 1, "microcompact_boundary", microcompactMetadata=metadata),
        says("a", "m", 2),
        system("n", None, 3, "microcompact_boundary"),
    )
    small, bare = found(session)
    assert small == Compaction(
        row=1,
        line=2,
        uuid="m",
        kind=CompactionKind.MICRO,
        trigger="auto",
        pre_tokens=60000,
        post_tokens=39000,
        dropped_tokens=21000,
        follows=0,
        cleared_calls=("toolu_1", "toolu_2"),
        cleared_attachments=("t",),
        on_chain=True,
    )
    assert (bare.post_tokens, bare.follows, bare.on_chain) == (None, None, False)


def test_a_compaction_on_another_branch_is_not_on_the_chain() -> None:
    """The user went back to before it."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        boundary("b", None, 2, logicalParentUuid="a"),
        summary("s", "b", 2),
        prompt("q", "a", 9),
    )
    (compaction,) = found(session)
    assert (compaction.on_chain, compaction.in_force) == (False, False)


def test_compactions_that_follow_each_other_in_a_circle_end() -> None:
    """Hostile ids make no endless walk."""
    session = held(
        boundary("a", None, 0, logicalParentUuid="t"),
        summary("s", "a", 0),
        boundary("b", None, 1, logicalParentUuid="s"),
        summary("t", "b", 1),
        boundary("x", None, 2, logicalParentUuid="x"),
    )
    first, second, third = found(session)
    assert first.on_chain
    assert second.in_force
    assert third.follows == 3


def test_values_of_any_shape_are_survived() -> None:
    """A body may hold anything."""
    session = held(
        prompt("p", None, 0),
        system("b", None, 1, "compact_boundary", compactMetadata=[], logicalParentUuid=7),
        system("m", "b", 2, "microcompact_boundary", microcompactMetadata="no"),
        boundary("c", None, 3, meta={"trigger": 1, "preTokens": "many", "preservedMessages": 3}),
    )
    full, micro, last = found(session)
    assert (full.trigger, full.logical_parent, full.follows) == (None, None, 0)
    assert micro.cleared_calls == ()
    assert (last.trigger, last.pre_tokens, last.preserved_rows) == (None, None, ())


def test_a_repeated_boundary_counts_once() -> None:
    """The later line replaces the earlier one."""
    line = boundary("b", None, 1, logicalParentUuid="p")
    (compaction,) = found(held(prompt("p", None, 0), line, line))
    assert compaction.line == 3


def test_a_session_without_a_message_has_compactions_too() -> None:
    """Without a main line there is no chain that they could be on."""
    session = held({**boundary("b", None, 1), "isSidechain": True})
    assert session.chain is None
    (compaction,) = found(session)
    assert not compaction.on_chain


def test_summaries_are_read_from_either_kind_of_line() -> None:
    """A message, a title, and nothing else."""
    session = held(summary("s", None, 0))
    assert summary_text(session.entries[0]) == "prompt s"
    assert summary_text(decode(b'{"type":"summary"}')) == ""
    assert summary_text(decode(b'{"type":"mode"}')) == ""


def test_the_builders_compaction_adds_up(tmp_path: Path) -> None:
    """What the made-up client writes is what is found, twice in a row."""
    builder = SessionBuilder("compacted")
    builder.prompt("When is high water?")
    (reply,) = builder.reply("At four.")
    builder.compact("They asked about tides.", keep=[reply])
    builder.prompt("And tomorrow?")
    builder.reply("At five.")
    builder.compact("More tides.", trigger="manual")
    builder.reply("Go on.")
    session = load(make_session(tmp_path, builder))
    first, second = found(session)
    assert (first.trigger, second.trigger) == ("auto", "manual")
    assert (len(first.preserved_rows), first.dropped_rows) == (1, 1)
    assert second.dropped_rows == 4
    assert first.dropped_tokens is not None
    assert second.dropped_tokens is not None
    assert second.cumulative_dropped_tokens == first.dropped_tokens + second.dropped_tokens


@pytest.mark.parametrize(
    ("session_id", "expected"),
    [
        ("0cf3db51-1c73-43bb-8d05-dc02739514a5", [(71, "full", "manual", 153739, 37)]),
        (
            "839b35f7-4dbd-4d93-9772-3c272cc87caa",
            [(33, "micro", "auto", 60888, 0), (155, "full", "auto", 155068, 144)],
        ),
        ("d1423492-e4f5-4a86-a997-1f1c8d09a940", [(37, "full", "auto", 155461, 34)]),
    ],
)
def test_compactions_of_real_sessions_are_those_counted_apart(
    corpus: Path, session_id: str, expected: list[tuple[int, str, str, int, int]]
) -> None:
    """Line, kind, trigger, tokens before, and lines of the conversation that were dropped."""
    (path,) = (corpus / "projects").rglob(f"{session_id}.jsonl")
    compactions = found(load(path))
    assert [
        (one.line, one.kind.value, one.trigger, one.pre_tokens, one.dropped_rows)
        for one in compactions
    ] == expected
    assert all(one.on_chain for one in compactions)
    assert [one.in_force for one in compactions][-1]
