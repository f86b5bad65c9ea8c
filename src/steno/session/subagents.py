"""Sub-agents: every one that a session began, with its lines, tied to the call that began it."""

from __future__ import annotations

import math
from array import array
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from steno.disk import transcript
from steno.disk.subagents import SubagentMeta
from steno.errors import UnreadableFileError
from steno.format.command_tags import agent_words
from steno.format.decode import decode
from steno.format.encode import new_line
from steno.format.entries.progress import ProgressEntry
from steno.format.entries.user import UserEntry
from steno.session.agent_ties import Candidate, TiedBy, tie_all
from steno.session.launches import ELSEWHERE, Answer, Launch, LaunchBook
from steno.session.sidechains import Sidechains
from steno.session.turns import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from steno.disk.subagents import SubagentFile
    from steno.format.entry import Entry
    from steno.session.agent_ties import Tie
    from steno.session.launches import Notice
    from steno.session.outline import Outline
    from steno.session.session import Session


class AgentLayout(StrEnum):
    """Where the lines of a sub-agent are."""

    SESSION = "session"
    WORKFLOW = "workflow"
    FLAT = "flat"
    PROJECT = "project"
    IN_FILE = "in_file"
    """In the session's own file (1.0.x)."""
    PROGRESS = "progress"
    """In the progress lines of its parent alone: its file is missing."""
    MISSING = "missing"
    """Nowhere: only the call that began it tells of it."""


@dataclass(frozen=True, slots=True)
class Subagent:
    """A sub-agent of a session, or of another sub-agent."""

    agent_id: str
    """Its id; in a file of 1.0.x, which has none, the uuid of its first line."""
    path: Path | None
    """Its own file; None where it has none."""
    layout: AgentLayout
    tool_use_id: str | None
    """The call that began it."""
    tied_by: TiedBy | None
    """How that call was found; None where it was not."""
    parent_agent_id: str | None
    """The sub-agent that began it; None where the session itself did, or nothing tells."""
    depth: int
    """1 where the session itself began it."""
    agent_type: str | None
    description: str | None
    name: str | None
    """The name by which it can be written to."""
    prompt: str | None
    """What it was asked."""
    workflow: str | None
    """The run of the workflow that it was part of."""
    background: bool
    """Whether the conversation went on without waiting for it."""
    status: str | None
    """The last word on it: completed, failed, killed, async_launched, ...; None without any."""
    started: datetime | None
    ended: datetime | None
    rows: Sequence[int] = field(default=(), hash=False)
    """Its lines in the session's own file, for those that have no file."""
    opener: Callable[[Subagent], Session] | None = field(default=None, repr=False, compare=False)

    @property
    def session(self) -> Session | None:
        """Its own lines as a session, loaded now; None where there is nothing to load."""
        if self.opener is None or self.layout is AgentLayout.MISSING:
            return None
        return self.opener(self)


def find_subagents(
    outline: Outline,
    rows_and_records: Iterable[tuple[int, Entry]],
    agent_files: Sequence[SubagentFile] = (),
    *,
    opener: Callable[[Subagent], Session] | None = None,
) -> tuple[Subagent, ...]:
    """Find the sub-agents of a session in one pass over its records and over their own files.

    ``opener`` gives the session of a sub-agent when it is asked for. They come in the order in
    which they began.
    """
    book = LaunchBook()
    inside = _see_main(book, outline, rows_and_records)
    found = [_read_file(file, book) for file in agent_files]
    known = {name for candidate in found for name in candidate.names}
    found += [candidate for name, candidate in inside.items() if name not in known]
    known |= inside.keys()
    found += [_from_progress(name, book) for name in book.progress if name not in known]
    known |= book.progress.keys()
    found += [_unseen(name) for name in _told_ids(book) if name not in known]
    return tuple(sorted(_agents(found, book, opener), key=_beginning))


def agent_entries(subagent: Subagent, records: Iterable[Entry]) -> list[Entry]:
    """Give the lines of a sub-agent that has no file as those of a file of its own.

    ``records`` are those of its :attr:`Subagent.rows`.
    """
    entries: list[Entry] = []
    offset = 0
    for raw in _own_lines(subagent, records):
        entries.append(decode(raw, line=len(entries) + 1, offset=offset))
        offset += len(raw)
    return entries


def _own_lines(subagent: Subagent, records: Iterable[Entry]) -> Iterator[bytes]:
    carried: dict[str, dict[str, object]] = {}
    for number, record in enumerate(records):
        if not isinstance(record, ProgressEntry):
            yield record.raw.rstrip(b"\r\n") + b"\n"
        elif record.agent_line is not None:
            body = dict(record.agent_line.body)
            uuid = body.get("uuid")
            key = uuid if isinstance(uuid, str) else f"line-{number}"
            # A line that grew was carried again: its last state counts, at its first place.
            carried[key] = body
    parent: str | None = None
    for key, body in carried.items():
        own = {"parentUuid": parent, "isSidechain": True, "agentId": subagent.agent_id}
        yield new_line({**own, **body})
        parent = key


def _see_main(
    book: LaunchBook, outline: Outline, rows_and_records: Iterable[tuple[int, Entry]]
) -> dict[str, Candidate]:
    """Take in the session's own file; give the sub-agents whose lines stand in it."""
    sidechains = Sidechains(outline)
    inside: dict[str, Candidate] = {}
    for row, record in rows_and_records:
        owner = sidechains.agent_of(row, record)
        book.see(row, record, owner)
        if owner is not None:
            candidate = inside.get(owner)
            if candidate is None:
                candidate = inside[owner] = Candidate(owner, AgentLayout.IN_FILE, rows=array("i"))
                candidate.parent_row = outline.parents[sidechains.roots[row]]
            assert candidate.rows is not None  # noqa: S101 - made above
            candidate.rows.append(row)
            _see_line(candidate, record)
    return inside


