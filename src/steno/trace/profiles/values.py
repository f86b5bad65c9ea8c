"""What all profiles say alike: values as text, the session, what is known besides, errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import encode_value
from steno.trace.wire import WireSpan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.trace.span import Span, Trace
    from steno.trace.wire import Value

PROVIDER: Final = "anthropic"
TEXT: Final = "text/plain"
JSON: Final = "application/json"


def as_json(value: Any) -> str:
    """Give a value as JSON."""
    return encode_value(value).decode("utf-8")


def as_text(value: Any) -> str:
    """Give a text as it is, and anything else as JSON."""
    return value if isinstance(value, str) else as_json(value)


def in_and_out(span: Span) -> dict[str, Value | None]:
    """Say what came in and out as Phoenix and MLflow read it; nothing where that is empty."""
    told: dict[str, Value | None] = {}
    for way, value in (("input", span.input), ("output", span.output)):
        if value is not None and value != "":
            told[f"{way}.value"] = as_text(value)
            told[f"{way}.mime_type"] = TEXT if isinstance(value, str) else JSON
    return told


def cost(span: Span) -> dict[str, Value | None]:
    """Say the list price, also by the name under which MLflow takes it."""
    if span.cost_usd is None:
        return {}
    price = float(span.cost_usd)
    return {"steno.cost_usd": price, "mlflow.llm.cost": as_json({"total_cost": price})}


def wire_span(
    trace: Trace,
    span: Span,
    name: str,
    told: Mapping[str, Value | None],
    *,
    is_client: bool = False,
) -> WireSpan:
    """Make a span with what a profile tells of it, the session, and what is known besides."""
    session = {"gen_ai.conversation.id": trace.session_id, "session.id": trace.session_id}
    members = {**span.facts, **told, **session, "error.type": span.error}
    return WireSpan(
        id=span.id,
        parent=span.parent,
        name=name,
        is_client=is_client,
        start=span.start,
        end=span.end,
        attributes={key: value for key, value in members.items() if value is not None},
        events=span.events,
        is_error=span.error is not None,
        message=(span.error_text or span.error) if span.error is not None else None,
    )
