"""Spans before any backend: what happened, when, below what, with what came in and out."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from steno.session.tokens import MessageUsage

Scalar: TypeAlias = "str | int | float | bool"


class SpanKind(StrEnum):
    """What a span stands for."""

    AGENT = "agent"
    """A turn, or what a sub-agent did."""
    CHAT = "chat"
    """One API response."""
    TOOL = "tool"
    """One tool call."""
    COMPACT = "compact"
    """The conversation gave way to a summary."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened within a span at one moment."""

    name: str
    """``api_error``, ``retry`` or ``interrupt``."""
    time: int
    """In nanoseconds since 1970."""
    attributes: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """A message as a model was given it or wrote it."""

    role: str
    """``user``, ``assistant`` or ``tool``."""
    blocks: tuple[Mapping[str, Any], ...]
    """Content blocks of the Messages API."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One span; ids and times depend on the transcript alone."""

    kind: SpanKind
    name: str
    """The agent's type, the model, the tool, or what set off a compaction."""
    id: str
    parent: str | None
    """The span that it belongs to; None for the root of a trace."""
    start: int
    """In nanoseconds since 1970."""
    end: int
    input: Any = None
    """A prompt, or a tool's arguments."""
    output: Any = None
    """A reply's text, or a tool's result as it is stored."""
    asked_by: str | None = None
    """Of a tool: the span of the API response that called it."""
    call_id: str | None = None
    """Of a tool: the id of the call. Of a sub-agent: its own id."""
    message_id: str | None = None
    """Of an API response: its id."""
    finish_reason: str | None = None
    heard: tuple[Said, ...] = ()
    """Of an API response: what was new to the model since the one before."""
    said: Said | None = None
    """Of an API response: what the model wrote."""
    tool_count: int = 0
    """Of an API response: how many tools it called."""
    usage: MessageUsage | None = None
    cost_usd: Decimal | None = None
    """The list price; None where that is not certain."""
    error: str | None = None
    """A short name of what went wrong; None where nothing did."""
    error_text: str | None = None
    """What was said of it."""
    events: tuple[Event, ...] = ()
    facts: Mapping[str, Scalar] = field(default_factory=dict)
    """What else is known, by names of our own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One turn, or a sub-agent that belongs to none, with all its spans."""

    id: str
    session_id: str
    spans: tuple[Span, ...]
    """The root first; every parent before its children."""
    turn_number: int | None
    """The turn's place on its chain among those that were answered; None for a lone sub-agent,
    and for replies that stand before any prompt."""
    api_messages: int
    """How many API responses the turn itself has: of two copies the one with more is fuller."""
    line: int
    """Where it begins in its file."""
    last_line: int
    """The last line of the file that belongs to it."""
    prompt_id: str | None = None
    last_text: str = ""
    """The last words of the reply."""
    last_moment: int = 0
    """When the last line was written that any of its spans is made of."""
    is_finished: bool = True
    """Whether the reply came to its end."""
    is_running: bool = False
    """Whether an agent that it began goes on in the background."""
    is_followed: bool = False
    """Whether another prompt came after it."""

    @property
    def root(self) -> Span:
        """The span of the turn itself."""
        return self.spans[0]
