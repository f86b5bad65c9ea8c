"""Every tool call of a session: its own and those of its sub-agents, with what they hold.

A call is found without its arguments and its result, so that those of many sessions fit into
memory; what it holds is read afterwards, many calls at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.errors import FileChangedError, UnreadableFileError
from steno.session.bodies import records
from steno.session.call_halves import CallHalves
from steno.session.subagents import AgentLayout
from steno.session.tool_calls import FileCalls, ToolCall, pair_files
from steno.session.turns import find_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from steno.errors import StenoError
    from steno.format.entry import Entry
    from steno.session.bodies import Bodies
    from steno.session.call_halves import Reader
    from steno.session.outline import RowPlace
    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.session.turns import Turn

    Complain = Callable[[StenoError], object]
    """Is told of what could not be read."""

BATCH: Final = 100
"""How many calls are read at a time."""


class Stored(NamedTuple):
    """Where a record is, for as long as its file is not replaced."""

    bodies: Bodies
    place: RowPlace


@dataclass(frozen=True, slots=True)
class FoundCall:
    """A call, and where its two halves are."""

    call: ToolCall
    """Its ``turn`` is that of the session, also where a sub-agent asked for it."""
    session_id: str | None
    """The session that it belongs to; None for entries that are only at hand."""
    path: Path | None
    """The file that the use stands in; None for a sub-agent whose file is missing."""
    use: Stored = field(repr=False)
    result: Stored | None = field(repr=False)
    in_last_turn: bool = False
    """Whether it belongs to the session's last turn, so that it may still be running."""


class CallRecords(NamedTuple):
    """A call with its records at hand."""

    found: FoundCall
    use: Entry
    result: Entry | None

    @property
    def call(self) -> ToolCall:
        """The call, whose input and result need no more reading."""
        reader: Reader = lambda _: self.use  # noqa: E731 - named for its type
        answer = self.result
        return replace(
            self.found.call,
            reader=reader,
            result_reader=None if answer is None else lambda _: answer,
        )


def find_calls(
    session: Session, *, agents: bool = True, complain: Complain | None = None
) -> list[FoundCall]:
    """Find the calls of a session, and with ``agents`` those of its sub-agents behind them.

    A sub-agent that was forked off begins with a copy of calls of its parent: they count once.
    A sub-agent's file that cannot be read is left out, and told to ``complain``.
    """
    files = [_File(session, session.agent_id)]
    if agents:
        files += _agent_files(session, complain)
    found: dict[object, FoundCall] = {}
    for number, one in enumerate(_Placing(session, files).calls()):
        call = one.call
        if agents or call.agent_id == session.agent_id:
            found.setdefault((call.id, call.message_id) if call.id else number, one)
    return list(found.values())


def read_calls(
    found: Iterable[FoundCall], complain: Complain | None = None
) -> Iterator[CallRecords]:
    """Read what calls hold, in the order given; each file is opened once for many of them.

    A file that was replaced or is gone by now is told to ``complain``, and its calls are left
    out; without that it is an error.
    """
    waiting = iter(found)
    reader = _BatchReader(complain)
    while batch := list(islice(waiting, BATCH)):
        yield from reader.read(batch)


class _File:
    """One file of a session while its calls are collected, in one pass over its records."""

    def __init__(self, session: Session, agent_id: str | None) -> None:
        self.session = session
        self.agent_id = agent_id
        self.halves = CallHalves(session.outline, reader=session.record, agent_id=agent_id)
        self.turns: Sequence[Turn] = find_turns(session.outline, self._seen())

    def _seen(self) -> Iterator[tuple[int, Entry]]:
        outline = self.session.outline
        for row, record in self.session.rows_and_records():
            if outline.is_current(row):
                self.halves.see(row, record)
            yield row, record


def _agent_files(session: Session, complain: Complain | None) -> Iterator[_File]:
    """Collect the calls of the sub-agents that have lines of their own."""
    if not _may_have_agents(session):
        return
    for agent in session.subagents:
        if agent.layout is AgentLayout.IN_FILE:
            continue
        try:
            opened = agent.session
            if opened is not None:
                yield _File(opened, agent.agent_id)
        except UnreadableFileError as error:
            if complain is not None:
                complain(error)


