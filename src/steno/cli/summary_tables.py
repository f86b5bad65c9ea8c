"""One session summed up for a person: what it was, where its time went, its tools and files."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from steno.cli.durations import in_words
from steno.cli.output import Cell, Table, count, dollars
from steno.cli.tool_rows import table_of_files, table_of_tools
from steno.view.tools.wording import count as counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.analyse.summary import SessionSummary
    from steno.cli.output import Row

MOST_FILES: Final = 15
"""Files that are listed, those with the most calls."""
_NO_FILE: Final = "without a file"


def summary_tables(summary: SessionSummary) -> Iterator[Table]:
    """Give the tables that say something about this session."""
    yield _in_short(summary)
    if summary.spent.total_ms or summary.person_ms:
        yield _time(summary)
    if summary.tools:
        yield table_of_tools(summary.tools)
    if summary.files:
        files = table_of_files(summary.files[:MOST_FILES])
        if len(summary.files) > MOST_FILES:
            files.title = f"Files, {MOST_FILES} of {count(len(summary.files))}"
        yield files


def _in_short(summary: SessionSummary) -> Table:
    models = ", ".join(f"{count(number)} of {name}" for name, number in summary.models.items())
    rows: list[Row] = [
        ["turns", _turns(summary)],
        ["replies", models],
        ["cost", _cost(summary)],
        ["tool calls", _with(summary.tool_calls, summary.tool_errors, "failed")],
        ["sub-agents", _with(summary.subagents, summary.subagents_without_file, _NO_FILE)],
        ["compactions", str(summary.compactions or "")],
        ["branches", f"{summary.branches} beside the active one" if summary.branches else ""],
    ]
    told = [row for row in rows if row[1]]
    return Table("In short", ["what", "how much"], told, wide={"how much": 40})


def _turns(summary: SessionSummary) -> str:
    others = summary.turns - summary.human_turns
    told = count(summary.turns)
    if others:
        told += f", {count(summary.human_turns)} of them by you"
    elif summary.turns:
        told += ", all by you" if summary.turns > 1 else ", by you"
    return f"{told}; {count(summary.open_turns)} not ended" if summary.open_turns else told


def _cost(summary: SessionSummary) -> str:
    unknown = f"no price for {', '.join(summary.unpriced_models)}"
    if not summary.api_messages:
        return ""
    lacks = [unknown] if summary.unpriced_models else []
    if lacks and not Decimal(summary.cost_usd or 0):
        return f"unknown: {unknown}"
    if unfinished := summary.messages_without_final_usage:
        replies = counted(unfinished, "reply lacks", "replies lack")
        lacks.append(f"{replies} a final count")
    told = dollars(summary.cost_usd)
    return f"at least {told}: {' and '.join(lacks)}" if lacks else told


def _with(number: int, part: int, what: str) -> str:
    told = count(number) if number else ""
    return f"{told}, {count(part)} {what}" if part else told


def _time(summary: SessionSummary) -> Table:
    spent = summary.spent
    parts = {
        "waiting for the model": spent.waiting_ms,
        "thinking": spent.thinking_ms,
        "tools": spent.tools_ms,
        "commands and hooks": spent.other_ms,
        "turns together": spent.total_ms,
    }
    rows: list[Row] = [
        [name, _took(took), _share(took, spent.total_ms)] for name, took in parts.items() if took
    ]
    if summary.person_ms:
        rows.append(["between the turns", _took(summary.person_ms), ""])
    return Table("Time", ["where", "time", "share"], rows, right=frozenset({"time", "share"}))


def _took(milliseconds: int) -> Cell:
    return Cell(in_words(milliseconds), str(milliseconds))


def _share(part: int, whole: int) -> Cell:
    share = part / whole if whole else 0.0
    return Cell(f"{100 * share:.0f} %", f"{share:.4f}")
