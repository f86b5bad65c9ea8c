"""One session summed up, as the JSON document holds it."""

from __future__ import annotations

from dataclasses import fields

from steno.analyse.summary import SessionSummary, summarise
from steno.cli.summary_document import SummaryRow, summary_row
from tests.held import calls, held, prompt, result, says

SUMMARY = summarise(
    held(
        prompt("a", None, 0),
        calls("b", "a", 2),
        result("c", "b", 5),
        says("d", "c", 6),
        prompt("e", "d", 9),
    )
)


def test_times_are_told_one_by_one_and_together() -> None:
    """With the person's own, between the turns."""
    timing = summary_row(SUMMARY).timing
    assert (timing.waiting_ms, timing.tools_ms, timing.total_ms) == (3000, 3000, 6000)
    assert timing.between_turns_ms == 3000


def test_row_holds_what_the_summary_does() -> None:
    """But for what the counts of the same document tell already."""
    left_out = {"id", "lines", "api_messages", "usage", "spent", "person_ms"}
    names = {field.name for field in fields(SessionSummary)} - left_out
    assert {field.name for field in fields(SummaryRow)} == names | {"timing"}
    row = summary_row(SUMMARY)
    assert (row.turns, row.tool_calls, [tool.name for tool in row.tools]) == (2, 1, ["Bash"])
    assert row.started is not None
    assert row.started.endswith("Z")
