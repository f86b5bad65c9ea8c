"""One session summed up, as the JSON document holds it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from steno.analyse.files import FileSum  # noqa: TC001 - schema
from steno.analyse.tools import ToolSum  # noqa: TC001 - schema
from steno.cli.clock import iso

if TYPE_CHECKING:
    from steno.analyse.summary import SessionSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingRow:
    """How time was spent, in milliseconds."""

    waiting_ms: int
    """For the model's replies, its thinking apart."""
    thinking_ms: int
    """While the model thought, as far as its thinking is stored."""
    tools_ms: int
    """While tools ran, and while they waited for permission."""
    other_ms: int
    """While commands of the client and hooks ran."""
    total_ms: int
    """All turns together: the sum of the above."""
    between_turns_ms: int
    """Between the turns, until a person spoke again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRow:
    """One session; all figures are those of its own file, but for the sub-agents' number."""

    started: str | None
    ended: str | None
    turns: int
    human_turns: int
    """Those that a person opened."""
    open_turns: int
    """Those that did not come to their end."""
    models: dict[str, int]
    """The API messages by model, the most used first."""
    cost_usd: str | None
    """A decimal number; null where no message has a certain price."""
    unpriced_models: list[str]
    """What the cost lacks."""
    messages_without_final_usage: int
    """API messages that cost more than was stored."""
    timing: TimingRow
    tool_calls: int
    tool_errors: int
    tools: list[ToolSum]
    files: list[FileSum]
    subagents: int
    """All that the session tells of."""
    subagents_without_file: int
    """Those of them that have no file of their own."""
    compactions: int
    """Full ones; those that only cut tool results do not count."""
    branches: int
    """Branches beside the active one."""


def summary_row(summary: SessionSummary) -> SummaryRow:
    """Give a summary as the document holds it."""
    spent = summary.spent
    timing = TimingRow(**asdict(spent), total_ms=spent.total_ms, between_turns_ms=summary.person_ms)
    return SummaryRow(
        started=iso(summary.started),
        ended=iso(summary.ended),
        turns=summary.turns,
        human_turns=summary.human_turns,
        open_turns=summary.open_turns,
        models=summary.models,
        cost_usd=summary.cost_usd,
        unpriced_models=list(summary.unpriced_models),
        messages_without_final_usage=summary.messages_without_final_usage,
        timing=timing,
        tool_calls=summary.tool_calls,
        tool_errors=summary.tool_errors,
        tools=list(summary.tools),
        files=list(summary.files),
        subagents=summary.subagents,
        subagents_without_file=summary.subagents_without_file,
        compactions=summary.compactions,
        branches=summary.branches,
    )
