"""Traces made up by hand or at random, for the tests of what is done with them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

import steno
from steno.session.tokens import MessageUsage, TokenCount
from steno.testing import write_demo
from steno.trace.span import Event, Said, Span, SpanKind, Trace
from steno.trace.spans import session_traces

if TYPE_CHECKING:
    from pathlib import Path

SECOND: Final = 1_000_000_000
START: Final = 1_772_442_000 * SECOND
SESSION: Final = "5e551017-0000-4000-8000-000000000001"
MODEL: Final = "claude-sonnet-4-5-20250929"
USAGE: Final = MessageUsage(
    message_id="m1",
    model=MODEL,
    tokens=TokenCount(
        input_tokens=100, output_tokens=50, cache_creation_input_tokens=7,
        cache_read_input_tokens=20,
    ),
)  # fmt: skip
CALL: Final = {"type": "tool_use", "id": "t1", "name": "Task", "input": {"prompt": "look"}}
RESULT: Final = {"type": "tool_result", "tool_use_id": "t1", "content": "found"}
ROOT, CHAT, TOOL, AGENT, INNER, LAST, COMPACT = (f"{number:016x}" for number in range(1, 8))
"""The ids of the spans of :func:`whole_trace`."""


def text(words: str) -> dict[str, str]:
    """Make a text block."""
    return {"type": "text", "text": words}


def span(kind: SpanKind, name: str, id_: str, parent: str | None, **own: Any) -> Span:
    """Make a span of one second unless told otherwise."""
    start = own.pop("start", START)
    times = {"start": start, "end": own.pop("end", start + SECOND)}
    return Span(kind=kind, name=name, id=id_, parent=parent, **times, **own)


def chat(id_: str, parent: str, words: str, **own: Any) -> Span:
    """Make the span of a reply."""
    said = own.pop("said", Said("assistant", (text(words),)))
    return span(SpanKind.CHAT, MODEL, id_, parent, output=words, said=said, **own)


def trace_of(*spans: Span, **own: Any) -> Trace:
    """Make a trace of some spans, the root first."""
    told = {"turn_number": 3, "api_messages": 2, "line": 1, "last_line": 9, **own}
    return Trace(id="ab" * 16, session_id=SESSION, spans=spans, **told)


def whole_trace() -> Trace:
    """Make a turn with everything: a sub-agent, a failed tool, a compaction, events, prices."""
    heard = (Said("user", (text("read a file"),)),)
    return trace_of(
        span(
            SpanKind.AGENT, "claude-code", ROOT, None,
            input="read a file", output="done", end=START + 9 * SECOND,
            events=(Event("retry", START + 1, {"error.type": "overloaded"}),),
            facts={"turn_number": 3, "steno.cwd": "/home/mira/ebb", "steno.client_version": "2.1"},
        ),
        chat(
            CHAT, ROOT, "", heard=heard, said=Said("assistant", (CALL,)), tool_count=1,
            message_id="m1", finish_reason="tool_use", usage=USAGE, cost_usd=Decimal("0.0125"),
        ),
        span(
            SpanKind.TOOL, "Task", TOOL, ROOT, asked_by=CHAT, call_id="t1",
            input=CALL["input"], output="found", error="tool_error", error_text="no such thing",
        ),
        span(
            SpanKind.AGENT, "explorer", AGENT, TOOL, call_id="a1", input="look", output="found",
            facts={"steno.agent.description": "Looks around"},
        ),
        chat(INNER, AGENT, "found", message_id="m2", finish_reason="end_turn"),
        chat(
            LAST, ROOT, "done", heard=(Said("tool", (RESULT,)),), message_id="m3",
            finish_reason="end_turn",
        ),
        span(
            SpanKind.COMPACT, "auto", COMPACT, ROOT, output="a summary",
            facts={"steno.compaction.trigger": "auto"},
        ),
    )  # fmt: skip


def demo_traces(folder: Path) -> list[Trace]:
    """Give all traces of the demo."""
    home = folder / "home"
    write_demo(home)
    files = sorted(steno.Home(home).sessions(), key=lambda each: each.path)
    return [trace for each in files for trace in session_traces(steno.load(each.path))]


TEXTS: Final = st.text(st.characters(codec=None), max_size=6)
"""Texts of all characters, halves of characters among them."""
VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=4,
)
_KINDS: Final = (
    "text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "tool_result",
    "web_search_tool_result", "image", "document", "search_result", "",
)  # fmt: skip
_SOURCES: Final = st.fixed_dictionaries(
    {}, optional={"type": st.just("base64"), "data": TEXTS, "media_type": TEXTS, "url": TEXTS}
)
_MEMBERS: Final = ("text", "thinking", "id", "name", "input", "tool_use_id", "content")
BLOCKS: Final = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(_KINDS) | VALUES,
        "source": _SOURCES | VALUES,
        **dict.fromkeys(_MEMBERS, VALUES),
    },
)
"""Blocks that are well made, half made, or not made at all."""
SAYINGS: Final = st.builds(
    Said, st.sampled_from(["user", "assistant", "tool"]), st.lists(BLOCKS, max_size=2).map(tuple)
)


@st.composite
def random_traces(draw: st.DrawFn) -> Trace:
    """Draw a trace whose tree is whole; one of its spans holds anything."""
    known = whole_trace()
    at = draw(st.integers(0, len(known.spans) - 1))
    filled = replace(
        known.spans[at],
        name=draw(TEXTS),
        input=draw(VALUES),
        output=draw(VALUES),
        heard=draw(st.lists(SAYINGS, max_size=1).map(tuple)),
        said=draw(st.none() | SAYINGS),
        error=draw(st.none() | TEXTS),
        error_text=draw(st.none() | TEXTS),
    )
    spans = (*known.spans[:at], filled, *known.spans[at + 1 :])
    return replace(known, spans=spans, turn_number=draw(st.sampled_from([None, 1, 99])))
