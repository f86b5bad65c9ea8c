"""One session summed up for a person."""

from __future__ import annotations

from dataclasses import replace

from steno.analyse.files import FileSum
from steno.analyse.summary import SessionSummary, summarise
from steno.analyse.timing import Spent
from steno.cli.output import Cell
from steno.cli.summary_tables import MOST_FILES, summary_tables
from tests.held import calls, held, prompt, result, says

SMALL = summarise(
    held(
        prompt("a", None, 0),
        calls("b", "a", 2, usage={"output_tokens": 100_000}),
        result("c", "b", 5),
        says("d", "c", 6, usage={"output_tokens": 100_000}),
    )
)


def told(summary: SessionSummary) -> dict[str, dict[str, str]]:
    """Give the first two columns of each table by its title, as a person sees them."""
    return {
        table.title: {_shown(row[0]): _shown(row[1]) for row in table.rows}
        for table in summary_tables(summary)
    }


def _shown(cell: str | Cell) -> str:
    return cell.shown if isinstance(cell, Cell) else cell


def test_session_is_told_in_short_by_time_and_tools() -> None:
    """What there is none of has no row."""
    assert told(SMALL) == {
        "In short": {
            "turns": "1, by you",
            "replies": "2 of claude-opus-4-8",
            "cost": "$5.00",
            "tool calls": "1",
        },
        "Time": {"waiting for the model": "3.0 s", "tools": "3.0 s", "turns together": "6.0 s"},
        "Tools": {"Bash": "1"},
    }


def test_everything_that_is_told() -> None:
    """Turns of others and open ones, failed calls, sub-agents, compactions, branches."""
    summary = replace(
        SMALL, turns=5, human_turns=3, open_turns=1, tool_calls=1200, tool_errors=7, subagents=2,
        subagents_without_file=1,
        compactions=1, branches=3, cost_usd="12.5", unpriced_models=("new",), person_ms=60_000,
        messages_without_final_usage=4,
        spent=Spent(waiting_ms=1, thinking_ms=1, tools_ms=1, other_ms=1),
    )  # fmt: skip
    tables = told(summary)
    assert tables["In short"] == {
        "turns": "5, 3 of them by you; 1 not ended",
        "replies": "2 of claude-opus-4-8",
        "cost": "at least $12.50: no price for new and 4 replies lack a final count",
        "tool calls": "1,200, 7 failed",
        "sub-agents": "2, 1 without a file",
        "compactions": "1",
        "branches": "3 beside the active one",
    }
    assert list(tables["Time"]) == [
        "waiting for the model", "thinking", "tools", "commands and hooks", "turns together",
        "between the turns",
    ]  # fmt: skip


def test_unknown_price_is_told() -> None:
    """Never guessed."""
    summary = replace(SMALL, cost_usd=None, unpriced_models=("a", "b"))
    assert told(summary)["In short"]["cost"] == "unknown: no price for a, b"
    free = replace(SMALL, cost_usd="0", unpriced_models=("a",))
    assert told(free)["In short"]["cost"] == "unknown: no price for a"
    empty = summarise(held())
    assert told(empty) == {"In short": {"turns": "0"}}
    assert "cost" not in told(replace(empty, cost_usd=None))["In short"]


def test_one_of_a_thing_is_told_as_one() -> None:
    """Nobody says '1 replies'."""
    summary = replace(SMALL, turns=2, human_turns=2, messages_without_final_usage=1)
    assert told(summary)["In short"]["cost"] == "at least $5.00: 1 reply lacks a final count"
    assert told(summary)["In short"]["turns"] == "2, all by you"


def test_only_the_files_with_the_most_calls_are_listed() -> None:
    """With how many there are."""
    file = FileSum(path="/a", reads=1, changes=0, writes=0, added=0, removed=0, errors=0)
    (*_, few) = summary_tables(replace(SMALL, files=(file,)))
    assert (few.title, len(few.rows)) == ("Files", 1)
    (*_, many) = summary_tables(replace(SMALL, files=(file,) * 40))
    assert (many.title, len(many.rows)) == ("Files, 15 of 40", MOST_FILES)


def test_time_of_the_person_alone_is_told() -> None:
    """Also where no turn took any."""
    tables = told(replace(SMALL, spent=Spent(), person_ms=5000))
    assert tables["Time"] == {"between the turns": "5.0 s"}
