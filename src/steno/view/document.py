"""A session as a document to read: its turns in order, and the items of each when asked for."""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from steno.format.entries.assistant import AssistantEntry
from steno.session.branches import ACTIVE
from steno.session.turns import moment
from steno.view.agents import AgentBook, find_agents
from steno.view.commanded import behind_commands
from steno.view.items import HiddenItem, NoticeItem
from steno.view.message_figures import figures_of
from steno.view.notices.loose import tell_permission_mode
from steno.view.prompts import QUEUED_TYPE, opening_prompt, queued_prompt
from steno.view.source import Source
from steno.view.turn_items import TurnItems

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from steno.session.input_kind import InputKind
    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.view.items import AnyItem, PromptItem, SubagentItem
    from steno.view.openings import Opening


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn to read."""

    number: int
    """As :class:`steno.session.turns.Turn` counts; 0 for what stands before the first."""
    opening: Opening | None
    """The line that opened it; None for what stands before the first turn."""
    line: int
    started: datetime | None
    is_active: bool
    """Whether it is on the branch that a resume goes by."""
    rows: Sequence[int] = field(repr=False, hash=False)
    """Its lines in the order in which they are read."""
    place: int = field(repr=False)
    """Which of the document's turns it is, counted from 0."""
    document: Document = field(repr=False, compare=False)

    @property
    def input_kind(self) -> InputKind | None:
        """What opened it; None for what stands before the first turn."""
        return None if self.opening is None else self.opening.input_kind

    def prompts(self) -> Iterator[PromptItem]:
        """Give the prompt and those that were queued while it ran, reading nothing else."""
        source = self.document.source
        queued = [row for row in self.rows if source.outline.subtype(row) == QUEUED_TYPE]
        first = [] if self.opening is None else [self.opening.row]
        for row, record in source.lines([*first, *queued]):
            if self.opening is not None and row == self.opening.row:
                prompt = opening_prompt(row, record, self.opening.input_kind)
            else:
                prompt = queued_prompt(row, record)
            if prompt is not None:
                yield prompt

    def items(self, *, hidden: bool = False) -> Iterator[AnyItem]:
        """Build the items one after the other; bookkeeping only where it is asked for."""
        document = self.document
        builder = TurnItems(
            document.source,
            self.opening,
            model=document.model_before(self.place),
            may_run=document.source.is_live and self.place == len(document.turns) - 1,
        )
        yield from document.mode_change(self)
        for item in builder.build(self.rows):
            if hidden or not isinstance(item, HiddenItem):
                yield item
        yield from document.agents_without_call(self)


