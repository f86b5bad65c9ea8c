"""``steno trace show``: the spans of a session as a tree with a waterfall."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.resolve import resolve_session
from steno.cli.durations import in_words
from steno.cli.masking import reveal_option, shielded
from steno.cli.notes import screen_width
from steno.cli.options import Options, with_options
from steno.cli.output import count, dollars, note, print_json, print_text
from steno.cli.ranges import parse_range
from steno.cli.terminal import clean, shorten
from steno.session.session import load_file
from steno.trace.clock import MILLISECOND, SECOND
from steno.trace.span import SpanKind
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.trace.span import Span, Trace

WIDEST_BAR: Final = 30
NARROWEST_BAR: Final = 6
WIDEST_NAME: Final = 46


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """Something that happened within a span."""

    name: str
    time: str
    attributes: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanRow:
    """One span, before any profile."""

    id: str
    parent: str | None
    kind: str
    name: str
    started: str
    ended: str
    duration_ms: int
    input: Any
    output: Any
    asked_by: str | None
    """Of a tool: the span of the API response that called it."""
    call_id: str | None
    message_id: str | None
    finish_reason: str | None
    tool_count: int
    usage: dict[str, int] | None
    cost_usd: str | None
    error: str | None
    events: list[EventRow]
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRow:
    """One trace."""

    id: str
    turn_number: int | None
    line: int
    finished: bool
    """Whether the reply came to its end."""
    spans: list[SpanRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceShowDocument:
    """What ``steno trace show --json`` prints."""

    schema: str = "steno.trace.show/1"
    session: str
    path: str
    total: int
    """How many traces there are, shown or not."""
    traces: list[TraceRow] = field(default_factory=list)


@click.command("show", short_help="Show the spans of a session as a tree with a waterfall.")
@click.argument("session")
@click.option("--turns", metavar="A..B", help="Only these turns: 3..7, 3.., ..7 or 3.")
@reveal_option
@with_options
def command(options: Options, session: str, *, turns: str | None) -> int:
    """Show the spans that would be traced of a SESSION, turn by turn.

    These are API responses, tool calls, sub-agents and compactions, with when each of them began
    and how long it took. Nothing is sent, and nothing is left out: turns of dead branches are
    shown, too, and turns that are not over yet.

    Exit codes: 0 shown, 1 nothing to show, 2 wrong use or an error.
    """
    from steno.analyse.cost import Prices
    from steno.trace.spans import session_traces

    first, last = parse_range("--turns", turns)
    file = resolve_session(session, options.homes)
    opened = shielded(load_file(file))
    found = list(session_traces(opened, prices=Prices.configured(options.config)))
    wanted = [trace for trace in found if turns is None or _is_wanted(trace, first, last)]
    if options.json:
        rows = [_trace_row(trace) for trace in wanted]
        print_json(
            TraceShowDocument(session=file.id, path=str(file.path), total=len(found), traces=rows)
        )
    else:
        for trace in wanted:
            _print(trace)
    if not wanted:
        note("There is no turn to show: nobody has answered yet." if not found else
             f"There is no such turn; their numbers go up to {_highest(found)}.")  # fmt: skip
    return 0 if wanted else 1


def _highest(traces: Sequence[Trace]) -> int:
    """Give the highest number; turns of other branches have theirs, too."""
    return max((trace.turn_number or 0 for trace in traces), default=0)


def _is_wanted(trace: Trace, first: int, last: int | None) -> bool:
    number = trace.turn_number
    return number is not None and first <= number and (last is None or number <= last)


def _print(trace: Trace) -> None:
    root = trace.root
    words = one_line(clean(str(root.input or "")))
    width = max(screen_width(), 40)
    print_text(shorten(f"{_title(trace)}  {words}", width - 1).rstrip())
    depths = _depths(trace.spans)
    rows = [(span, "  " * depths[span.id] + _label(span)) for span in _in_order(trace.spans)]
    figures = max(len(_figures(span)) for span in trace.spans)
    rest = width - 1 - len("  ") * 3 - len("59 min") - figures
    names = min(max(len(label) for _, label in rows), WIDEST_NAME, max(rest - NARROWEST_BAR, 12))
    bar = min(max(rest - names, NARROWEST_BAR), WIDEST_BAR)
    end = max(span.end for span in trace.spans)
    for span, label in rows:
        drawn = _bar(span, root.start, end, bar)
        shown = label if len(label) <= names else f"{label[: names - 1]}…"
        line = f"{shown:<{names}}  {drawn}  {_took(span):>8}  {_figures(span)}"
        print_text(line.rstrip())
    print_text()


def _title(trace: Trace) -> str:
    """Name a turn, and say what is odd about it."""
    facts = trace.root.facts
    title = f"Turn {trace.turn_number}"
    if trace.turn_number is None:
        title = "before any prompt" if facts.get("steno.input_kind") == "start" else "sub-agent"
    odd = [
        words
        for words, is_so in (
            ("on a branch that was left", "steno.branch" in facts),
            ("interrupted", bool(facts.get("steno.interrupted"))),
            ("goes on in the background", trace.is_running),
            ("its reply has not ended", not trace.is_finished and not trace.is_followed),
        )
        if is_so and trace.turn_number is not None
    ]
    return f"{title} ({', '.join(odd)})" if odd else title


def _label(span: Span) -> str:
    name = clean(one_line(span.name))
    mark = " (failed)" if span.error is not None else ""
    if span.kind is SpanKind.AGENT:
        return f"agent {name}{mark}"
    return f"{span.kind.value} {name}{mark}"


def _took(span: Span) -> str:
    return in_words(round((span.end - span.start) / MILLISECOND))


def _figures(span: Span) -> str:
    if span.usage is None:
        return ""
    tokens = span.usage.tokens
    cost = dollars(None if span.cost_usd is None else str(span.cost_usd))
    return f"{count(tokens.prompt_tokens)} in, {count(tokens.output_tokens)} out {cost}".rstrip()


def _bar(span: Span, start: int, end: int, width: int) -> str:
    """Draw when a span began and how long it took within its trace."""
    whole = max(end - start, 1)
    left = min(max((span.start - start) * width // whole, 0), width - 1)
    size = max(1, min((span.end - span.start) * width // whole, width - left))
    return f"{' ' * left}{'█' * size}".ljust(width)


def _depths(spans: Sequence[Span]) -> dict[str, int]:
    depths: dict[str, int] = {}
    for span in spans:
        depths[span.id] = 0 if span.parent is None else depths[span.parent] + 1
    return depths


def _in_order(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield parents before their children, those by the time at which they began."""
    below: dict[str | None, list[Span]] = {}
    for span in spans:
        below.setdefault(span.parent, []).append(span)
    waiting = list(below.get(None, []))
    while waiting:
        span = waiting.pop(0)
        yield span
        waiting = sorted(below.get(span.id, []), key=lambda one: one.start) + waiting


