"""Tool calls as rows: of a document for a program, of a table for a person."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.cli.clock import iso
from steno.cli.durations import took
from steno.cli.output import Cell, Table, amount, figure, identity, moment
from steno.view.tools.outcome import Status  # noqa: TC001 - schema

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from steno.analyse.files import FileSum
    from steno.analyse.tools import ToolSum
    from steno.session.all_calls import CallRecords
    from steno.view.tools.card import ToolCard

DEEPEST: Final = 60
"""Levels of nesting that a document shows; what is deeper no reader of JSON would like."""
TOO_DEEP: Final = "(nested too deeply to be shown)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """One tool call."""

    id: str
    """Empty where the use has none."""
    name: str
    session: str | None
    turn: int | None
    """The session's turn; of a sub-agent's call the one in which the sub-agent was begun."""
    input: Any
    """The arguments."""
    result: Any
    """What the model was given: a text or blocks; null where there is no result."""
    is_error: bool
    started: str | None
    duration_ms: int | None
    """What the result says, else the time between the two lines."""
    agent: str | None
    """The sub-agent that asked for it; null for the session itself."""
    ended: str | None
    status: Status
    title: str
    """The call in one line."""
    summary: str
    """What came of it, in a few words."""
    path: str | None
    """The file that it stands in; null where that is missing."""
    line: int | None
    """The line of the use in that file."""
    result_line: int | None
    """The line of the result."""
    server: bool
    """Whether the API ran the tool itself."""


def call_row(records: CallRecords, live: Container[str | None] = ()) -> CallRow:
    """Give a call as a row; one of a ``live`` session that has no result may be running."""
    found, call = records.found, records.call
    card = _card(records, may_run=found.in_last_turn and found.session_id in live)
    is_stored = found.path is not None
    return CallRow(
        id=call.id,
        name=call.name,
        session=found.session_id,
        turn=call.turn,
        input=showable(call.input),
        result=showable(call.result),
        is_error=call.is_error,
        started=iso(call.started),
        duration_ms=call.duration_ms,
        agent=call.agent_id,
        ended=iso(call.ended),
        status=card.status,
        title=card.title,
        summary=card.summary,
        path=str(found.path) if is_stored else None,
        line=call.use_line if is_stored else None,
        result_line=call.result_line if is_stored else None,
        server=call.server,
    )


def _card(records: CallRecords, *, may_run: bool) -> ToolCard:
    from steno.format.entries.user import UserEntry
    from steno.format.envelope import ChainEntry
    from steno.view.registry import build_card
    from steno.view.tools.facts import ToolFacts

    call, answer = records.call, records.result
    denial = answer.tool_denial_kind if isinstance(answer, UserEntry) else None
    facts = ToolFacts(
        name=call.name,
        input=call.input,
        result=call.result,
        structured=call.structured,
        is_error=call.is_error,
        finished=answer is not None,
        interrupted=answer is None and not may_run,
        denial=denial or "",
        cwd=(records.use.cwd or "") if isinstance(records.use, ChainEntry) else "",
    )
    return build_card(facts)


def showable(value: Any, levels: int = DEEPEST) -> Any:
    """Give a value as every reader of JSON takes it: no NaN, and not nested without end."""
    if isinstance(value, (dict, list)) and not levels:
        return TOO_DEEP
    if isinstance(value, dict):
        return {str(key): showable(one, levels - 1) for key, one in value.items()}
    if isinstance(value, list):
        return [showable(one, levels - 1) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, (str, int, float)) else TOO_DEEP


def call_cells(row: CallRow) -> dict[str, str | Cell]:
    """Give the cells of a call, by column."""
    from steno.cli.rendering.signs import STATUS_STYLES

    # The tool has a column of its own.
    shown = row.title.removeprefix(row.name).lstrip(": ")
    return {
        "started": moment(row.started),
        "session": identity(row.session),
        "turn": Cell("", "") if row.turn is None else figure(row.turn),
        "agent": identity(row.agent),
        "tool": row.name,
        "call": Cell(shown, row.title),
        "status": Cell(row.status, row.status, STATUS_STYLES.get(row.status, "")),
        "outcome": row.summary,
        "took": took(row.duration_ms),
    }


def table_of_calls(rows: Sequence[dict[str, str | Cell]], *, one_session: bool) -> Table:
    """Put the cells of calls into a table; what says nothing has no column."""
    spared = {"session"} if one_session else set()
    if not any(isinstance(row["agent"], Cell) and row["agent"].plain for row in rows):
        spared.add("agent")
    columns = [column for column in rows[0] if column not in spared]
    return Table(
        "",
        columns,
        [[row[column] for column in columns] for row in rows],
        right=frozenset({"turn", "took"}),
        wide={"call": 18, "outcome": 14, "tool": 10},
        most={"call": 90, "outcome": 40, "tool": 32},
        drop=("agent", "turn", "outcome", "took"),
    )


def table_of_tools(sums: Sequence[ToolSum]) -> Table:
    """Put what tools add up to into a table."""
    columns = ["tool", "calls", "errors", "no result", "took", "median", "longest", "output"]
    return Table(
        "Tools",
        columns,
        [
            [
                one.name, figure(one.calls), figure(one.errors, blank=True),
                figure(one.unanswered, blank=True), took(one.total_ms), took(one.median_ms),
                took(one.longest_ms), amount(one.output_bytes),
            ]
            for one in sums
        ],
        right=frozenset(columns[1:]),
        wide={"tool": 20},
        drop=("no result", "longest", "output"),
    )  # fmt: skip


def table_of_files(sums: Sequence[FileSum]) -> Table:
    """Put what was done to files into a table."""
    columns = ["file", "reads", "changes", "added", "removed", "errors"]
    return Table(
        "Files",
        columns,
        [
            [
                one.path,
                *(
                    figure(number, blank=True)
                    for number in (one.reads, one.changes, one.added, one.removed, one.errors)
                ),
            ]
            for one in sums
        ],
        right=frozenset(columns[1:]),
        wide={"file": 32},
        drop=["errors"],
        ends=frozenset({"file"}),
    )  # fmt: skip
