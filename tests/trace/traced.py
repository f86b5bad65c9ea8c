"""Traces of small transcripts, for the tests beside this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.trace.spans import session_traces
from tests.session.transcripts import session

if TYPE_CHECKING:
    from steno.trace.span import Span, SpanKind, Trace


def traces(*lines: Any) -> list[Trace]:
    """Give the traces of some lines."""
    return list(session_traces(session(*lines)))


def only(*lines: Any) -> Trace:
    """Give the one trace of some lines."""
    (trace,) = traces(*lines)
    return trace


def of_kind(trace: Trace, kind: SpanKind) -> list[Span]:
    """Give the spans of a kind, in order, without the root."""
    return [span for span in trace.spans[1:] if span.kind is kind]


def usage(**figures: int) -> dict[str, Any]:
    """Make the part of a message that tells of tokens."""
    return {"message": {"usage": figures, "stop_reason": "end_turn"}}


def assert_whole(trace: Trace) -> None:
    """Check what holds for every trace: one root, parents before children, times in order."""
    seen: set[str] = set()
    for span in trace.spans:
        assert (span.parent is None) is (not seen)
        assert span.parent is None or span.parent in seen
        assert span.id not in seen
        assert 0 <= span.start <= span.end
        assert span.asked_by is None or span.asked_by in seen
        seen.add(span.id)
