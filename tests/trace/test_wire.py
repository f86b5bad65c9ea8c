"""Spans as they are sent."""

from __future__ import annotations

from steno.trace.wire import WireSpan, WireTrace


def test_span_is_within_and_fine_unless_told() -> None:
    """And nothing can change it."""
    span = WireSpan(id="ab" * 8, parent=None, name="x", start=1, end=2)
    assert (span.is_client, span.is_error, dict(span.attributes), span.events) == (
        False, False, {}, (),
    )  # fmt: skip
    assert hash(WireTrace(id="ab" * 16, session_id="s", spans=())) == hash(
        WireTrace(id="ab" * 16, session_id="s", spans=())
    )
