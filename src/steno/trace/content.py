"""How much of a conversation leaves the machine: secrets go first, then what is too long, or all.

Ids, times, tokens and names stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from steno.format.deep import TooDeep
from steno.secrets.mask import Redactor
from steno.trace.span import Event, Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.secrets.scan import Scanner
    from steno.trace.span import Scalar, Span, Trace

Level: TypeAlias = Literal["full", "truncated", "metadata"]
LEVELS: Final[tuple[Level, ...]] = ("full", "truncated", "metadata")
LIMIT: Final = 10_000
"""How many characters of a text are sent where long ones are cut, unless told otherwise."""
_WRITTEN_FACTS: Final = frozenset({"steno.agent.description"})
"""Facts that somebody wrote: no part of the metadata."""
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]{0,63}")
"""What an error is called, such as ``rate_limit``; anything else is somebody's words."""
_SOME_ERROR: Final = "error"
_DEEPEST: Final = 200
"""Levels of a value that are cut; nobody writes anything that lies deeper."""
_KEPT: Final = frozenset({"type", "id", "tool_use_id", "media_type"})
"""Members of blocks that others refer to."""
_LONGEST_KEPT: Final = 100


@dataclass(frozen=True, slots=True)
class Content:
    """What of a trace is sent."""

    level: Level = "full"
    limit: int = LIMIT
    """How many characters of one text are sent at the level ``truncated``."""
    scanner: Scanner | None = None
    """What finds the secrets that are replaced by placeholders; None leaves them."""

    def apply(self, trace: Trace) -> Trace:
        """Give a trace as it may be sent; the same one where nothing has to change.

        ``last_text`` is not sent, and stays as it is.
        """
        if self.level == "metadata":
            trace = replace(trace, spans=tuple(_without_content(span) for span in trace.spans))
        if self.scanner is not None:
            trace = _redacted(trace, self.scanner)
        if self.level == "truncated":
            cut = _Cut(self.limit)
            trace = replace(trace, spans=tuple(cut.span(span) for span in trace.spans))
        return trace


def _without_content(span: Span) -> Span:
    facts = {key: value for key, value in span.facts.items() if key not in _WRITTEN_FACTS}
    return replace(
        span,
        input=None,
        output=None,
        heard=(),
        said=None,
        error=None if span.error is None else _name_of(span.error),
        error_text=None,
        events=tuple(map(_bare_event, span.events)),
        facts=facts,
    )


def _name_of(error: str) -> str:
    """Give the name of an error; where it is told in words, that there was one."""
    return error if _NAME.fullmatch(error) else _SOME_ERROR


def _bare_event(event: Event) -> Event:
    told = {
        key: _name_of(value) if isinstance(value, str) else value
        for key, value in event.attributes.items()
    }
    return Event(event.name, event.time, told)


def _redacted(trace: Trace, scanner: Scanner) -> Trace:
    """Replace the secrets of a trace; what is one in one place is one everywhere in it."""
    if not scanner.find_in(_once(trace)):
        return trace
    value = Redactor(scanner).redact_value(_all(trace))
    blocks, rest = iter(value["message"]["content"]), iter(value["rest"])
    return replace(trace, spans=tuple(_filled(span, blocks, rest) for span in trace.spans))


def _all(trace: Trace) -> dict[str, Any]:
    """Give all content in the form of an entry, so that a scanner knows the ids of blocks."""
    return {
        "message": {"content": list(_blocks(trace))},
        "rest": [_rest(span) for span in trace.spans],
    }


def _once(trace: Trace) -> dict[str, Any]:
    """Give all content once: inputs and outputs of tools stand in the messages, too."""
    blocks = list(_blocks(trace))
    known = {id(block.get(key)) for block in blocks for key in ("input", "content", "text")}
    rest = (part for span in trace.spans for part in _rest(span) if id(part) not in known)
    return {"message": {"content": blocks}, "rest": list(rest)}


def _blocks(trace: Trace) -> Iterator[Mapping[str, Any]]:
    for span in trace.spans:
        for said in _messages(span):
            yield from said.blocks


def _messages(span: Span) -> Iterable[Said]:
    return span.heard if span.said is None else (*span.heard, span.said)


def _rest(span: Span) -> list[Any]:
    events = [dict(event.attributes) for event in span.events]
    return [span.input, span.output, span.error, span.error_text, dict(span.facts), events]


def _filled(span: Span, blocks: Iterator[Any], rest: Iterator[Any]) -> Span:
    """Take what belongs to a span from what was redacted, in the order of :func:`_all`."""
    messages = [
        Said(said.role, tuple(next(blocks) for _ in said.blocks)) for said in _messages(span)
    ]
    incoming, outgoing, error, error_text, facts, events = next(rest)
    return replace(
        span,
        heard=tuple(messages[: len(span.heard)]),
        said=None if span.said is None else messages[-1],
        input=incoming,
        output=outgoing,
        error=error,
        error_text=error_text,
        facts=facts,
        events=tuple(
            Event(event.name, event.time, told)
            for event, told in zip(span.events, events, strict=True)
        ),
    )


@dataclass(frozen=True, slots=True)
class _Cut:
    limit: int

    def span(self, span: Span) -> Span:
        return replace(
            span,
            input=self.value(span.input),
            output=self.value(span.output),
            heard=tuple(self.said(said) for said in span.heard),
            said=None if span.said is None else self.said(span.said),
            error_text=self.value(span.error_text),
            facts={key: self.fact(value) for key, value in span.facts.items()},
        )

    def said(self, said: Said) -> Said:
        return Said(said.role, tuple(self.value(block) for block in said.blocks))

    def fact(self, value: Scalar) -> Scalar:
        return self.text(value) if isinstance(value, str) else value

    def value(self, value: Any, depth: int = 0) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if depth >= _DEEPEST or isinstance(value, TooDeep):
            return "…"
        if isinstance(value, dict):
            return {key: self._member(value, key, depth) for key in value}
        if isinstance(value, list):
            return [self.value(inner, depth + 1) for inner in value]
        return value

    def _member(self, value: dict[str, Any], key: str, depth: int) -> Any:
        inner = value[key]
        if not isinstance(inner, str):
            return self.value(inner, depth + 1)
        if key in _KEPT and len(inner) <= _LONGEST_KEPT:
            return inner
        # Half a picture is none.
        is_picture = key == "data" and value.get("type") == "base64"
        return "" if is_picture and len(inner) > self.limit else self.text(inner)

    def text(self, text: str) -> str:
        left = len(text) - self.limit
        return text if left <= 0 else f"{text[: self.limit]}… ({left} more characters)"
