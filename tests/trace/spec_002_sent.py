"""What Langfuse is sent of the lines of spec 002, for the tests of its rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import encode_value
from steno.format.decode import decode
from steno.session.session import from_entries
from steno.trace.profiles.langfuse import wire
from steno.trace.spans import session_traces
from tests.session.documents.test_spec_002 import EXAMPLE
from tests.trace.profiles.test_langfuse import members

if TYPE_CHECKING:
    from steno.session.session import Session
    from steno.trace.span import Trace
    from steno.trace.wire import WireSpan, WireTrace

Body = dict[str, Any]

OBSERVATION: Final = "langfuse.observation"
TRACE: Final = "langfuse.trace"
MODEL: Final = "claude-sonnet-4-5-20250929"
BEGIN: Final = 1_736_935_200
"""10 o'clock of the spec's day, in seconds since 1970."""
CALL: Final = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "/"}}


def at(seconds: int) -> str:
    """Give a time as the spec writes it."""
    return f"2025-01-15T10:00:{seconds:02}Z"


def session(*lines: Any) -> Session:
    """Make a session of lines; bytes stay as they are."""
    raw = [one if isinstance(one, bytes) else encode_value(one) for one in lines]
    return from_entries([decode(one + b"\n", line=at) for at, one in enumerate(raw, 1)])


def traces(*lines: Any) -> list[Trace]:
    """Give the traces of lines."""
    return list(session_traces(session(*lines)))


def sent(*lines: Any) -> list[WireTrace]:
    """Give what Langfuse is sent of lines."""
    return [wire(trace) for trace in traces(*lines)]


def one(*lines: Any) -> WireTrace:
    """Give what Langfuse is sent of lines that are one trace."""
    (trace,) = sent(*lines)
    return trace


def told(span: WireSpan, name: str) -> Any:
    """Give a member of an observation; None where it has none."""
    return members(span, OBSERVATION).get(name)


def of_type(trace: WireTrace, kind: str) -> list[WireSpan]:
    """Give the observations of a type."""
    return [span for span in trace.spans if told(span, "type") == kind]


def generations(trace: WireTrace) -> list[str]:
    """Give the texts of the model calls."""
    return [told(span, "output")["content"] for span in of_type(trace, "generation")]


def prompts(*lines: Any) -> list[tuple[str, str | None, list[str]]]:
    """Give of each trace its name, what was asked, and the texts of its model calls."""
    return [
        (trace.spans[0].name, (told(trace.spans[0], "input") or {}).get("content"), texts)
        for trace in sent(*lines)
        for texts in [generations(trace)]
    ]


def seconds(span: WireSpan) -> tuple[float, float]:
    """Give start and end, in seconds since 10 o'clock."""
    return span.start / 1e9 - BEGIN, span.end / 1e9 - BEGIN


def timed_example() -> list[Body]:
    """Give the four lines of section 5 with times, models and usage."""
    usage = {"input_tokens": 100, "output_tokens": 50, "cache_read_input_tokens": 20}
    asked, called, answered, done = json.loads(json.dumps(EXAMPLE))
    called["message"] |= {"model": MODEL, "usage": usage}
    done["message"] |= {"model": "claude-opus-4-8"}
    lines = asked, called, answered, done
    return [
        {**body, "timestamp": at(second)}
        for body, second in zip(lines, (0, 5, 10, 12), strict=True)
    ]
