"""When a turn is over, so that its trace can be sent and will not change any more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.trace.clock import SECOND
from steno.trace.span import SpanKind

if TYPE_CHECKING:
    from steno.trace.span import Trace

IDLE_SECONDS: Final = 600.0
"""How long nothing has to happen until a turn counts as over, unless told otherwise."""


class Stop(NamedTuple):
    """What the client told at the end of a turn."""

    prompt_id: str | None
    """The turn, by the client's own key."""
    last_text: str | None
    """The last words of the reply."""
    is_cut: bool = False
    """Whether only the beginning of these was kept."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What is known about the end of a session's turns, beside its lines."""

    now: int
    """In nanoseconds since 1970."""
    idle_seconds: float = IDLE_SECONDS
    stops: tuple[Stop, ...] = field(default=())
    has_ended: bool = False
    """Whether the client said that the session is over."""
    settled_seconds: float | None = None
    """How long nothing has to happen after a reply that came to its end; None: that is no end."""

    def is_closed(self, trace: Trace) -> bool:
        """Say whether a turn is over.

        It is when the session is, or when nothing happened for a while; and when another prompt
        came or the client told of its end, unless an agent in the background goes on. The client
        tells before its last lines are written, so those have to be there. Where all requests
        failed, a reply may still come in the same turn, and a sink may keep the first copy only.
        """
        if self.has_ended or self._is_idle(trace):
            return True
        is_told = self._is_stopped(trace) or self._is_settled(trace)
        is_over = trace.is_followed or (is_told and not _has_only_failed(trace))
        return is_over and not trace.is_running

    def _is_idle(self, trace: Trace) -> bool:
        return self.now - trace.last_moment >= self.idle_seconds * SECOND

    def _is_settled(self, trace: Trace) -> bool:
        if self.settled_seconds is None or not trace.is_finished:
            return False
        return self.now - trace.last_moment >= self.settled_seconds * SECOND

    def _is_stopped(self, trace: Trace) -> bool:
        return any(answers(stop, trace) for stop in self.stops)


def _has_only_failed(trace: Trace) -> bool:
    """Say whether a turn has failed requests, and no reply."""
    replies = [
        span for span in trace.spans[1:]
        if span.kind is SpanKind.CHAT and span.parent == trace.root.id
    ]  # fmt: skip
    return bool(replies) and all(span.error is not None for span in replies)


def answers(stop: Stop, trace: Trace) -> bool:
    """Say whether a turn is the one that the client told of, with its last words on disk."""
    if stop.prompt_id is None or trace.prompt_id is None:
        is_same = not trace.is_followed
    else:
        is_same = stop.prompt_id == trace.prompt_id
    if not is_same:
        return False
    if not stop.last_text:
        return trace.is_finished
    # Of a reply in several pieces the client tells the last one only (seen in 2.1.197).
    told, found = _letters(stop.last_text), _letters(trace.last_text)
    return told in found if stop.is_cut else found.endswith(told)


def _letters(text: str) -> str:
    """Leave out all space: how the client joins several pieces of text is its own affair."""
    return "".join(text.split())