def _trace_row(trace: Trace) -> TraceRow:
    return TraceRow(
        id=trace.id,
        turn_number=trace.turn_number,
        line=trace.line,
        finished=trace.is_finished,
        spans=[_span_row(span) for span in trace.spans],
    )


def _span_row(span: Span) -> SpanRow:
    return SpanRow(
        id=span.id,
        parent=span.parent,
        kind=span.kind.value,
        name=span.name,
        started=_iso(span.start),
        ended=_iso(span.end),
        duration_ms=round((span.end - span.start) / MILLISECOND),
        input=span.input,
        output=span.output,
        asked_by=span.asked_by,
        call_id=span.call_id,
        message_id=span.message_id,
        finish_reason=span.finish_reason,
        tool_count=span.tool_count,
        usage=_usage(span),
        cost_usd=None if span.cost_usd is None else str(span.cost_usd),
        error=span.error,
        events=[
            EventRow(name=one.name, time=_iso(one.time), attributes=dict(one.attributes))
            for one in span.events
        ],
        facts=dict(span.facts),
    )


def _usage(span: Span) -> dict[str, int] | None:
    if span.usage is None:
        return None
    tokens = span.usage.tokens
    return {
        "input_tokens": tokens.input_tokens,
        "output_tokens": tokens.output_tokens,
        "cache_creation_input_tokens": tokens.cache_creation_input_tokens,
        "cache_read_input_tokens": tokens.cache_read_input_tokens,
    }


def _iso(nanoseconds: int) -> str:
    seconds, rest = divmod(nanoseconds, SECOND)
    stamp = datetime.fromtimestamp(seconds, UTC)
    return f"{stamp:%Y-%m-%dT%H:%M:%S}.{rest // MILLISECOND:03}Z"
