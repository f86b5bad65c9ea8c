"""The conventions of OpenInference, which Phoenix was made for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.trace.profiles.messages import flattened
from steno.trace.profiles.values import JSON, PROVIDER, as_json, cost, in_and_out, wire_span
from steno.trace.replies import text_of
from steno.trace.span import SpanKind
from steno.trace.wire import WireTrace

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.trace.span import Span, Trace
    from steno.trace.wire import Value, WireSpan

KIND: Final = "openinference.span.kind"


def wire(trace: Trace) -> WireTrace:
    """Say a trace in the words of OpenInference; tools stand beside their model call."""
    return WireTrace(
        id=trace.id,
        session_id=trace.session_id,
        spans=tuple(_SAY[span.kind](trace, span) for span in trace.spans),
    )


def _agent(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        KIND: "AGENT",
        "agent.name": span.name,
        "metadata": as_json(dict(span.facts)) if span.facts else None,
        **in_and_out(span),
    }
    return wire_span(trace, span, f"invoke_agent {span.name}", told)


def _chat(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        KIND: "LLM",
        "llm.provider": PROVIDER,
        "llm.system": PROVIDER,
        "llm.model_name": span.name,
        "llm.finish_reason": span.finish_reason,
        "metadata": as_json({"tool_count": span.tool_count, "message_id": span.message_id}),
        "tool_count": span.tool_count,
        **flattened("llm.input_messages", span.heard),
        **flattened("llm.output_messages", () if span.said is None else (span.said,)),
        **in_and_out(span),
        **_heard_text(span),
        **_usage(span),
        **cost(span),
    }
    if span.cost_usd is not None:
        told["llm.cost.total"] = float(span.cost_usd)
    return wire_span(trace, span, f"chat {span.name}", told, is_client=True)


def _heard_text(span: Span) -> dict[str, Value | None]:
    """Say what the model was told as plain text, for the list of spans."""
    text = "\n".join(filter(None, (text_of(said.blocks) for said in span.heard)))
    return {"input.value": text, "input.mime_type": "text/plain"} if text else {}


def _usage(span: Span) -> dict[str, Value | None]:
    if span.usage is None:
        return {}
    tokens = span.usage.tokens
    read, written = tokens.cache_read_input_tokens, tokens.cache_creation_input_tokens
    prompt = tokens.input_tokens + read + written
    return {
        "llm.token_count.prompt": prompt,
        "llm.token_count.completion": tokens.output_tokens,
        "llm.token_count.total": prompt + tokens.output_tokens,
        "llm.token_count.prompt_details.cache_read": read,
        "llm.token_count.prompt_details.cache_write": written,
    }


def _tool(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        KIND: "TOOL",
        "tool.name": span.name,
        "tool.id": span.call_id,
        **in_and_out(span),
    }
    if span.input is not None:
        arguments: Any = span.input
        told |= {"input.value": as_json(arguments), "input.mime_type": JSON}
    return wire_span(trace, span, f"execute_tool {span.name}", told)


def _compact(trace: Trace, span: Span) -> WireSpan:
    told: dict[str, Value | None] = {
        KIND: "CHAIN",
        "metadata": as_json(dict(span.facts)) if span.facts else None,
        **in_and_out(span),
    }
    return wire_span(trace, span, "compact", told)


_SAY: Final[dict[SpanKind, Callable[[Trace, Span], WireSpan]]] = {
    SpanKind.AGENT: _agent,
    SpanKind.CHAT: _chat,
    SpanKind.TOOL: _tool,
    SpanKind.COMPACT: _compact,
}
