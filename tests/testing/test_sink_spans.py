"""Spans as they arrive at a sink."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steno.testing.sink_spans import CapturedSpan, Request, captured, response
from steno.trace.otlp import PROTOBUF, PartialSuccess, answer, encode
from steno.trace.wire import WireSpan, WireTrace

SPAN = CapturedSpan(
    trace_id="ab" * 16, id="cd" * 8, parent=None, name="x", kind="CLIENT", start=1, end=2,
    attributes={},
)  # fmt: skip


def test_request_is_decoded() -> None:
    """To values that can be compared."""
    span = WireSpan(id="cd" * 8, parent=None, name="x", is_client=True, start=1, end=2)
    trace = WireTrace(id="ab" * 16, session_id="s", spans=(span,))
    assert captured(encode([trace], {})) == (replace(SPAN, scope="steno"),)


def test_other_bytes_are_no_request() -> None:
    """They are refused."""
    with pytest.raises(ValueError, match=r"\w"):
        captured(b"\xff\xff\xff")


def test_good_span_has_no_problems() -> None:
    """Each rule has one that breaks it."""
    assert list(SPAN.problems()) == []


@pytest.mark.parametrize(
    "broken",
    [
        replace(SPAN, trace_id="0" * 32),
        replace(SPAN, trace_id="ab"),
        replace(SPAN, id="0" * 16),
        replace(SPAN, id=""),
        replace(SPAN, parent="ab"),
        replace(SPAN, end=0),
        replace(SPAN, name=""),
    ],
)
def test_broken_rules_are_told(broken: CapturedSpan) -> None:
    """One at a time."""
    assert len(list(broken.problems())) == 1


def test_request_lists_its_traces() -> None:
    """Each once, in order."""
    spans = (SPAN, replace(SPAN, trace_id="12" * 16), replace(SPAN, id="ef" * 8))
    assert Request("/", {}, 1, spans).trace_ids == ("ab" * 16, "12" * 16)


def test_answers_are_those_that_a_sink_gives() -> None:
    """Our own reader understands them; one that rejects nothing is empty."""
    assert answer(response(2, "no"), PROTOBUF) == PartialSuccess(2, "no")
    assert response(0, "no") == b""
