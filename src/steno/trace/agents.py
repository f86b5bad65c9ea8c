"""Sub-agents as spans: each below the call that began it, with the same tree inside."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from steno.errors import StenoError
from steno.session.sidechains import holds_main_messages, is_own_line
from steno.session.subagents import AgentLayout
from steno.trace.clock import nanoseconds
from steno.trace.compactions import compact_span
from steno.trace.ids import span_id, trace_id
from steno.trace.span import Span, SpanKind
from steno.trace.talk import end_of, talk_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from steno.format.entry import Entry
    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.trace.replies import Conversation
    from steno.trace.span import Scalar
    from steno.trace.talk import Source

UNNAMED: Final = "agent"
"""The name of a sub-agent whose type nothing tells."""
RUNNING: Final = frozenset({None, "async_launched", "running", "pending"})
"""What is said of a sub-agent that goes on in the background."""


@dataclass(slots=True)
class Agents:
    """The sub-agents of a session by the call that began them."""

    all: tuple[Subagent, ...]
    open_source: Callable[[Session, str], Source]
    placed: set[str] = field(default_factory=set)
    """Those that have their spans already."""
    _by_call: dict[tuple[str | None, str], list[Subagent]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort them by their calls."""
        for agent in self.all:
            if agent.tool_use_id is not None:
                key = (agent.parent_agent_id, agent.tool_use_id)
                self._by_call.setdefault(key, []).append(agent)

    def below(self, owner: str | None, call_id: str, tool: Span) -> list[Span]:
        """Make the spans of the agents that a call of an owner began."""
        spans: list[Span] = []
        for agent in self.began(owner, call_id):
            if agent.agent_id not in self.placed:
                spans += self.spans_of(agent, tool)
        return spans

    def began(self, owner: str | None, call_id: str) -> Iterable[Subagent]:
        """List the agents that a call of an owner began."""
        return self._by_call.get((owner, call_id), ())

    def left(self) -> Iterator[Subagent]:
        """Yield the agents whose call was not found, outer ones first."""
        for agent in sorted(self.all, key=lambda one: one.depth):
            if agent.agent_id not in self.placed:
                yield agent

    def spans_of(self, agent: Subagent, tool: Span | None) -> list[Span]:
        """Make the spans of an agent below a call, or on its own."""
        self.placed.add(agent.agent_id)
        session = None
        with suppress(StenoError):
            session = agent.session
        bare = _bare(agent, tool)
        if session is None:
            return [bare]
        source = self.open_source(session, agent_key(agent))
        talk = source.listen(_own_lines(session))
        root = _root(bare, source, talk)
        inner = talk_spans(
            source, talk, root, lambda call, span: self.below(agent.agent_id, call, span)
        )
        spans = [root, *inner]
        return spans + [compact_span(source, one, root.id) for one in session.compactions]


def _own_lines(session: Session) -> Iterator[tuple[int, Entry]]:
    is_main = holds_main_messages(session.outline)
    for row, record in session.rows_and_records():
        if is_own_line(session.outline, row, is_main=is_main):
            yield row, record


def _bare(agent: Subagent, tool: Span | None) -> Span:
    """Make the span of an agent as others tell of it."""
    began = agent.started.timestamp() if agent.started is not None else None
    ended = agent.ended.timestamp() if agent.ended is not None else None
    start = nanoseconds(began) if began is not None else tool.start if tool is not None else 0
    end = nanoseconds(ended) if ended is not None else tool.end if tool is not None else start
    told: dict[str, Scalar | None] = {
        "steno.agent.description": agent.description,
        "steno.agent.background": agent.background or None,
        "steno.agent.status": agent.status,
        "steno.agent.workflow": agent.workflow,
        "steno.orphan": True if tool is None else None,
    }
    return Span(
        kind=SpanKind.AGENT,
        name=agent.agent_type or UNNAMED,
        # Older clients give ids of seven signs, and teammates have names: neither is unique alone.
        id=span_id("agent", agent_key(agent), *(() if tool is None else (tool.id,))),
        parent=None if tool is None else tool.id,
        start=start,
        end=max(start, end),
        input=agent.prompt,
        call_id=agent.agent_id,
        facts={key: value for key, value in told.items() if value is not None},
    )


def _root(bare: Span, source: Source, talk: Conversation) -> Span:
    """Take times and the last words from the agent's own lines."""
    last = talk.replies[-1] if talk.replies else None
    first = next((reply.message_id for reply in talk.replies if reply.message_id), None)
    error = last.error if last is not None else None
    return replace(
        bare,
        id=bare.id if bare.parent or first is None else _lone_root(first),
        end=end_of(source, talk, bare.start),
        output=last.text if last is not None else None,
        error=error,
        error_text=last.text if last is not None and error is not None else None,
        events=tuple(talk.events),
    )


def agent_key(agent: Subagent) -> str:
    """Name an agent so that a copy of it has the same name.

    Lines in the session's own file may not tell whose they are, and a clone renews their uuids:
    the call that began them stays.
    """
    is_inside = agent.layout is AgentLayout.IN_FILE
    return agent.tool_use_id if is_inside and agent.tool_use_id else agent.agent_id


def lone_trace_id(root: str) -> str:
    """Name the trace of an agent whose call was not found, by its root span."""
    return trace_id("agent", root)


def lone_trace_ids(spans: Sequence[Span]) -> list[str]:
    """Name the traces that the agents below some calls would be in a copy without these calls."""
    first: dict[str, str] = {}
    for span in spans:
        if span.kind is SpanKind.CHAT and span.parent and span.message_id:
            first.setdefault(span.parent, span.message_id)
    agents = (span for span in spans if span.kind is SpanKind.AGENT and span.parent)
    roots = (_lone_root(first[one.id]) for one in agents if one.id in first)
    return [lone_trace_id(root) for root in roots]


def _lone_root(first: str) -> str:
    """Name an agent by its first message: its own id is not unique, and a clone may renew it."""
    return span_id("agent", "alone", first)


def is_running(agent: Subagent) -> bool:
    """Say whether an agent in the background has not come to its end."""
    return agent.background and agent.status in RUNNING
