"""Lines that are neither words nor tools."""

from __future__ import annotations

from typing import Any

from steno.session.compaction import CompactionKind
from steno.testing.build import SessionBuilder
from steno.view.document import build_document
from steno.view.items import CompactionItem, HiddenItem, NoticeItem, NoticeKind, PromptItem
from tests.held import attachment, prompt, says, system
from tests.view.reading import every, items_in, items_of, one, session_of
from tests.written import user


def told(*lines: dict[str, Any] | bytes) -> list[tuple[str, str]]:
    """Give the notices of some lines behind a prompt."""
    items = items_in(prompt("p", None, 0), *lines)
    return [(item.notice.value, item.text) for item in every(NoticeItem, items)]


def hidden(*lines: dict[str, Any] | bytes) -> list[tuple[str, tuple[int, ...]]]:
    """Give the hidden lines behind a prompt."""
    items = items_in(prompt("p", None, 0), *lines, hidden=True)
    return [(item.what, item.rows) for item in every(HiddenItem, items)]


def test_each_type_of_line_has_its_teller() -> None:
    """In the order of the file."""
    assert told(
        system("s", "p", 1, "informational", content="hello"),
        attachment("t", "s", 2, type="date_change", newDate="x"),
        user("[Request interrupted by user]", uuid="u", parentUuid="t"),
        {"type": "custom-title", "customTitle": "Tides"},
        b"broken\n",
    )[:4] == [
        ("info", "hello"),
        ("info", "a new day: x"),
        ("interrupt", "Request interrupted by user"),
        ("title", "title: Tides"),
    ]


def test_notices_know_their_place() -> None:
    """Line, row and time."""
    line = system("s", "p", 5, "informational", content="hello")
    notice = one(NoticeItem, items_in(prompt("p", None, 0), line))
    assert (notice.rows, notice.line, notice.notice) == ((1,), 2, NoticeKind.INFO)
    assert notice.time is not None
    assert notice.time.second == 5


def test_only_changes_of_titles_and_modes_are_told() -> None:
    """What is repeated is bookkeeping."""
    title = {"type": "custom-title", "customTitle": "Tides"}
    assert told(title, title) == [("title", "title: Tides")]
    assert hidden(title, title) == [("custom-title", (2,))]


def test_titles_of_other_sessions_are_not_told() -> None:
    """Old clients wrote those of all sessions of the project."""
    own = {"type": "summary", "summary": "Tides", "leafUuid": "p"}
    foreign = {"type": "summary", "summary": "Clocks", "leafUuid": "elsewhere"}
    assert told(own, foreign) == [("title", "title of what came before: Tides")]


def test_hidden_lines_of_one_kind_are_one_item() -> None:
    """With all their rows; what was sent to the model keeps its text."""
    listing = attachment("t", "p", 1)
    queue = {"type": "queue-operation", "operation": "enqueue"}
    assert hidden(queue, queue, listing) == [
        ("queue-operation", (1, 2)), ("attachment/skill_listing", (3,)),
    ]  # fmt: skip
    body = user("skill body", uuid="m", parentUuid="p", isMeta=True)
    item = one(HiddenItem, items_in(prompt("p", None, 0), body, hidden=True))
    assert (item.what, item.text) == ("user/meta", "skill body")


def test_lines_without_a_record_and_of_the_future_are_hidden() -> None:
    """Nothing is lost."""
    assert hidden(b"\n", {"type": "hologram"}, {"type": "attachment"}) == [
        ("no record", (1,)), ("hologram", (2,)), ("attachment", (3,)),
    ]  # fmt: skip


def test_damaged_lines_in_a_row_are_told_at_once() -> None:
    """Blank ones among them part nothing; any other line does, and every row is kept."""
    hologram = {"type": "hologram"}
    lines: list[Any] = [b"bad\n", b"\n", b"\x00\n", b"worse\n", hologram, b"alone\n"]
    assert [text for _, text in told(*lines)] == [
        "lines 2\N{EN DASH}5 cannot be read",
        'line 7 is no record: not JSON: there is "alone" at column 1, in place of a value',
    ]
    items = items_in(prompt("p", None, 0), *lines, hidden=True)
    assert every(NoticeItem, items)[0].rows == (1, 3, 4)
    assert hidden(*lines) == [("no record", (2,)), ("hologram", (5,))]
    assert sorted(row for item in items for row in item.rows) == list(range(7))


def test_damaged_file_is_one_notice() -> None:
    """However many lines it has."""
    items = items_in(*[b"rubbish\n"] * 500)
    assert [item.text for item in every(NoticeItem, items)] == [
        "lines 1\N{EN DASH}500 cannot be read"
    ]


def test_replaced_lines_are_hidden() -> None:
    """The last line with an id counts."""
    again = says("a", "p", 2)
    assert hidden(says("a", "p", 1), again) == [("replaced by a later line", (1,))]


def test_queued_prompts_are_prompts() -> None:
    """At their place in the turn."""
    queued = attachment("q", "p", 1, type="queued_command", prompt="and this")
    items = items_in(prompt("p", None, 0), queued)
    assert [item.text for item in every(PromptItem, items)] == ["prompt p", "and this"]


def test_a_compaction_says_what_it_dropped_and_kept() -> None:
    """Its summary is told with it and nowhere else."""
    session = SessionBuilder("compact")
    session.prompt("one")
    (kept,) = session.reply("first")
    session.prompt("two")
    session.reply("second")
    session.compact("all is well", trigger="manual", keep=[kept])
    session.prompt("three")
    session.reply("third")
    items = items_of(build_document(session_of(session)), hidden=True)
    item = one(CompactionItem, items)
    assert (item.compaction, item.trigger, item.in_force) == (CompactionKind.FULL, "manual", True)
    assert (item.dropped_messages, item.kept_messages) == (3, 1)
    assert item.tokens_before is not None
    assert item.tokens_after is not None
    assert item.tokens_before > item.tokens_after
    assert "all is well" in item.summary
    assert item.rows == (4, 5)
    assert every(NoticeItem, items) == []


def test_a_small_compaction_says_what_it_cleared() -> None:
    """It has no summary."""
    metadata = {"compactedToolIds": ["a", "b"], "clearedAttachmentUUIDs": ["c"], "preTokens": 9}
    boundary = system("s", "p", 1, "microcompact_boundary", microcompactMetadata=metadata)
    item = one(CompactionItem, items_in(prompt("p", None, 0), boundary))
    assert (item.cleared_results, item.cleared_attachments, item.summary) == (2, 1, "")
    assert item.compaction is CompactionKind.MICRO


def test_a_summary_without_a_boundary_is_a_compaction() -> None:
    """Its own line tells it."""
    lone = user("what went before", uuid="s", isCompactSummary=True)
    item = one(CompactionItem, items_in(lone, says("a", "s", 1)))
    assert (item.summary, item.rows) == ("what went before", (0,))


def test_nonsense_in_a_boundary_is_left_out() -> None:
    """Numbers that nothing ever had."""
    metadata = {"preTokens": 10**30, "durationMs": 10**30}
    boundary = system("s", "p", 1, "compact_boundary", compactMetadata=metadata)
    item = one(CompactionItem, items_in(prompt("p", None, 0), boundary, says("a", "p", 2)))
    assert (item.tokens_before, item.duration_ms) == (None, None)