def _read_file(file: SubagentFile, book: LaunchBook) -> Candidate:
    """Read a sub-agent's file; one that cannot be read is still there, and tells nothing."""
    candidate = Candidate(
        file.agent_id,
        AgentLayout(file.layout.value),
        path=file.path,
        meta=file.meta,
        workflow=file.workflow,
    )
    with suppress(UnreadableFileError):
        for entry in transcript.read(file.path):
            for record in entry.parts:
                book.see(ELSEWHERE, record, file.agent_id)
                _see_line(candidate, record)
    return candidate


def _see_line(candidate: Candidate, record: Entry) -> None:
    """Learn from a line of a sub-agent: its times, its other name, its first prompt."""
    if record.time is not None:
        seconds = record.time.timestamp()
        candidate.first = min(seconds, seconds if candidate.first is None else candidate.first)
        candidate.last = max(seconds, seconds if candidate.last is None else candidate.last)
    told = record.body.get("agentId")
    if isinstance(told, str) and told and candidate.told_id is None:
        candidate.told_id = told
    if candidate.prompt is None and isinstance(record, UserEntry) and not record.is_meta:
        candidate.prompt = agent_words(record.plain_text) or None


def _from_progress(agent_id: str, book: LaunchBook) -> Candidate:
    news = book.progress[agent_id]
    return Candidate(
        agent_id,
        AgentLayout.PROGRESS,
        rows=news.rows,
        prompt=news.prompt and news.prompt.strip(),
        first=news.first,
        last=news.last,
    )


def _unseen(agent_id: str) -> Candidate:
    return Candidate(agent_id, AgentLayout.MISSING)


def _told_ids(book: LaunchBook) -> dict[str, None]:
    """Give the sub-agents that results name, in the order of their calls."""
    launches, answers = book.launches, book.answers
    told = (answers[call_id].agent_id for call_id in launches if call_id in answers)
    return dict.fromkeys(agent_id for agent_id in told if agent_id)


def _agents(
    found: Sequence[Candidate], book: LaunchBook, opener: Callable[[Subagent], Session] | None
) -> Iterator[Subagent]:
    ties = tie_all(found, book)
    parents = {found[place].agent_id: tie.launch.owner for place, tie in ties.items()}
    for place, candidate in enumerate(found):
        tie = ties.get(place)
        depth = _depth(candidate, parents)
        answer = None if tie is None else book.answers.get(tie.launch.call_id)
        heard = _Heard(tie, answer, book.notices.get(candidate.agent_id))
        yield _subagent(candidate, heard, depth, opener)


class _Heard(NamedTuple):
    """What others say of a sub-agent."""

    tie: Tie | None
    answer: Answer | None
    notice: Notice | None

    @property
    def launch(self) -> Launch | None:
        return None if self.tie is None else self.tie.launch

    @property
    def background(self) -> bool:
        return any(told is not None and told.in_background for told in (self.launch, self.answer))

    @property
    def status(self) -> str | None:
        """The last word: the notice of its end, or what its call gave back."""
        if self.notice is not None and self.notice.status:
            return self.notice.status
        # A workflow's call speaks of the whole run, not of one sub-agent.
        if self.answer is None or (self.tie is not None and self.tie.by is TiedBy.WORKFLOW):
            return None
        return self.answer.status or ("failed" if self.answer.is_error else "completed")

    @property
    def ended(self) -> float | None:
        if self.notice is not None and self.notice.status:
            return self.notice.moment
        return None if self.answer is None or self.background else self.answer.moment


def _subagent(
    candidate: Candidate,
    heard: _Heard,
    depth: int,
    opener: Callable[[Subagent], Session] | None,
) -> Subagent:
    launch, answer, note = heard.launch, heard.answer, candidate.meta or SubagentMeta()
    asked = launch or Launch("", "", -1, None, None)
    told = answer or Answer(None, is_error=False)
    by_run = heard.tie is not None and heard.tie.by is TiedBy.WORKFLOW
    return Subagent(
        agent_id=candidate.agent_id,
        path=candidate.path,
        layout=AgentLayout(candidate.layout),
        tool_use_id=note.tool_use_id if launch is None else launch.call_id,
        tied_by=None if heard.tie is None else heard.tie.by,
        parent_agent_id=asked.owner,
        depth=depth,
        agent_type=note.agent_type or asked.agent_type or told.agent_type,
        description=note.description or asked.description or told.description,
        name=note.name or asked.name,
        prompt=candidate.prompt or (None if by_run else asked.prompt or told.prompt),
        workflow=candidate.workflow,
        background=heard.background,
        status=heard.status,
        started=moment(asked.moment if candidate.first is None else candidate.first),
        ended=moment(heard.ended if candidate.last is None else candidate.last),
        rows=() if candidate.rows is None else candidate.rows,
        opener=opener,
    )


def _depth(candidate: Candidate, parents: dict[str, str | None]) -> int:
    """Count how many began one another, down to a sub-agent; its note says it where we cannot."""
    if candidate.agent_id not in parents:
        note = candidate.meta
        return max(1, (note.spawn_depth or 1) if note is not None else 1)
    owner, passed = parents[candidate.agent_id], set[str]()
    while owner is not None and owner not in passed:
        passed.add(owner)
        owner = parents.get(owner)
    return len(passed) + 1


def _beginning(agent: Subagent) -> float:
    return math.inf if agent.started is None else agent.started.timestamp()
