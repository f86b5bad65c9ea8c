"""Spans before any backend."""

from __future__ import annotations

from steno.trace.span import Span, SpanKind, Trace


def test_root_is_the_first_span() -> None:
    """The others lie below it."""
    spans = tuple(
        Span(kind=SpanKind.AGENT, name=name, id=name, parent=parent, start=0, end=1)
        for name, parent in (("a", None), ("b", "a"))
    )
    trace = Trace(
        id="t", session_id="s", spans=spans, turn_number=1, api_messages=1, line=1, last_line=2
    )
    assert trace.root.name == "a"
