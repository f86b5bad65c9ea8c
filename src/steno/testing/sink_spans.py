"""Spans as they arrive at a sink: protobuf turned into plain values that tests can compare."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_TRACE_DIGITS = 32
_SPAN_DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class CapturedSpan:
    """One span as a sink got it."""

    trace_id: str
    id: str
    parent: str | None
    name: str
    kind: str
    """``CLIENT`` or ``INTERNAL``."""
    start: int
    end: int
    attributes: Mapping[str, Any]
    events: tuple[tuple[str, int, Mapping[str, Any]], ...] = ()
    """Name, time and attributes of each."""
    is_error: bool = False
    message: str = ""
    resource: Mapping[str, Any] = field(default_factory=dict)
    scope: str = ""
    schema_url: str = ""

    def problems(self) -> Iterator[str]:
        """Say what is wrong with it by the rules of OpenTelemetry."""
        if len(self.trace_id) != _TRACE_DIGITS or not int(self.trace_id or "0", 16):
            yield f"{self.trace_id!r} is no id of a trace"
        if len(self.id) != _SPAN_DIGITS or not int(self.id or "0", 16):
            yield f"{self.id!r} is no id of a span"
        if self.parent is not None and len(self.parent) != _SPAN_DIGITS:
            yield f"{self.parent!r} is no id of a parent"
        if self.end < self.start:
            yield f"{self.name} ends before it begins"
        if not self.name:
            yield f"{self.id} has no name"


@dataclass(frozen=True, slots=True)
class Request:
    """One request that a sink read."""

    path: str
    headers: Mapping[str, str]
    size: int
    """In bytes, before compression."""
    spans: tuple[CapturedSpan, ...]

    @property
    def trace_ids(self) -> tuple[str, ...]:
        """The traces in it, in order."""
        return tuple(dict.fromkeys(span.trace_id for span in self.spans))


def captured(body: bytes) -> tuple[CapturedSpan, ...]:
    """Decode a request; ValueError if it is none."""
    request = _messages().ExportTraceServiceRequest()
    try:
        request.ParseFromString(body)
    except Exception as error:
        raise ValueError(str(error)) from error
    return tuple(
        _captured(span, resource, scope)
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    )


def response(rejected: int, message: str) -> bytes:
    """Encode an answer; without rejected spans it says nothing."""
    made = _messages().ExportTraceServiceResponse()
    if rejected:
        made.partial_success.rejected_spans = rejected
        made.partial_success.error_message = message
    encoded: bytes = made.SerializeToString()
    return encoded


def _messages() -> Any:
    return import_module("opentelemetry.proto.collector.trace.v1.trace_service_pb2")


def _captured(span: Any, resource: Any, scope: Any) -> CapturedSpan:
    kinds = {number: name for name, number in type(span).SpanKind.items()}
    return CapturedSpan(
        trace_id=span.trace_id.hex(),
        id=span.span_id.hex(),
        parent=span.parent_span_id.hex() or None,
        name=span.name,
        kind=kinds[span.kind].removeprefix("SPAN_KIND_"),
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
        attributes=_plain(span.attributes),
        events=tuple((e.name, e.time_unix_nano, _plain(e.attributes)) for e in span.events),
        is_error=span.status.code == span.status.STATUS_CODE_ERROR,
        message=span.status.message,
        resource=_plain(resource.resource.attributes),
        scope=scope.scope.name,
        schema_url=scope.schema_url,
    )


def _plain(members: Iterable[Any]) -> dict[str, Any]:
    return {member.key: _value(member.value) for member in members}


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_value(inner) for inner in value.array_value.values]
    return None if kind is None else getattr(value, kind)
