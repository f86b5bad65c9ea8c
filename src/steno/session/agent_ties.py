"""Which call began which sub-agent: by every trace that the two have left, the surest first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from steno.disk.subagents import SubagentMeta
    from steno.session.launches import Launch, LaunchBook


class TiedBy(StrEnum):
    """What ties a sub-agent to the call that began it."""

    AGENT_ID = "agentId"
    """The call's result names the sub-agent."""
    TOOL_USE_ID = "toolUseId"
    """The note beside the sub-agent's file names the call."""
    TASK_ID = "task_id"
    """A queued task or the notice of one names both."""
    WORKFLOW = "workflow"
    """The call began the workflow in whose folder the sub-agent lies."""
    PROGRESS = "progress"
    """Progress lines name both."""
    PARENT = "parent"
    """The sub-agent's first line hangs on the line of the call."""
    PROMPT = "prompt"
    """Both hold the same prompt."""


@dataclass(slots=True)
class Candidate:
    """A sub-agent of which we know the lines, but perhaps not yet the call."""

    agent_id: str
    layout: str
    rows: array[int] | None = None
    path: Path | None = None
    meta: SubagentMeta | None = None
    workflow: str | None = None
    prompt: str | None = None
    """Its first line."""
    first: float | None = None
    last: float | None = None
    parent_row: int = -1
    """On which line of the session's file its own first line hangs."""
    told_id: str | None = None
    """The id in its own lines, which may be another than that in its file's name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The ids that it goes by."""
        if self.told_id is None or self.told_id == self.agent_id:
            return (self.agent_id,)
        return (self.agent_id, self.told_id)


class Tie(NamedTuple):
    """A call and what ties a sub-agent to it."""

    launch: Launch
    by: TiedBy


def tie_all(candidates: Sequence[Candidate], book: LaunchBook) -> dict[int, Tie]:
    """Give the tie of every candidate that has one, by its place among them."""
    return _Tying(candidates, book).run()


class _Tying:
    def __init__(self, candidates: Sequence[Candidate], book: LaunchBook) -> None:
        self._book = book
        self._launches = book.launches
        self._candidates = candidates
        self._parents: dict[str, str | None] = {}
        self.ties: dict[int, Tie] = {}

    def run(self) -> dict[int, Tie]:
        """Try one way after the other on those that are not tied yet."""
        ways: tuple[tuple[TiedBy, Callable[[Candidate], Iterable[Launch]]], ...] = (
            (TiedBy.AGENT_ID, self._naming_it),
            (TiedBy.TOOL_USE_ID, self._named_in_its_note),
            (TiedBy.TASK_ID, self._named_in_notices),
            (TiedBy.WORKFLOW, self._running_its_workflow),
            (TiedBy.PROGRESS, self._named_in_progress),
            (TiedBy.PARENT, self._above_it),
            (TiedBy.PROMPT, self._asking_the_same),
        )
        for by, way in ways:
            for place in self._open_places():
                self._tie(place, way(self._candidates[place]), by)
        return self.ties

    def _open_places(self) -> list[int]:
        """List who is not tied yet, the one that began first in front."""
        places = [place for place in range(len(self._candidates)) if place not in self.ties]
        return sorted(places, key=lambda place: self._candidates[place].first or 0.0)

    def _tie(self, place: int, launches: Iterable[Launch], by: TiedBy) -> None:
        agent_id = self._candidates[place].agent_id
        for launch in launches:
            if not self._is_below(launch.owner, agent_id):
                self.ties[place] = Tie(launch, by)
                self._parents[agent_id] = launch.owner
                return

    def _is_below(self, owner: str | None, agent_id: str) -> bool:
        """Say whether one sub-agent is another one, or was begun by it: then it began it not."""
        passed = set[str]()
        while owner is not None and owner not in passed:
            if owner == agent_id:
                return True
            passed.add(owner)
            owner = self._parents.get(owner)
        return False

    def _naming_it(self, candidate: Candidate) -> Iterator[Launch]:
        for call_id, launch in self._launches.items():
            answer = self._book.answers.get(call_id)
            told = None if answer is None else answer.agent_id
            if told in candidate.names and launch.resumes != told:
                yield launch

    def _named_in_its_note(self, candidate: Candidate) -> Iterator[Launch]:
        note = candidate.meta
        yield from self._known([] if note is None or not note.tool_use_id else [note.tool_use_id])

    def _named_in_notices(self, candidate: Candidate) -> Iterator[Launch]:
        for name in candidate.names:
            notice = self._book.notices.get(name)
            yield from self._known([] if notice is None else notice.call_ids)

    def _running_its_workflow(self, candidate: Candidate) -> Iterator[Launch]:
        for call_id, answer in self._book.answers.items():
            if candidate.workflow is not None and answer.run_id == candidate.workflow:
                yield from self._known([call_id])

    def _named_in_progress(self, candidate: Candidate) -> Iterator[Launch]:
        for name in candidate.names:
            news = self._book.progress.get(name)
            yield from self._known([] if news is None else news.call_ids)

    def _above_it(self, candidate: Candidate) -> Iterator[Launch]:
        above = [one for one in self._launches.values() if one.row == candidate.parent_row >= 0]
        above.sort(key=lambda launch: not _asks_the_same(launch, candidate))
        return self._free(above)

    def _asking_the_same(self, candidate: Candidate) -> Iterator[Launch]:
        launches = self._launches.values()
        return self._free(launch for launch in launches if _asks_the_same(launch, candidate))

    def _known(self, call_ids: Iterable[str]) -> Iterator[Launch]:
        return (self._launches[call_id] for call_id in call_ids if call_id in self._launches)

    def _free(self, launches: Iterable[Launch]) -> Iterator[Launch]:
        """Leave out the calls that began another sub-agent, or took one up again."""
        taken = {tie.launch.call_id for tie in self.ties.values()}
        for launch in launches:
            answer = self._book.answers.get(launch.call_id)
            names_other = answer is not None and answer.agent_id is not None
            if launch.call_id not in taken and not launch.resumes and not names_other:
                yield launch


def _asks_the_same(launch: Launch, candidate: Candidate) -> bool:
    return bool(launch.prompt) and (launch.prompt or "").strip() == candidate.prompt
