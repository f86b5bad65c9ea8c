"""``steno trace test``: send one small trace to a sink, and say what came back."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.options import Options, with_options
from steno.cli.output import print_json, print_text
from steno.cli.terminal import clean
from steno.cli.trace_sinks import address_options, chosen_sinks
from steno.trace.clock import SECOND

if TYPE_CHECKING:
    from steno.trace.sinks import Sink
    from steno.trace.span import Trace


_KEY: Final = "Check the key, then retry."
_HINTS: Final[dict[int | None, str]] = {
    401: _KEY,
    403: _KEY,
    404: "Check the path of the address and, for MLflow, the experiment; then retry.",
    422: "If this is MLflow, set it up as a sink with type = mlflow, which names an experiment.",
}
"""What to do about an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceTestDocument:
    """What ``steno trace test --json`` prints."""

    schema: str = "steno.trace.test/1"
    sink: str
    url: str
    profile: str
    trace: str
    """The id of the trace that was sent."""
    accepted: bool
    status: int | None
    """The HTTP status of a refusal; null where there was no answer, and where all is well."""
    message: str
    """What the sink said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceTestsDocument:
    """What it prints where there are several sinks and none was named."""

    schema: str = "steno.trace.tests/1"
    sinks: list[TraceTestDocument]


@click.command("test", short_help="Send one small trace to a sink and say what came back.")
@click.argument("sink", required=False, metavar="[SINK]")
@address_options
@with_options
def command(options: Options, sink: str | None, **asked: Any) -> int:
    """Send one small, made-up trace to a SINK, or to all of them, and say what came back.

    Nothing of any session is sent, and nothing is recorded. The trace is called "steno test".

    Exit codes: 0 every sink took it, 1 one did not, 2 wrong use or an error.
    """
    names = () if sink is None else (sink,)
    chosen = chosen_sinks(options, {**asked, "sinks": names})
    documents = []
    for one in chosen.sinks:
        documents.append(document := _send(one))
        if not options.json:
            print_text(_sentence(document))
    if options.json:
        (first, *others) = documents
        print_json(TraceTestsDocument(sinks=documents) if others else first)
    return 0 if all(one.accepted for one in documents) and not chosen.unusable else 1


def _send(sink: Sink) -> TraceTestDocument:
    from steno.trace.otlp import encode
    from steno.trace.profiles import profile
    from steno.trace.sender import Accepted, Refused, Sender

    trace = made_trace(time.time_ns(), os.urandom(8).hex())
    with Sender(sink) as sender:
        outcome = sender.send(encode([profile(sink.profile)(trace)], sink.resource))
    return TraceTestDocument(
        sink=sink.name,
        url=sink.url,
        profile=sink.profile,
        trace=trace.id,
        accepted=isinstance(outcome, Accepted),
        status=outcome.status if isinstance(outcome, Refused) else None,
        message=outcome.message,
    )


def made_trace(now: int, seed: str) -> Trace:
    """Make up a turn with one reply and one tool call."""
    from steno.trace.ids import span_id, trace_id
    from steno.trace.span import Said, Span, SpanKind, Trace

    start = now - 3 * SECOND
    words = ({"type": "text", "text": "It works."},)
    root = Span(
        kind=SpanKind.AGENT, name="steno test", id=span_id("test", seed), parent=None,
        start=start, end=now, input="Does it work?", output="It works.",
        facts={"turn_number": 1},
    )  # fmt: skip
    chat = Span(
        kind=SpanKind.CHAT, name="steno-test-model", id=span_id("test", seed, "chat"),
        parent=root.id, start=start + SECOND, end=now, output="It works.", tool_count=1,
        heard=(Said("user", ({"type": "text", "text": "Does it work?"},)),),
        said=Said("assistant", words),
    )  # fmt: skip
    tool = Span(
        kind=SpanKind.TOOL, name="Read", id=span_id("test", seed, "tool"), parent=root.id,
        start=start + SECOND, end=start + 2 * SECOND, input={"file_path": "README.md"},
        output="ok", asked_by=chat.id, call_id="toolu_test",
    )  # fmt: skip
    return Trace(
        id=trace_id("test", seed), session_id="steno-test", spans=(root, chat, tool),
        turn_number=1, api_messages=1, line=1, last_line=1,
    )  # fmt: skip


def _sentence(document: TraceTestDocument) -> str:
    where = f"{document.sink}: {document.url}"
    if document.accepted:
        said = f" It said: {clean(document.message)}" if document.message else ""
        return f"{where} took the trace {document.trace}.{said}"
    status = "" if document.status is None else f"HTTP {document.status}: "
    hint = _HINTS.get(document.status, "Check the address, then retry.")
    return f"{where} did not take the trace ({status}{clean(document.message)}). {hint}"
