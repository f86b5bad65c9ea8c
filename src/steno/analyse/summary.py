"""A session in figures: one row that says what it was, how long it took and what it cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.analyse.cost import Prices, cost_of, decimal_string
from steno.analyse.files import FileSum, FileSums
from steno.analyse.timing import Spent, find_timing
from steno.analyse.tools import ToolSum, ToolSums
from steno.format.scan import scan_entry
from steno.session.all_calls import find_calls, read_calls
from steno.session.api_messages import read_messages, see_line
from steno.session.compaction import CompactionKind
from steno.session.tokens import MessageTable, TokenCount
from steno.session.turns import count_human, moment

if TYPE_CHECKING:
    from datetime import datetime

    from steno.session.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """One session; all figures are those of its own file, but for the sub-agents' number."""

    id: str | None
    started: datetime | None
    ended: datetime | None
    lines: int
    turns: int
    human_turns: int
    """Those that a person opened."""
    open_turns: int
    """Those that did not come to their end."""
    api_messages: int
    models: dict[str, int]
    """The API messages by model, the most used first."""
    usage: TokenCount
    cost_usd: str | None
    """A decimal number; None where no message has a certain price."""
    unpriced_models: tuple[str, ...]
    """What the cost lacks."""
    messages_without_final_usage: int
    """API messages that cost more than was stored."""
    spent: Spent
    """How the time of its turns was spent."""
    person_ms: int
    """Between the turns, until a person spoke again."""
    tool_calls: int
    tool_errors: int
    tools: tuple[ToolSum, ...]
    files: tuple[FileSum, ...]
    subagents: int
    """All that the session tells of."""
    subagents_without_file: int
    """Those of them that have no file of their own."""
    compactions: int
    """Full ones; those that only cut tool results do not count."""
    branches: int
    """Branches beside the active one."""


def summarise(session: Session, prices: Prices | None = None) -> SessionSummary:
    """Sum a session up."""
    turns, messages = session.turns, _messages(session)
    report = cost_of(messages.usages(), prices)
    timing = find_timing(session.outline, session.rows_and_records(), turns)
    tools, files = _calls(session)
    started, ended = _span(session)
    full = [one for one in session.compactions if one.kind is CompactionKind.FULL]
    return SessionSummary(
        id=session.id,
        started=started,
        ended=ended,
        lines=session.outline.line_count,
        turns=len(turns),
        human_turns=count_human(turns),
        open_turns=sum(not turn.complete for turn in turns),
        api_messages=len(messages),
        models=_models(messages),
        usage=messages.total(),
        cost_usd=None if report.cost_usd is None else decimal_string(report.cost_usd),
        unpriced_models=report.unpriced_models,
        messages_without_final_usage=report.messages_without_final_usage,
        spent=timing.spent,
        person_ms=timing.person_ms,
        tool_calls=sum(tool.calls for tool in tools),
        tool_errors=sum(tool.errors for tool in tools),
        tools=tuple(tools),
        files=tuple(files),
        subagents=len(session.subagents),
        subagents_without_file=sum(agent.path is None for agent in session.subagents),
        compactions=len(full),
        branches=sum(not branch.is_active for branch in session.graph.branches),
    )


def _messages(session: Session) -> MessageTable:
    if session.path is not None:
        return read_messages(session.path)
    messages = MessageTable()
    for _, record in session.rows_and_records():
        see_line(scan_entry(record), messages)
    return messages


def _models(messages: MessageTable) -> dict[str, int]:
    return dict(Counter(usage.model or "null" for usage in messages.usages()).most_common())


def _calls(session: Session) -> tuple[list[ToolSum], list[FileSum]]:
    tools, files = ToolSums(), FileSums()
    for records in read_calls(find_calls(session, agents=False)):
        call = records.call
        tools.see(call, call.result)
        files.see(call, call.input, call.structured)
    return tools.sums(), files.sums()


def _span(session: Session) -> tuple[datetime | None, datetime | None]:
    times = [time for row in range(len(session.outline)) if (time := session.outline.time(row))]
    return moment(min(times, default=None)), moment(max(times, default=None))
