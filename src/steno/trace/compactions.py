"""Compactions as spans: when the conversation gave way to a summary, and how much that saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.session.compaction import summary_text
from steno.trace.clock import MILLISECOND
from steno.trace.ids import span_id
from steno.trace.span import Span, SpanKind
from steno.trace.talk import TIME_ESTIMATED

if TYPE_CHECKING:
    from steno.session.compaction import Compaction
    from steno.trace.talk import Source

UNKNOWN: Final = "unknown"
"""What set off a compaction that does not say so."""


def compact_span(source: Source, compaction: Compaction, parent: str) -> Span:
    """Make the span of a compaction; a clone renews its uuid, so its time names it.

    Of several with the same time and trigger their order does, too.
    """
    end = source.clock.at(compaction.row)
    trigger = compaction.trigger or UNKNOWN
    before = source.compactions_like(end, trigger)
    told = {
        "steno.compaction.trigger": trigger,
        "steno.compaction.kind": compaction.kind.value,
        "steno.compaction.tokens_before": compaction.pre_tokens,
        "steno.compaction.tokens_after": compaction.post_tokens,
        TIME_ESTIMATED: None if source.clock.is_told(compaction.row) else True,
    }
    return Span(
        kind=SpanKind.COMPACT,
        name=trigger,
        id=span_id("compact", source.agent, str(end), trigger, *([str(before)] if before else [])),
        parent=parent,
        start=max(end - max(compaction.duration_ms or 0, 0) * MILLISECOND, 0),
        end=end,
        output=_summary(source, compaction),
        facts={key: value for key, value in told.items() if value is not None},
    )


def _summary(source: Source, compaction: Compaction) -> str | None:
    row = compaction.summary_row
    return None if row is None else summary_text(source.session.record(row))
