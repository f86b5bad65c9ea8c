"""The sub-agents of a session, by the calls that began them, as items."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from steno.session.outline import SIDECHAIN
from steno.session.sidechains import holds_main_messages
from steno.session.subagents import AgentLayout, find_subagents
from steno.view.items import SubagentItem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steno.disk.subagents import SubagentFile
    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.view.document import Document

    Open = Callable[[Subagent, "AgentBook"], Document | None]
    """Builds the document of a sub-agent, with the sub-agents that this began."""


class AgentBook:
    """The sub-agents that one conversation began: the session's own, or a sub-agent's."""

    def __init__(
        self, find: Callable[[], Iterable[Subagent]], opener: Open, owner: str | None = None
    ) -> None:
        """Take how all of the session's are found, how one is opened, and whose these are.

        They are looked for when the first one is asked for.
        """
        self._find = find
        self._open = opener
        self._owner = owner

    @cached_property
    def _all(self) -> Sequence[Subagent]:
        return tuple(self._find())

    @cached_property
    def _own(self) -> Sequence[Subagent]:
        # A sub-agent's file may begin with a copy of the very call that began it: whoever began
        # a sub-agent has it, and no one else.
        return [
            agent
            for agent in self._all
            if agent.parent_agent_id == self._owner and agent.layout is not AgentLayout.MISSING
        ]

    @cached_property
    def _by_call(self) -> dict[str, list[Subagent]]:
        found: dict[str, list[Subagent]] = {}
        for agent in self._own:
            if agent.tied_by is not None and agent.tool_use_id:
                found.setdefault(agent.tool_use_id, []).append(agent)
        return found

    def began_by(self, call_id: str) -> tuple[SubagentItem, ...]:
        """Give the sub-agents that a call began."""
        return tuple(map(self._item, self._by_call.get(call_id, ()) if call_id else ()))

    def without_call(self) -> tuple[SubagentItem, ...]:
        """Give the sub-agents of which nobody knows the call that began them."""
        return tuple(self._item(agent) for agent in self._own if agent.tied_by is None)

    def named(self, name: str) -> tuple[SubagentItem, ...]:
        """Give the sub-agents, nested ones too, whose id is or begins with a name."""
        exact = [agent for agent in self._all if agent.agent_id == name]
        near = [agent for agent in self._all if agent.agent_id.startswith(name)]
        return tuple(map(self._item, exact or near))

    def _item(self, agent: Subagent) -> SubagentItem:
        below = AgentBook(lambda: self._all, self._open, agent.agent_id)
        return SubagentItem(
            rows=tuple(agent.rows),
            line=0,
            time=agent.started,
            ended=agent.ended,
            agent_id=agent.agent_id,
            agent_type=agent.agent_type or "",
            description=agent.description or "",
            name=agent.name or "",
            status=agent.status or "",
            background=agent.background,
            depth=agent.depth,
            opener=lambda: self._open(agent, below),
        )


def find_agents(session: Session, rows: Sequence[int] | None = None) -> Iterable[Subagent]:
    """Find the sub-agents of a session: all, or those that some rows tell of.

    With ``rows`` nothing else of the session is read, and of the sub-agents' files only those
    that were written to since the first of these rows.
    """
    if not _may_have_agents(session):
        return ()
    if rows is None:
        return session.subagents
    since = min((t for t in map(session.outline.time, rows) if t is not None), default=0.0)
    files = _files(session)
    recent = [file for file in files if file.mtime_ns / 1e9 >= since]
    lines = zip(rows, session.records(rows), strict=True)
    return find_subagents(session.outline, lines, recent, opener=session.open_subagent)


def _files(session: Session) -> Sequence[SubagentFile]:
    if session.file is None or session.agent_id is not None:
        return ()
    return session.file.subagents


def _may_have_agents(session: Session) -> bool:
    outline = session.outline
    if _files(session):
        return True
    if any(outline.subtype(row) == "agent_progress" for row in outline.rows_of("progress")):
        return True
    is_main = holds_main_messages(outline)
    return is_main and any(outline.has(row, SIDECHAIN) for row in range(len(outline)))
