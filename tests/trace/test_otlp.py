"""Traces as OTLP."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTracePartialSuccess,
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from steno import __version__
from steno.errors import SinkPackageError
from steno.testing.sink_spans import captured, response
from steno.trace.otlp import (
    PROTOBUF,
    AnswerError,
    PartialSuccess,
    answer,
    encode,
    merge,
    pack,
    status_message,
)
from steno.trace.profiles.genai import SCHEMA_URL, wire
from steno.trace.span import Event
from steno.trace.wire import WireSpan, WireTrace
from tests.trace.made import TEXTS, whole_trace

RESOURCE = {"service.name": "claude-code", "a": "b"}
SCALARS = st.booleans() | st.integers() | st.floats() | TEXTS | st.lists(TEXTS).map(tuple)


def made(number: int = 1, **own: Any) -> WireTrace:
    """Make a trace of one span."""
    told = {"id": f"{number:016x}", "parent": None, "name": "x", "start": 1, "end": 2, **own}
    return WireTrace(id=f"{number:032x}", session_id="s", spans=(WireSpan(**told),))


def test_request_holds_all_spans_of_all_traces() -> None:
    """One resource and one scope, with the version of the convention."""
    traces = [wire(whole_trace()), replace(wire(whole_trace()), id="cd" * 16)]
    body = encode(traces, RESOURCE)
    request = ExportTraceServiceRequest.FromString(body)
    (resource,) = request.resource_spans
    (scope,) = resource.scope_spans
    assert (scope.scope.name, scope.scope.version) == ("steno", __version__)
    assert scope.schema_url == SCHEMA_URL
    spans = captured(body)
    assert [(span.trace_id, span.id) for span in spans] == [
        (trace.id, span.id) for trace in traces for span in trace.spans
    ]
    assert {tuple(span.resource.items()) for span in spans} == {
        (("a", "b"), ("service.name", "claude-code"))
    }


def test_every_member_of_a_span_arrives() -> None:
    """Kind, times, parent, values of all types, events and status."""
    attributes = {"t": "x", "i": 5, "f": 0.5, "b": True, "l": ("a", "b")}
    trace = made(
        parent="0" * 15 + "9", is_client=True, start=5, end=7, attributes=attributes,
        events=(Event("retry", 6, {"attempt": 2}),), is_error=True, message="broken",
    )  # fmt: skip
    (span,) = captured(encode([trace], {}))
    assert (span.parent, span.kind, span.start, span.end) == ("0" * 15 + "9", "CLIENT", 5, 7)
    assert span.attributes == {**attributes, "l": ["a", "b"]}
    assert span.events == (("retry", 6, {"attempt": 2}),)
    assert (span.is_error, span.message) == (True, "broken")


def test_span_without_error_has_no_status() -> None:
    """Nor a parent, where it is a root."""
    (span,) = captured(encode([made()], {}))
    assert (span.is_error, span.message, span.parent, span.kind) == (False, "", None, "INTERNAL")


def test_numbers_that_do_not_fit_are_texts() -> None:
    """Instead of stopping everything."""
    (span,) = captured(encode([made(attributes={"n": 1 << 70, "m": -(1 << 63)})], {}))
    assert span.attributes == {"n": str(1 << 70), "m": -(1 << 63)}


def test_halves_of_characters_are_joined_or_marked() -> None:
    """Protobuf takes nothing that is no UTF-8."""
    (span,) = captured(encode([made(name="\ud83d\ude00 \ud83d")], {}))
    assert span.name == "😀 �"


def test_order_of_a_resource_does_not_matter() -> None:
    """Equal input gives equal bytes."""
    turned = dict(reversed(RESOURCE.items()))
    assert encode([made()], RESOURCE) == encode([made()], turned)


@given(st.dictionaries(TEXTS, SCALARS, max_size=3), st.integers(0, (1 << 63) - 1))
def test_packed_traces_merge_to_the_request(attributes: dict[str, Any], start: int) -> None:
    """Byte for byte, so that a trace can wait in its packed form."""
    traces = [made(1, attributes=attributes, start=start), made(2, end=start)]
    packed = [pack(trace) for trace in traces]
    assert merge(packed, RESOURCE) == encode(traces, RESOURCE)
    assert [span.trace_id for span in captured(merge(packed, {}))] == [t.id for t in traces]


@pytest.mark.parametrize("spans", [1, 100, 3000])
def test_lengths_are_written_as_protobuf_does(spans: int) -> None:
    """Short and long requests decode and encode to the same spans."""
    traces = [made(number) for number in range(1, spans + 1)]
    request = ExportTraceServiceRequest.FromString(encode(traces, RESOURCE))
    assert len(request.resource_spans[0].scope_spans[0].spans) == spans
    assert captured(request.SerializeToString()) == captured(encode(traces, RESOURCE))


@pytest.mark.parametrize("content_type", [PROTOBUF, "application/json", "text/plain", ""])
def test_empty_answer_is_a_yes(content_type: str) -> None:
    """Of whatever type."""
    assert answer(b"", content_type) == PartialSuccess()


def test_rejected_spans_are_read_from_protobuf() -> None:
    """And a message without them is a warning."""
    assert answer(response(3, "too old"), PROTOBUF) == PartialSuccess(3, "too old")
    warned = ExportTraceServiceResponse(
        partial_success=ExportTracePartialSuccess(error_message="hm")
    )
    assert answer(warned.SerializeToString(), PROTOBUF) == PartialSuccess(0, "hm")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"{}", PartialSuccess()),
        (b'{"partialSuccess": {}}', PartialSuccess()),
        (b'{"partialSuccess": null}', PartialSuccess()),
        (b"[]", PartialSuccess()),
        (
            b'{"partialSuccess": {"rejectedSpans": "2", "errorMessage": "x"}}',
            PartialSuccess(2, "x"),
        ),
        (b'{"partialSuccess": {"rejectedSpans": 2, "errorMessage": 5}}', PartialSuccess(2)),
        (b'{"partialSuccess": {"rejectedSpans": 2.0}}', PartialSuccess(2)),
        (
            b'{"partial_success": {"rejected_spans": 3, "error_message": "no"}}',
            PartialSuccess(3, "no"),
        ),
        (b'{"successes": [{"id": "a"}], "errors": []}', PartialSuccess()),
        (
            b'{"successes": [], "errors": [{"id": "x", "status": 400, "message": "bad"}, 5]}',
            PartialSuccess(2, "bad"),
        ),
    ],
)
def test_rejected_spans_are_read_from_json(body: bytes, told: PartialSuccess) -> None:
    """Langfuse and others answer so."""
    assert answer(body, "application/json; charset=utf-8") == told


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xff", PROTOBUF),
        (b"{", "application/json"),
        (b'{"partialSuccess": {"rejectedSpans": "many"}}', "application/json"),
        (b'{"partialSuccess": {"rejectedSpans": -1}}', "application/json"),
        (b'{"partialSuccess": {"rejectedSpans": [2]}}', "application/json"),
        (b'{"partialSuccess": {"rejectedSpans": "' + b"9" * 5000 + b'"}}', "application/json"),
        (b"<html>", "text/html"),
    ],
)
def test_answer_that_is_no_otlp_is_told(body: bytes, content_type: str) -> None:
    """A proxy's page in the place of an answer is no yes."""
    with pytest.raises(AnswerError):
        answer(body, content_type)


def test_other_answers_are_taken_for_a_yes() -> None:
    """Some sinks say OK in plain text."""
    assert answer(b"OK", "text/plain") == PartialSuccess()


def test_message_of_a_refusal_is_read() -> None:
    """Where it can be."""
    status = ExportTracePartialSuccess(rejected_spans=3, error_message="no room")
    assert status_message(status.SerializeToString()) == "no room"
    assert status_message(b"\xff") == ""


def test_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the extra of tracing."""
    monkeypatch.setitem(sys.modules, "opentelemetry.proto.trace.v1.trace_pb2", None)
    with pytest.raises(SinkPackageError, match=r"pip install 'steno\[trace\]'"):
        pack(made())
