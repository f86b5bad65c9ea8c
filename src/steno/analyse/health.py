"""What is wrong with sessions: their files, their sub-agents, their place in the home."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from steno.format.drift import Drift, DriftRow
from steno.format.finding import Finding, finding
from steno.session.check_file import check_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steno.disk.discover import Home, SessionFile
    from steno.disk.subagents import SubagentFile

EXPIRY_WARNING: Final = timedelta(days=7)
"""How long before the client deletes a session it is told."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known about a home when its sessions are checked."""

    now: datetime
    cleanup_days: int | None
    """After how many days the client deletes a session; None where it never does."""
    live: frozenset[str]
    """The ids of the sessions that a running client holds."""


def findings_of_place(session: SessionFile, around: Surroundings) -> Iterator[Finding]:
    """Tell if a client is at work on a session, and if it will soon be deleted."""
    if session.id in around.live:
        yield finding("live-writer", None)
    if around.cleanup_days is None:
        return
    left = session.modified + timedelta(days=around.cleanup_days) - around.now
    if left < EXPIRY_WARNING:
        days = max(0, left.days)
        when = f"in {days} days" if days else "at its next start"
        yield finding("expiring", None, f"The client will delete this file {when}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentFindings:
    """The findings of one sub-agent's file."""

    path: str
    findings: list[Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFindings:
    """The findings of one session."""

    id: str
    path: str
    findings: list[Finding]
    reachable: float | None
    """The share of its user and assistant lines that a resume goes by: 1.0 for all, 0.0 where the
    client refuses; null where there are none, or where there are too many lines to tell."""
    subagents: list[SubagentFindings]
    repaired: float | None = None
    """The same share after ``steno repair``; null where that would not change it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The findings of all sessions, and what this release does not know."""

    sessions: list[SessionFindings]
    lost_subagents: list[SubagentFindings]
    drift: list[DriftRow]

    def findings(self) -> Iterator[Finding]:
        """Give every finding there is."""
        for session in self.sessions:
            yield from session.findings
        for agent in (*(a for s in self.sessions for a in s.subagents), *self.lost_subagents):
            yield from agent.findings

    def totals(self) -> dict[str, int]:
        """Count the findings by code, the most frequent first."""
        return dict(Counter(found.code for found in self.findings()).most_common())


class Examiner:
    """Checks sessions and their sub-agents, and collects what is unknown on the way."""

    def __init__(
        self,
        surroundings: Callable[[Home | None], Surroundings],
        progress: Callable[[int], object] | None = None,
    ) -> None:
        """Take what is known about each home, and whom to tell of the bytes read."""
        self._surroundings = surroundings
        self._progress = progress
        self._drift = Drift()

    def examine(self, sessions: Iterable[SessionFile], lost: Iterable[SubagentFile] = ()) -> Health:
        """Check them all."""
        return Health(
            sessions=[self._session(session) for session in sessions],
            lost_subagents=[self._lost(agent) for agent in lost],
            drift=list(self._drift.rows()),
        )

    def _session(self, session: SessionFile) -> SessionFindings:
        own = check_file(session.path, self._drift, name=session.id, progress=self._progress)
        place = findings_of_place(session, self._surroundings(session.home))
        agents = [self._subagent(agent) for agent in session.subagents]
        return SessionFindings(
            id=session.id,
            path=str(session.path),
            findings=[*own.findings, *place],
            reachable=own.reachable,
            subagents=[agent for agent in agents if agent.findings],
        )

    def _subagent(self, agent: SubagentFile) -> SubagentFindings:
        name = f"{agent.session_id}/{agent.agent_id}"
        own = check_file(agent.path, self._drift, name=name, progress=self._progress)
        return SubagentFindings(path=str(agent.path), findings=list(own.findings))

    def _lost(self, agent: SubagentFile) -> SubagentFindings:
        own = self._subagent(agent).findings
        return SubagentFindings(
            path=str(agent.path), findings=[finding("lost-subagent", None), *own]
        )
