"""Sessions and their sub-agents counted, one by one and all together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steno.analyse.inventory import Inventory, take_inventory
from steno.errors import UnreadableFileError
from steno.format.finding import Finding  # noqa: TC001 - the schema needs the name
from steno.session.tokens import MessageTable, TokenCount

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.disk.subagents import SubagentFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The inventory of a session, or of all."""

    bytes: int
    lines: int
    bad_lines: int
    types: dict[str, int]
    subtypes: dict[str, int]
    versions: dict[str, int]
    stop_reasons: dict[str, int]
    content_blocks: dict[str, int]
    tool_uses: int
    tool_results: int
    tool_calls_paired: int
    """Tool calls that have their result, each id once."""
    human_turns: int
    """Turns that a person opened."""
    api_messages: int
    synthetic_messages: int
    messages_without_id: int
    usage: TokenCount
    first_timestamp: str | None
    last_timestamp: str | None
    subagents: int
    subagents_api_messages: int
    subagents_usage: TokenCount


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStats(Counts):
    """One session's inventory."""

    id: str
    path: str
    findings: list[Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalStats(Counts):
    """The inventory of all sessions together; an API message counts once."""

    sessions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """Every session's inventory, and that of all together."""

    sessions: list[SessionStats]
    totals: TotalStats


class CensusTaker:
    """Counts sessions; a file that vanished or cannot be read is told and passed over."""

    def __init__(
        self,
        *,
        progress: Callable[[int], object] | None = None,
        complain: Callable[[UnreadableFileError], object] | None = None,
    ) -> None:
        """Take whom to tell of the bytes read, and of the files that were passed over."""
        self._progress = progress
        self._complain = complain

    def count(self, sessions: Iterable[SessionFile], lost: Sequence[SubagentFile] = ()) -> Census:
        """Count every session, and the sub-agents that have lost theirs."""
        total, agents = Inventory(), MessageTable()
        rows: list[SessionStats] = []
        for session in sessions:
            inventory = self._take(session.path)
            if inventory is None:
                continue
            own = self._count_subagents(session.subagents)
            rows.append(_session_stats(session, inventory, own))
            total.merge(inventory)
            agents.merge(own)
        agents.merge(self._count_subagents(lost))
        total.messages.improve(agents)
        apart = MessageTable()
        apart.merge(agents, unless_in=total.messages)
        subagents = sum(row.subagents for row in rows) + len(lost)
        totals = TotalStats(sessions=len(rows), **_counts(total, subagents, apart))
        return Census(sessions=rows, totals=totals)

    def _take(self, path: Path) -> Inventory | None:
        try:
            return take_inventory(path, self._progress)
        except UnreadableFileError as error:
            if self._complain is not None:
                self._complain(error)
            return None

    def _count_subagents(self, agents: Iterable[SubagentFile]) -> MessageTable:
        messages = MessageTable()
        for agent in agents:
            inventory = self._take(agent.path)
            if inventory is not None:
                messages.merge(inventory.messages)
        return messages


def _session_stats(
    session: SessionFile, inventory: Inventory, agents: MessageTable
) -> SessionStats:
    return SessionStats(
        id=session.id,
        path=str(session.path),
        findings=list(inventory.findings),
        **_counts(inventory, len(session.subagents), agents),
    )


def _counts(inventory: Inventory, subagents: int, agents: MessageTable) -> dict[str, Any]:
    return {
        "bytes": inventory.bytes,
        "lines": inventory.lines,
        "bad_lines": inventory.bad_lines,
        "types": _by_count(inventory.types),
        "subtypes": _by_count(inventory.subtypes),
        "versions": dict(inventory.versions),
        "stop_reasons": _by_count(inventory.stop_reasons),
        "content_blocks": _by_count(inventory.content_blocks),
        "tool_uses": inventory.content_blocks["tool_use"],
        "tool_results": inventory.content_blocks["tool_result"],
        "tool_calls_paired": inventory.tool_calls_paired,
        "human_turns": inventory.human_turns,
        "api_messages": len(inventory.messages),
        "synthetic_messages": len(inventory.synthetic),
        "messages_without_id": inventory.without_id,
        "usage": inventory.messages.total(),
        "first_timestamp": inventory.first_timestamp,
        "last_timestamp": inventory.last_timestamp,
        "subagents": subagents,
        "subagents_api_messages": len(agents),
        "subagents_usage": agents.total(),
    }


def _by_count(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
