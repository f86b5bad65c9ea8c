"""The message graph of a session as a tree to look at: stretches, partings, compactions.

A stretch is a run of one branch between two places where something happens to the graph: the
conversation parts, or is compacted. Parallel tools and notices leave lines beside one another
that are no branches; they stay in the stretch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from steno.format.message import MessageEntry
from steno.session.branches import PointKind
from steno.session.compaction import Compaction, CompactionKind
from steno.session.outline import MESSAGE_KINDS
from steno.session.turns import moment
from steno.view.order import ReadingOrder
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from steno.session.branches import Branch
    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.session.tool_calls import ToolCall
    from steno.session.turns import Turn

LONGEST_WORDS: Final = 200
"""Characters of the first words of a stretch."""
_MOST_LOOKED_AT: Final = 20
"""How many lines of a stretch without a prompt are read for its first words."""


@dataclass(frozen=True, slots=True)
class PlacedAgent:
    """A sub-agent below the call that began it."""

    agent: Subagent
    depth: int
    """0 for one that the conversation itself began, 1 for one that such a one began, …"""
    call: ToolCall | None
    """The call of the session that it, or the one above it, was begun by; None if unknown."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of one branch between two places where something happens."""

    branch: Branch
    rows: Sequence[int] = field(repr=False, hash=False)
    """In the order in which they are read."""
    first_line: int
    last_line: int
    turns: tuple[Turn, ...]
    """The turns that are opened on it."""
    tool_calls: int
    small_compactions: int
    """Places where only old tool results were cut."""
    words: str
    """How it begins: the first prompt, or else the first reply."""
    started: datetime | None
    ended: datetime | None
    agents: tuple[PlacedAgent, ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """A line from which the conversation goes on in several ways."""

    row: int
    line: int
    kind: PointKind
    branches: tuple[Branch, ...]
    """The ways that leave the branch of the line, by number."""


@dataclass(frozen=True, slots=True)
class BranchStart:
    """The beginning of a branch."""

    branch: Branch


TreePart = Stretch | Parting | BranchStart | Compaction
"""What a tree is made of."""


class SessionTree:
    """The tree of one session."""

    def __init__(self, session: Session) -> None:
        """Take the session; everything is worked out when it is asked for."""
        self.session = session
        self.outline = session.outline
        self.graph = session.graph
        self._order = ReadingOrder(session.outline, session.graph)

    def walk(self) -> Iterator[tuple[int, TreePart]]:
        """Give all parts, each with how many branches it is inside of.

        A branch comes behind the line that it leaves; what follows on the other way comes
        behind it, and is no deeper than before.
        """
        for trunk in self.trunks:
            open_ways = [(0, self._branch(trunk))]
            while open_ways:
                depth, parts = open_ways[-1]
                part = next(parts, None)
                if part is None:
                    open_ways.pop()
                    continue
                yield depth, part
                if isinstance(part, Parting):
                    ways = [(depth + 1, self._branch(branch)) for branch in part.branches]
                    open_ways.extend(reversed(ways))

    @cached_property
    def trunks(self) -> tuple[Branch, ...]:
        """The branches that begin on their own, in file order."""
        told = {branch.number for ways in self._ways.values() for branch in ways}
        found = (one for one in self.graph.branches if self._order.branch(one.number))
        return tuple(
            sorted((one for one in found if one.number not in told), key=lambda one: one.first)
        )

    @cached_property
    def _ways(self) -> dict[int, list[Branch]]:
        """The branches that leave another one, by the row that they leave it at."""
        found: dict[int, list[Branch]] = {}
        for branch in self.graph.branches:
            fork = branch.fork
            if fork is None or self._order.is_agents(fork):
                continue
            if self._order.branch(branch.number) and self._order.branch_of(fork) is not None:
                found.setdefault(fork, []).append(branch)
        return found

    def _branch(self, branch: Branch) -> Iterator[TreePart]:
        yield BranchStart(branch)
        run: list[int] = []
        for row in self._order.branch(branch.number):
            compaction = self._dividers.get(row)
            if compaction is not None:
                yield from self._stretches(branch, run)
                run = []
                yield compaction
            run.append(row)
            if row in self._ways:
                yield from self._stretches(branch, run)
                run = []
                yield self._parting(row)
        yield from self._stretches(branch, run)

    def _parting(self, row: int) -> Parting:
        kind = self._points.get(row, PointKind.REWIND)
        return Parting(row, self.outline.line(row), kind, tuple(self._ways[row]))

    @cached_property
    def _points(self) -> dict[int, PointKind]:
        return {point.row: point.kind for point in self.graph.branch_points}

    @cached_property
    def _dividers(self) -> dict[int, Compaction]:
        return {one.row: one for one in self.session.compactions if one.kind is CompactionKind.FULL}

    def _stretches(self, branch: Branch, rows: list[int]) -> Iterator[Stretch]:
        if not rows:
            return
        lines = [self.outline.line(row) for row in rows]
        times = [time for time in map(self.outline.time, rows) if time is not None]
        turns = tuple(self._turns[row] for row in rows if row in self._turns)
        calls = [call for row in rows for call in self._calls.get(row, ())]
        yield Stretch(
            branch=branch,
            rows=rows,
            first_line=min(lines),
            last_line=max(lines),
            turns=turns,
            tool_calls=len(calls),
            small_compactions=sum(row in self._small for row in rows),
            words=self._words(rows, turns),
            started=moment(min(times, default=None)),
            ended=moment(max(times, default=None)),
            agents=tuple(agent for call in calls for agent in self._begun_by(call)),
        )

    @cached_property
    def _small(self) -> frozenset[int]:
        small = (one for one in self.session.compactions if one.kind is CompactionKind.MICRO)
        return frozenset(one.row for one in small)

    @cached_property
    def _turns(self) -> Mapping[int, Turn]:
        return {turn.row: turn for turn in self.session.turns}

    @cached_property
    def _calls(self) -> Mapping[int, Sequence[ToolCall]]:
        found: dict[int, list[ToolCall]] = {}
        for call in self.session.tool_calls:
            found.setdefault(call.use_row, []).append(call)
        return found

    def _words(self, rows: Sequence[int], turns: Sequence[Turn]) -> str:
        for turn in turns:
            if turn.text.strip():
                return one_line(turn.text, LONGEST_WORDS)
        messages = (row for row in rows if self.outline.kind(row) in MESSAGE_KINDS)
        looked_at = list(islice(messages, _MOST_LOOKED_AT))
        for record in self.session.records(looked_at) if looked_at else ():
            text = record.plain_text if isinstance(record, MessageEntry) else ""
            if text.strip():
                return one_line(text, LONGEST_WORDS)
        return ""

    @cached_property
    def _agents(self) -> _Agents:
        return _Agents(self.session.subagents)

    def _begun_by(self, call: ToolCall) -> Iterator[PlacedAgent]:
        return self._agents.placed(self._agents.begun_by.get(call.id, ()), call)

    @cached_property
    def lost_agents(self) -> tuple[PlacedAgent, ...]:
        """The sub-agents of which nothing tells the call that began them."""
        known = {call.id for call in self.session.tool_calls}
        lost = [
            agent
            for call_id, agents in self._agents.begun_by.items()
            if call_id not in known
            for agent in agents
        ]
        return tuple(self._agents.placed([*self._agents.untied, *lost], None))

    def beside(self) -> dict[int, list[int]]:
        """Give the rows that are in no tree, by the row that they stand behind in the file.

        Those before all others are behind -1. The lines of sub-agents are not among them.
        """
        found: dict[int, list[int]] = {}
        last = -1
        for row in range(len(self.outline)):
            if self._order.branch_of(row) is not None:
                last = last if self._order.is_agents(row) else row
            else:
                found.setdefault(last, []).append(row)
        return found


class _Agents:
    """The sub-agents of a session by what began each of them."""

    def __init__(self, agents: Sequence[Subagent]) -> None:
        self.begun_by: dict[str, list[Subagent]] = {}
        """By the call of the session."""
        self.untied: list[Subagent] = []
        self._below: dict[str, list[Subagent]] = {}
        known = {agent.agent_id for agent in agents}
        for agent in agents:
            if agent.parent_agent_id in known:
                self._below.setdefault(str(agent.parent_agent_id), []).append(agent)
            elif agent.tool_use_id:
                self.begun_by.setdefault(agent.tool_use_id, []).append(agent)
            else:
                self.untied.append(agent)

    def placed(self, agents: Sequence[Subagent], call: ToolCall | None) -> Iterator[PlacedAgent]:
        """Give sub-agents with those that each of them began, parents first."""
        waiting = [(0, agent) for agent in reversed(agents)]
        while waiting:
            depth, agent = waiting.pop()
            yield PlacedAgent(agent, depth, call)
            below = self._below.get(agent.agent_id, ())
            waiting.extend((depth + 1, one) for one in reversed(below))
