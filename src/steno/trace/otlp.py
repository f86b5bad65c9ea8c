"""Traces as OTLP: protobuf that is the same for the same spans, and what a sink answers.

A trace is packed as the members of a ``ScopeSpans``. Protobuf says that messages one behind the
other are one message with the members of all, so that a batch is put together without decoding.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from steno import __version__
from steno.errors import SinkPackageError
from steno.format.codec import JsonRefusedError, decode_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.trace.span import Event
    from steno.trace.wire import Value, WireSpan, WireTrace

SCOPE: Final = "steno"
PROTOBUF: Final = "application/x-protobuf"
_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1
_SPANS_OF_A_RESOURCE: Final = 2
_RESOURCES: Final = 1


class AnswerError(ValueError):
    """A sink's answer is not what OTLP says."""


@dataclass(frozen=True, slots=True)
class PartialSuccess:
    """How many spans a sink did not take, and what it says of that."""

    rejected: int = 0
    message: str = ""


def encode(traces: Iterable[WireTrace], resource: Mapping[str, str]) -> bytes:
    """Give the request that sends some traces."""
    return merge(map(pack, traces), resource)


def pack(trace: WireTrace) -> bytes:
    """Give the part of a request that holds one trace; it depends on the trace alone."""
    messages = _messages()
    spans = messages.ScopeSpans(schema_url=trace.schema_url)
    number = bytes.fromhex(trace.id)
    spans.spans.extend(_span(number, span) for span in trace.spans)
    packed: bytes = spans.SerializeToString(deterministic=True)
    return packed


def merge(packed: Iterable[bytes], resource: Mapping[str, str]) -> bytes:
    """Put packed traces, all of one profile, together to a request."""
    messages = _messages()
    head = messages.ResourceSpans()
    head.resource.attributes.extend(_members(dict(sorted(resource.items()))))
    scope = messages.ScopeSpans()
    scope.scope.name, scope.scope.version = SCOPE, __version__
    spans = b"".join([scope.SerializeToString(deterministic=True), *packed])
    inner = head.SerializeToString(deterministic=True) + _member(_SPANS_OF_A_RESOURCE, spans)
    return _member(_RESOURCES, inner)


def answer(body: bytes, content_type: str) -> PartialSuccess:
    """Read what a sink says to a request that it took; :class:`AnswerError` if that is no OTLP."""
    if not body.strip():
        return PartialSuccess()
    kind = content_type.partition(";")[0].strip().lower()
    if kind == PROTOBUF:
        return _binary_answer(body)
    if kind == "application/json":
        return _json_answer(body)
    if kind == "text/html":
        raise AnswerError("it answers with a web page")
    return PartialSuccess()


def status_message(body: bytes) -> str:
    """Give the message of a refusal in protobuf (a Status); empty where there is none."""
    # A Status has a number and a message at the same places.
    status = _service().ExportTracePartialSuccess()
    try:
        status.ParseFromString(body)
    except Exception:  # noqa: BLE001 - its class depends on how protobuf was built
        return ""
    return str(status.error_message)


def _binary_answer(body: bytes) -> PartialSuccess:
    response = _service().ExportTraceServiceResponse()
    try:
        response.ParseFromString(body)
    except Exception as error:
        raise AnswerError("its answer cannot be decoded") from error
    told = response.partial_success
    return PartialSuccess(max(told.rejected_spans, 0), told.error_message)


def _json_answer(body: bytes) -> PartialSuccess:
    try:
        value = decode_json(body).value
    except JsonRefusedError as error:
        raise AnswerError("its answer cannot be decoded") from error
    members = value if isinstance(value, dict) else {}
    told = _either(members, "partialSuccess", "partial_success")
    if not isinstance(told, dict):
        return _ingested(members)
    message = _either(told, "errorMessage", "error_message")
    rejected = _count(_either(told, "rejectedSpans", "rejected_spans"))
    return PartialSuccess(rejected, message if isinstance(message, str) else "")


def _either(members: Mapping[str, Any], *names: str) -> Any:
    """Give a member by the first of its names; JSON of protobuf may be written in both ways."""
    return next((members[name] for name in names if members.get(name) is not None), None)


def _count(told: Any) -> int:
    """Read how many spans were rejected; in JSON, numbers of 64 bits are texts."""
    if isinstance(told, float) and told.is_integer():
        told = int(told)
    try:
        rejected = int(told or 0) if isinstance(told, int | str | None) else -1
    except ValueError:
        rejected = -1
    if rejected < 0:
        raise AnswerError("it does not say how many spans it rejected")
    return rejected


def _ingested(members: Mapping[str, Any]) -> PartialSuccess:
    """Read the answer of Langfuse's own interface (207): what it took, and what it did not."""
    errors = members.get("errors")
    if not isinstance(errors, list) or not errors:
        return PartialSuccess()
    said = (one.get("message") or one.get("error") for one in errors if isinstance(one, dict))
    message = next((words for words in said if isinstance(words, str)), "")
    return PartialSuccess(len(errors), message)


def _messages() -> Any:
    return _module("opentelemetry.proto.trace.v1.trace_pb2")


def _service() -> Any:
    return _module("opentelemetry.proto.collector.trace.v1.trace_service_pb2")


def _module(name: str) -> Any:
    """Import what protobuf has made; its classes have no types that a checker could know."""
    try:
        return import_module(name)
    except ImportError as error:
        raise SinkPackageError("opentelemetry-proto") from error


def _span(trace_id: bytes, span: WireSpan) -> Any:
    messages = _messages()
    kind = messages.Span.SPAN_KIND_CLIENT if span.is_client else messages.Span.SPAN_KIND_INTERNAL
    made = messages.Span(
        trace_id=trace_id,
        span_id=bytes.fromhex(span.id),
        parent_span_id=b"" if span.parent is None else bytes.fromhex(span.parent),
        name=_text(span.name),
        kind=kind,
        start_time_unix_nano=span.start,
        end_time_unix_nano=span.end,
        attributes=_members(span.attributes),
        events=[_event(event) for event in span.events],
    )
    if span.is_error:
        made.status.code = messages.Status.STATUS_CODE_ERROR
        made.status.message = _text(span.message or "")
    return made


def _event(event: Event) -> Any:
    return _messages().Span.Event(
        name=_text(event.name),
        time_unix_nano=event.time,
        attributes=_members(event.attributes),
    )


def _members(members: Mapping[str, Value]) -> list[Any]:
    common = _module("opentelemetry.proto.common.v1.common_pb2")
    return [
        common.KeyValue(key=_text(key), value=_value(common, value))
        for key, value in members.items()
    ]


def _value(common: Any, value: Value) -> Any:
    if isinstance(value, bool):
        return common.AnyValue(bool_value=value)
    if isinstance(value, int):
        if _LEAST <= value <= _MOST:
            return common.AnyValue(int_value=value)
        return common.AnyValue(string_value=str(value))
    if isinstance(value, float):
        return common.AnyValue(double_value=value)
    if isinstance(value, tuple):
        values = [_value(common, inner) for inner in value]
        return common.AnyValue(array_value=common.ArrayValue(values=values))
    return common.AnyValue(string_value=_text(value))


def _text(text: str) -> str:
    """Give a text that UTF-8 can hold: halves of characters are joined, or marked as lost."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _member(number: int, content: bytes) -> bytes:
    """Write a member of a message: its number, its length, its bytes."""
    length = len(content)
    written = bytearray([number << 3 | 2])
    while length > 0x7F:  # noqa: PLR2004 - seven bits to a byte
        written.append(length & 0x7F | 0x80)
        length >>= 7
    written.append(length)
    return bytes(written) + content
