"""What items are built from."""

from __future__ import annotations

from typing import Any

from steno.view.agents import AgentBook
from steno.view.source import Source
from tests.held import calls, held, progress, prompt, result, says, system
from tests.written import user


def source_of(*lines: dict[str, Any] | bytes) -> Source:
    """Give the source of some lines."""
    return Source(held(*lines), AgentBook(tuple, lambda *_: None))


def test_rows_are_read_in_the_order_asked_for() -> None:
    """None is asked for without opening anything."""
    source = source_of(prompt("a", None, 0), prompt("b", "a", 1))
    assert [(row, record.line) for row, record in source.lines([1, 0])] == [(1, 2), (0, 1)]
    assert list(source.lines([])) == []
    assert source.record(1).line == 2


def test_results_are_found_through_progress_lines() -> None:
    """And calls above them."""
    source = source_of(
        prompt("p", None, 0), calls("a", "p", 1), progress("g", "a", 2), progress("h", "g", 3),
        result("r", "h", 4), result("s", "a", 5), says("c", "a", 6), {"type": "mode"},
    )  # fmt: skip
    assert source.results_on(1) == [4, 5]
    assert source.line_above(4) == 1
    assert source.line_above(0) is None
    assert (source.results_on(7), source.line_above(7)) == ([], None)


def test_lines_that_a_later_one_replaced_are_known() -> None:
    """By their id."""
    source = source_of(prompt("p", None, 0), {"type": "mode"}, prompt("p", None, 1))
    assert [source.is_replaced(row) for row in range(3)] == [True, False, False]


def test_summaries_are_told_with_their_compaction() -> None:
    """One without a boundary is told itself."""
    lines = [
        prompt("p", None, 0), says("a", "p", 1), system("s", None, 2, "compact_boundary"),
        user("sum", uuid="u", parentUuid="s", isCompactSummary=True), says("b", "u", 4),
    ]  # fmt: skip
    source = source_of(*lines)
    assert list(source.compactions) == [2]
    assert source.summaries == {3}
    lone = source_of(user("sum", uuid="u", isCompactSummary=True), says("b", "u", 4))
    assert (list(lone.compactions), lone.summaries) == ([0], frozenset())


def test_a_subagents_compaction_tells_no_summary_of_ours() -> None:
    """It is told with that sub-agent."""
    lines = [
        prompt("p", None, 0), system("s", None, 2, "compact_boundary", isSidechain=True),
        user("sum", uuid="u", parentUuid="s", isCompactSummary=True), says("b", "u", 4),
    ]  # fmt: skip
    source = source_of(*lines)
    assert (source.compactions, source.summaries) == ({}, frozenset())


def test_everything_is_empty_in_an_empty_session() -> None:
    """Nothing fails."""
    source = source_of()
    assert (source.openings, source.forks, source.points) == ({}, {}, {})
    assert source.news == frozenset()
