"""The conventions of OpenTelemetry for generative AI, version 1.41.

``input.value`` and ``output.value`` are added where Phoenix and MLflow look for a preview.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.trace.profiles.parts import input_messages, output_messages
from steno.trace.profiles.values import PROVIDER, as_json, as_text, cost, in_and_out, wire_span
from steno.trace.span import SpanKind
from steno.trace.wire import WireTrace

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.trace.span import Span, Trace
    from steno.trace.wire import Value, WireSpan

VERSION: Final = "1.41.0"
SCHEMA_URL: Final = f"https://opentelemetry.io/schemas/{VERSION}"


def wire(trace: Trace) -> WireTrace:
    """Say a trace in the words of the GenAI conventions; tools stand beside their chat."""
    return WireTrace(
        id=trace.id,
        session_id=trace.session_id,
        spans=tuple(_SAY[span.kind](trace, span) for span in trace.spans),
        schema_url=SCHEMA_URL,
    )


def _agent(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": PROVIDER,
        "gen_ai.agent.name": span.name,
        "gen_ai.agent.id": span.call_id,
        "gen_ai.agent.description": span.facts.get("steno.agent.description"),
        "gen_ai.agent.version": span.facts.get("steno.client_version"),
        **in_and_out(span),
    }
    return wire_span(trace, span, f"invoke_agent {span.name}", told)


def _chat(trace: Trace, span: Span) -> WireSpan:
    said, reason = span.said, span.finish_reason
    told: dict[str, Value | None] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": PROVIDER,
        "gen_ai.request.model": span.name,
        "gen_ai.response.model": span.name,
        "gen_ai.response.id": span.message_id,
        "gen_ai.response.finish_reasons": None if reason is None else (reason,),
        "gen_ai.input.messages": as_json(input_messages(span.heard)) if span.heard else None,
        "gen_ai.output.messages": as_json(output_messages(said, reason)) if said else None,
        **_usage(span),
        **cost(span),
        "tool_count": span.tool_count,
    }
    return wire_span(trace, span, f"chat {span.name}", told, is_client=True)


def _usage(span: Span) -> dict[str, Value | None]:
    if span.usage is None:
        return {}
    tokens = span.usage.tokens
    read, written = tokens.cache_read_input_tokens, tokens.cache_creation_input_tokens
    return {
        "gen_ai.usage.input_tokens": tokens.input_tokens + read + written,
        "gen_ai.usage.output_tokens": tokens.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": read,
        "gen_ai.usage.cache_creation.input_tokens": written,
    }


def _tool(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": span.name,
        "gen_ai.tool.call.id": span.call_id,
        "gen_ai.tool.call.arguments": None if span.input is None else as_json(span.input),
        "gen_ai.tool.call.result": None if span.output is None else as_text(span.output),
    }
    return wire_span(trace, span, f"execute_tool {span.name}", told)


def _compact(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        "gen_ai.operation.name": "compact",
        # No convention knows compactions, and Phoenix and MLflow take this for the span's type.
        "openinference.span.kind": "CHAIN",
        **in_and_out(span),
    }
    return wire_span(trace, span, "compact", told)


_SAY: Final[dict[SpanKind, Callable[[Trace, Span], WireSpan]]] = {
    SpanKind.AGENT: _agent,
    SpanKind.CHAT: _chat,
    SpanKind.TOOL: _tool,
    SpanKind.COMPACT: _compact,
}