def _may_have_agents(session: Session) -> bool:
    outline = session.outline
    if session.file is not None and session.agent_id is None and session.file.subagents:
        return True
    return any(outline.subtype(row) == "agent_progress" for row in outline.rows_of("progress"))


class _AgentTurns:
    """In which turn of the session each sub-agent was begun."""

    def __init__(self, session: Session, calls: Iterable[ToolCall], *, has_agents: bool) -> None:
        agents = session.subagents if has_agents else ()
        self._agents: Mapping[str | None, Subagent] = {one.agent_id: one for one in agents}
        self._turns = {call.id: call.turn for call in calls if call.id}

    def of(self, agent_id: str | None) -> int | None:
        """Go up to the sub-agent that the session itself began; its call tells the turn."""
        agent, passed = self._agents.get(agent_id), set[str]()
        while agent is not None and agent.agent_id not in passed:
            passed.add(agent.agent_id)
            if agent.tool_use_id in self._turns:
                return self._turns[agent.tool_use_id]
            agent = self._agents.get(agent.parent_agent_id)
        return None


class _Placing:
    """Pairs the calls of all files of a session, the session's own first, and places them."""

    def __init__(self, session: Session, files: Sequence[_File]) -> None:
        self._session = session
        self._files = files
        self._pairings = pair_files([FileCalls(file.halves, file.turns) for file in files])
        self._readers: dict[Reader, Session] = {file.session.record: file.session for file in files}

    def calls(self) -> Iterator[FoundCall]:
        main = self._files[0]
        has_agents = len(self._files) > 1
        turns = _AgentTurns(self._session, self._pairings[0].calls, has_agents=has_agents)
        for file, pairing in zip(self._files, self._pairings, strict=True):
            for call in pairing.calls:
                turn = call.turn if file is main else turns.of(file.agent_id)
                is_last = turn == len(main.turns)
                yield self._placed(replace(call, turn=turn), file.session, is_last=is_last)

    def _placed(self, call: ToolCall, session: Session, *, is_last: bool) -> FoundCall:
        return FoundCall(
            # The readers would keep all lines of the session in memory.
            call=replace(call, reader=None, result_reader=None),
            session_id=self._session.id,
            path=session.path,
            use=Stored(session.bodies, session.outline.place(call.use_row)),
            result=self._result(call),
            in_last_turn=is_last,
        )

    def _result(self, call: ToolCall) -> Stored | None:
        if call.result_reader is None or call.result_row is None:
            return None
        answering = self._readers[call.result_reader]
        return Stored(answering.bodies, answering.outline.place(call.result_row))


class _BatchReader:
    """Reads the records of some calls, file by file and in the order of the lines."""

    def __init__(self, complain: Complain | None) -> None:
        self._complain = complain
        self._given_up: set[int] = set()

    def read(self, batch: Sequence[FoundCall]) -> Iterator[CallRecords]:
        wanted: dict[int, dict[RowPlace, Bodies]] = {}
        for found in batch:
            for stored in (found.use, found.result):
                if stored is not None and id(stored.bodies) not in self._given_up:
                    wanted.setdefault(id(stored.bodies), {})[stored.place] = stored.bodies
        read: dict[tuple[int, RowPlace], Entry] = {}
        for name, places in wanted.items():
            read.update(self._read_file(name, places))
        for found in batch:
            use = read.get((id(found.use.bodies), found.use.place))
            if use is not None:
                yield CallRecords(found, use, self._result(found, read))

    def _result(self, found: FoundCall, read: Mapping[tuple[int, RowPlace], Entry]) -> Entry | None:
        stored = found.result
        return None if stored is None else read.get((id(stored.bodies), stored.place))

    def _read_file(
        self, name: int, places: Mapping[RowPlace, Bodies]
    ) -> dict[tuple[int, RowPlace], Entry]:
        ordered = sorted(places)
        try:
            entries = records(places[ordered[0]], ordered)
            return {(name, place): entry for place, entry in zip(ordered, entries, strict=True)}
        except (UnreadableFileError, FileChangedError) as error:
            if self._complain is None:
                raise
            self._given_up.add(name)
            self._complain(error)
            return {}
