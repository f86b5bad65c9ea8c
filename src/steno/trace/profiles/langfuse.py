"""Langfuse, as the cc-langfuse hook fills it: a trace for each turn, an agent, generations, tools.

Attributes of the ``langfuse`` namespace win over all others on a Langfuse server.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from steno.trace.profiles.values import as_json, as_text, wire_span
from steno.trace.replies import text_of
from steno.trace.span import SpanKind
from steno.trace.wire import WireTrace

if TYPE_CHECKING:
    from steno.session.tokens import TokenCount
    from steno.trace.span import Span, Trace
    from steno.trace.wire import Value, WireSpan

SOURCE: Final = "claude-code"
TRACE: Final = "langfuse.trace"
OBSERVATION: Final = "langfuse.observation"
_TYPES: Final = {
    SpanKind.AGENT: "agent",
    SpanKind.CHAT: "generation",
    SpanKind.TOOL: "tool",
    SpanKind.COMPACT: "span",
}


def wire(trace: Trace) -> WireTrace:
    """Say a trace in the words of Langfuse; tools stand below their generation."""
    root = replace(trace.root, input=_user_text(trace))
    trace = replace(trace, spans=(root, *trace.spans[1:]))
    asked = _first_inputs(trace)
    spans = (_span(trace, span, asked.get(span.id)) for span in trace.spans)
    return WireTrace(id=trace.id, session_id=trace.session_id, spans=tuple(spans))


def _user_text(trace: Trace) -> Any:
    """Give the user's text as it stands in the transcript, with the client's tags around it."""
    root = trace.root
    if trace.turn_number is None or root.input is None:
        return root.input
    replies = (one for one in trace.spans if one.kind is SpanKind.CHAT and one.parent == root.id)
    heard = next((one.heard for one in replies), ())
    return next((text_of(said.blocks) for said in heard if said.role == "user"), root.input)


def _first_inputs(trace: Trace) -> dict[str, Any]:
    """Give what the first generation below each agent was asked; the others have no input."""
    prompts = {span.id: span.input for span in trace.spans if span.kind is SpanKind.AGENT}
    first: dict[str, Any] = {}
    for span in trace.spans:
        if span.kind is SpanKind.CHAT and span.parent in prompts:
            first[span.id] = prompts.pop(span.parent)
    return first


def _span(trace: Trace, span: Span, asked: Any) -> WireSpan:
    is_root = span is trace.root
    told: dict[str, Value | None] = {
        f"{TRACE}.name": _trace_name(trace),
        f"{OBSERVATION}.type": _TYPES[span.kind],
        **(_trace(trace) if is_root else {}),
        **_content(span, asked),
        **_metadata(span),
        **_generation(span),
    }
    if span.error is not None:
        told[f"{OBSERVATION}.level"] = "ERROR"
        told[f"{OBSERVATION}.status_message"] = span.error_text or span.error
    name = _trace_name(trace) if is_root else _name(span)
    made = wire_span(trace, span, name, told)
    return made if span.asked_by is None else replace(made, parent=span.asked_by)


def _trace_name(trace: Trace) -> str:
    return trace.root.name if trace.turn_number is None else f"Turn {trace.turn_number}"


def _name(span: Span) -> str:
    return "compact" if span.kind is SpanKind.COMPACT else span.name


def _trace(trace: Trace) -> dict[str, Value | None]:
    """Say of the whole trace what came in and out, and where it comes from."""
    return {
        f"{TRACE}.input": _message("user", trace.root.input),
        f"{TRACE}.output": _message("assistant", trace.root.output),
        f"{TRACE}.metadata.source": SOURCE,
        f"{TRACE}.metadata.turn_number": trace.turn_number,
        f"{TRACE}.metadata.session_id": trace.session_id,
    }


def _content(span: Span, asked: Any) -> dict[str, Value | None]:
    incoming: str | None
    if span.kind in (SpanKind.AGENT, SpanKind.CHAT):
        prompt = span.input if span.kind is SpanKind.AGENT else asked
        incoming, outgoing = _message("user", prompt), _message("assistant", span.output)
    else:
        incoming = None if span.input is None else as_json(span.input)
        outgoing = None if span.output is None else as_text(span.output)
    return {f"{OBSERVATION}.input": incoming, f"{OBSERVATION}.output": outgoing}


def _message(role: str, content: Any) -> str | None:
    return None if content is None else as_json({"role": role, "content": content})


def _metadata(span: Span) -> dict[str, Value | None]:
    if span.kind is SpanKind.CHAT:
        return {f"{OBSERVATION}.metadata.tool_count": span.tool_count}
    if span.kind is SpanKind.TOOL:
        return {
            f"{OBSERVATION}.metadata.tool_name": span.name,
            f"{OBSERVATION}.metadata.tool_id": span.call_id,
        }
    return {}


def _generation(span: Span) -> dict[str, Value | None]:
    """Say which model it was, what it took, and at which list price."""
    if span.kind is not SpanKind.CHAT:
        return {}
    told: dict[str, Value | None] = {
        f"{OBSERVATION}.model.name": span.name,
        "gen_ai.response.id": span.message_id,
    }
    if span.finish_reason is not None:
        told["gen_ai.response.finish_reasons"] = (span.finish_reason,)
    if span.usage is not None:
        told[f"{OBSERVATION}.usage_details"] = as_json(_usage(span.usage.tokens))
    if span.cost_usd is not None:
        told[f"{OBSERVATION}.cost_details"] = as_json({"total": float(span.cost_usd)})
    return told


def _usage(tokens: TokenCount) -> dict[str, int]:
    return {
        "input": tokens.input_tokens,
        "output": tokens.output_tokens,
        "total": tokens.input_tokens + tokens.output_tokens,
        "cache_read_input_tokens": tokens.cache_read_input_tokens,
        "cache_creation_input_tokens": tokens.cache_creation_input_tokens,
    }