class Document:
    """A session, a branch of it, or a sub-agent's conversation, turn by turn."""

    def __init__(self, source: Source, rows: Sequence[int], *, shown: range | None = None) -> None:
        """Take the rows in reading order, and which of their turns are shown; else all."""
        self.source = source
        self._rows = rows
        self._shown = shown

    @property
    def session(self) -> Session:
        """The session that it shows."""
        return self.source.session

    @cached_property
    def turns(self) -> tuple[TurnView, ...]:
        """All turns, whether they are shown or not."""
        openings = self.source.openings
        order = behind_commands(self._rows, self.source.outline, openings)
        cuts = [place for place, row in enumerate(order) if row in openings]
        starts = cuts if cuts and cuts[0] == 0 else [0, *cuts]
        ends = [*starts[1:], len(order)]
        pieces = (order[start:end] for start, end in zip(starts, ends, strict=True))
        return tuple(self._turn(rows, place) for place, rows in enumerate(pieces) if rows)

    def _turn(self, rows: Sequence[int], place: int) -> TurnView:
        outline, opening = self.source.outline, self.source.openings.get(rows[0])
        return TurnView(
            number=0 if opening is None else opening.number,
            opening=opening,
            line=outline.line(rows[0]),
            started=moment(outline.time(rows[0])),
            is_active=self.source.order.branch_of(rows[0]) in (ACTIVE, None),
            rows=rows,
            place=place,
            document=self,
        )

    @property
    def shown(self) -> tuple[TurnView, ...]:
        """The turns that are to be shown."""
        return self.turns if self._shown is None else self.turns[slice_of(self._shown)]

    def tail(self, number: int) -> Document:
        """Show only the last turns."""
        return self._limited(range(max(0, len(self.turns) - number), len(self.turns)))

    def between(self, first: int, last: int | None = None) -> Document:
        """Show only the turns from one number to another, both included."""
        places = [
            turn.place
            for turn in self.turns
            if first <= turn.number and (last is None or turn.number <= last)
        ]
        return self._limited(range(places[0], places[-1] + 1) if places else range(0))

    def _limited(self, shown: range) -> Document:
        """Look for sub-agents in the shown turns alone: the rest need not be read."""
        source = copy(self.source)
        limited = Document(source, self._rows, shown=shown)
        rows = [row for turn in limited.shown for row in turn.rows]
        source.agents = session_agents(self.session, self._with_agents(rows))
        return limited

    def _with_agents(self, rows: Sequence[int]) -> list[int]:
        """Add the lines of sub-agents that stand among some rows of the file."""
        if not rows:
            return []
        span = range(min(rows), max(rows) + 1)
        return sorted({*rows, *filter(self.source.order.is_agents, span)})

    def branch(self, number: int) -> Document:
        """Give another branch, by the number that its branch point tells."""
        return Document(self.source, self.source.order.branch(number))

    def subagents(self, name: str) -> tuple[SubagentItem, ...]:
        """Find sub-agents of the session by their id or its beginning, nested ones too."""
        return self.source.agents.named(name)

    def model_before(self, place: int) -> str | None:
        """Say which model answered last before a turn."""
        for turn in reversed(self.turns[:place]):
            rows = [row for row in turn.rows if self.source.outline.kind(row) == "assistant"]
            for row in reversed(rows):
                record = self.source.record(row)
                if isinstance(record, AssistantEntry):
                    model = figures_of(None, [record]).model
                    if model is not None:
                        return model
        return None

    def mode_change(self, turn: TurnView) -> Iterator[NoticeItem]:
        """Tell where a prompt was sent in another permission mode than the one before."""
        mode = None if turn.opening is None else turn.opening.permission_mode
        # Newer clients write a line of its own for every change.
        if mode is None or any(True for _ in self.source.outline.rows_of("permission-mode")):
            return
        earlier = (one.opening for one in reversed(self.turns[: turn.place]))
        modes = (one.permission_mode for one in earlier if one is not None)
        before = next((one for one in modes if one is not None), "default")
        if mode != before:
            told = tell_permission_mode(mode)
            yield NoticeItem(
                rows=(), line=turn.line, time=turn.started, notice=told.notice, text=told.text,
                is_quiet=told.is_quiet,
            )  # fmt: skip

    def agents_without_call(self, turn: TurnView) -> Iterator[SubagentItem]:
        """Give the sub-agents of an unknown call that began while a turn ran."""
        for agent in self.source.agents.without_call():
            if self._place_at(agent.time) == turn.place:
                yield agent

    def _place_at(self, time: datetime | None) -> int:
        starts = [turn.started for turn in self.turns]
        known = [(start, place) for place, start in enumerate(starts) if start is not None]
        if time is None or not known:
            return len(self.turns) - 1
        known.sort()
        return known[max(0, bisect_right(known, (time, len(starts))) - 1)][1]


def slice_of(places: range) -> slice:
    """Give a range as a slice."""
    return slice(places.start, places.stop)


def build_document(session: Session, *, agents: bool = True, is_live: bool = False) -> Document:
    """Build the document of a session; nothing but the lines that open turns is read yet.

    Without ``agents`` no sub-agent is looked for. ``is_live`` says that a client is still at
    work on it, so that a call without a result may be running.
    """
    book = session_agents(session) if agents else NO_AGENTS
    return _document(session, book, is_live=is_live)


def session_agents(session: Session, rows: Sequence[int] | None = None) -> AgentBook:
    """Give the sub-agents of a session: all, or those that some rows tell of."""
    return AgentBook(lambda: find_agents(session, rows), _open)


def _open(agent: Subagent, book: AgentBook) -> Document | None:
    session = agent.session
    return None if session is None else _document(session, book)


def _document(session: Session, book: AgentBook, *, is_live: bool = False) -> Document:
    source = Source(session, book, is_live=is_live)
    return Document(source, source.order.main())


NO_AGENTS = AgentBook(tuple, _open)
