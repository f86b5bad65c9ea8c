"""Where the lines of a conversation part, why, and which line belongs to which branch.

Most lines with several children are no fork: tools that run in parallel leave their results
beside one another, and notices and attachments hang where they like. Those stay on the branch
of their parent. A branch of its own begins only where the conversation goes on in two ways.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from steno.session.forest import LOOP
from steno.session.outline import (
    HAS_CALL,
    HAS_RESULT,
    LOST,
    MESSAGE_KINDS,
    META,
    ROOT,
    SIDECHAIN,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.session.chain import Chain
    from steno.session.forest import Forest

ACTIVE: Final = 0
"""The number of the branch that the session stands on."""
_NO_BRANCH: Final = -1
_ON_PATH: Final = 1
_BROUGHT_BACK: Final = 2
"""Marks of rows that are active: the client walks over them, or brings them back to it."""


class PointKind(StrEnum):
    """Why several lines hang on one."""

    TOOL_FAN_OUT = "tool_fan_out"
    """Tools in parallel: parts of one API message, their results, and news of them."""
    ASIDE = "aside"
    """Notices, attachments, or local commands beside the conversation."""
    REWIND = "rewind"
    """The user went back and said something else."""
    RETRY = "retry"
    """Two replies to the same line."""
    FORK = "fork"
    """Both ways went on at the same time, as several clients at once leave it."""


class BranchKind(StrEnum):
    """How a branch begins."""

    ROOT = "root"
    """With a line that has no parent."""
    LOST = "lost"
    """With a line whose parent is not in the file."""
    CYCLE = "cycle"
    """With the oldest of lines that hang on one another in a circle."""
    SIDECHAIN = "sidechain"
    """With a sub-agent's first line."""
    REWIND = "rewind"
    """The user went back and said something else, or nothing yet."""
    RETRY = "retry"
    """With another reply to the same line."""
    FORK = "fork"
    """Beside another that went on at the same time."""


_STARTS: Final = {ROOT: BranchKind.ROOT, LOST: BranchKind.LOST, LOOP: BranchKind.CYCLE}


@dataclass(frozen=True, slots=True)
class BranchPoint:
    """A line on which several others hang."""

    row: int
    kind: PointKind
    children: tuple[int, ...]
    """The rows, in file order; a single one where the user went back and said nothing yet."""

    @property
    def is_fork(self) -> bool:
        """Whether the conversation goes on in several ways from here."""
        return self.kind not in (PointKind.TOOL_FAN_OUT, PointKind.ASIDE)


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of conversation, with what parallel tools and notices left beside it."""

    number: int
    first: int
    """The row that it begins with."""
    tip: int
    """Its last message; of the active branch the one that a resume goes on from."""
    fork: int | None
    """The row of another branch that it begins at; None where it begins on its own."""
    rows: int
    """How many rows belong to it."""
    kind: BranchKind
    is_active: bool
    """Whether a resume goes on from it."""
    started: datetime | None
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class Branching:
    """All branches of a file."""

    points: tuple[BranchPoint, ...]
    branches: tuple[Branch, ...]
    numbers: array[int]
    """The branch of each row; -1 for rows that are in no tree."""


def find_branches(forest: Forest, chain: Chain | None) -> Branching:
    """Say for every line of the trees which branch it belongs to.

    The active chain, with all that leads up to it, is branch 0; without one the longest is.
    """
    order = forest.downwards()
    return _Division(forest, chain, order).divide()


class _Voices:
    """What is said at and below each line, worked out bottom up."""

    def __init__(self, forest: Forest, order: Sequence[int]) -> None:
        size = len(forest.parents)
        self.own = bytearray(size)
        """1 where a line itself takes the conversation on, and is no part of a fan-out."""
        self.speaks = bytearray(size)
        """1 where a line at or below takes the conversation on."""
        self.replies = bytearray(size)
        """1 where one of those is a reply."""
        self.heads = array("i", [_NO_BRANCH]) * size
        """The oldest of the nearest such lines."""
        self.heights = array("i", [1]) * size
        """How many lines there are down to the farthest leaf."""
        self.latest = array("d", forest.outline.times)
        """The time of the newest line."""
        self._listen(forest, order)
        for row in reversed(order):
            if forest.parents[row] >= 0:
                self._pass_up(forest, row, forest.parents[row])

    def _listen(self, forest: Forest, order: Sequence[int]) -> None:
        """Find the lines that take the conversation on: prompts, and new API messages."""
        outline = forest.outline
        running: list[str | None] = [None] * len(forest.parents)
        for row in order:
            parent, kind = forest.parents[row], outline.kind(row)
            above = running[parent] if parent >= 0 else None
            name = outline.message_ids[row]
            running[row] = above if name is None else name
            is_reply = kind == "assistant" and (name is None or name != above)
            is_prompt = kind == "user" and not outline.has(row, HAS_RESULT | META)
            self.own[row] = self.speaks[row] = is_reply or is_prompt
            self.replies[row] = is_reply
            if is_reply or is_prompt:
                self.heads[row] = row

    def _pass_up(self, forest: Forest, row: int, parent: int) -> None:
        self.speaks[parent] |= self.speaks[row]
        self.replies[parent] |= self.replies[row]
        self.heights[parent] = max(self.heights[parent], self.heights[row] + 1)
        if not self.latest[row] <= self.latest[parent] and not math.isnan(self.latest[row]):
            self.latest[parent] = self.latest[row]
        head, known = self.heads[row], self.heads[parent]
        if head >= 0 and known != parent and (
            known < 0 or forest.age(head) < forest.age(known)
        ):  # fmt: skip
            self.heads[parent] = head


@dataclass(slots=True)
class _Draft:
    """A branch while its rows are still being counted."""

    first: int
    fork: int | None
    kind: BranchKind
    rows: int = 0
    started: float = math.inf
    ended: float = -math.inf
    tip: int = -1
    tip_rank: tuple[bool, int] = (False, -1)


class _Division:
    """One pass from the roots down that gives each line its branch."""

    def __init__(self, forest: Forest, chain: Chain | None, order: Sequence[int]) -> None:
        self.forest = forest
        self.outline = forest.outline
        self.chain = chain
        self.order = order
        self.voices = _Voices(forest, order)
        self.active = self._on_chain()
        self.numbers = array("i", [_NO_BRANCH]) * len(forest.parents)
        self.drafts: list[_Draft] = []
        self.points: list[BranchPoint] = []

    def _on_chain(self) -> bytearray:
        """Mark the rows of the active chain, with all that lead up to them, and those beside it."""
        marked = bytearray(len(self.forest.parents))
        if self.chain is not None:
            self._mark(marked, self.chain.path, _ON_PATH)
            self._mark(marked, self.chain.rows, _BROUGHT_BACK)
        return marked

    def _mark(self, marked: bytearray, rows: Sequence[int], mark: int) -> None:
        for start in rows:
            row = start
            while row >= 0 and self.forest.holds(row) and not marked[row]:
                marked[row] = mark
                row = self.forest.parents[row]

    def divide(self) -> Branching:
        active = self._begin_active()
        for row in self.order:
            if self.forest.parents[row] < 0 and not self.active[row]:
                self._begin(row, None, self._start_kind(row))
            self._divide_children(row)
        return self._numbered(active)

    def _begin_active(self) -> int:
        """Begin the active branch; over a gap it has several trees, and the oldest is its first."""
        tops = [row for row in self.forest.starts() if self.active[row]]
        if not tops:
            return _NO_BRANCH
        first = min(tops, key=self.forest.age)
        active = self._begin(first, None, self._start_kind(first))
        for row in tops:
            self.numbers[row] = active
        return active

    def _start_kind(self, row: int) -> BranchKind:
        kind = _STARTS[self.forest.parents[row]]
        is_agents = kind is BranchKind.ROOT and self.outline.has(row, SIDECHAIN)
        return BranchKind.SIDECHAIN if is_agents else kind

    def _begin(self, row: int, fork: int | None, kind: BranchKind) -> int:
        self.numbers[row] = len(self.drafts)
        self.drafts.append(_Draft(row, fork, kind))
        return self.numbers[row]

    def _divide_children(self, row: int) -> None:
        children = self.forest.children(row)
        for child in children:
            self.numbers[child] = self.numbers[row]
        own = [child for child in children if not self._is_agents_first(row, child)]
        if len(own) < len(children):
            for child in set(children).difference(own):
                self._begin(child, row, BranchKind.SIDECHAIN)
        if len(own) > 1 or (own and self.active[row] and not self.active[own[0]]):
            self._part(row, own)

    def _is_agents_first(self, row: int, child: int) -> bool:
        if self.active[child]:
            return False
        return self.outline.has(child, SIDECHAIN) and not self.outline.has(row, SIDECHAIN)

    def _part(self, row: int, children: list[int]) -> None:
        """Keep one way on the line's own branch and begin a branch for each of the others."""
        going = [child for child in children if self._goes_on(row, child)]
        staying = [child for child in going if self.active[child]]
        if not self.active[row] and going:
            staying = [max(going, key=self._length)]
        leaving = [child for child in going if child not in staying]
        if leaving:
            kind = self._why([*staying[:1], *leaving]) if staying else PointKind.REWIND
        elif len(children) > 1:
            kind = self._beside(row, children)
        else:
            return
        self.points.append(BranchPoint(row, kind, tuple(children)))
        for child in leaving:
            self._begin(child, row, BranchKind(kind.value))

    def _goes_on(self, row: int, child: int) -> bool:
        """Say whether the conversation goes on at a child, and does not only end beside it."""
        if self.voices.replies[child]:
            return True
        # Old clients hung every local command on the one caveat that came before the first.
        is_caveat = self.outline.kind(row) == "user" and self.outline.has(row, META)
        if is_caveat or self._is_arm(child) or self.active[row] == _BROUGHT_BACK:
            return bool(self.voices.speaks[child] and self.active[child])
        return bool(self.voices.speaks[child])

    def _is_arm(self, row: int) -> bool:
        """Say whether a line is a part of an API message, a result, or news of a tool."""
        if self.outline.has(row, HAS_RESULT) or self.outline.kind(row) == "progress":
            return True
        return self.outline.kind(row) == "assistant" and not self.voices.own[row]

    def _length(self, row: int) -> tuple[int, tuple[float, str, int]]:
        return self.voices.heights[row], self.forest.age(self.voices.heads[row])

    def _why(self, ways: list[int]) -> PointKind:
        heads = {way: self.voices.heads[way] for way in ways}
        if all(self.outline.kind(head) == "assistant" for head in heads.values()):
            return PointKind.RETRY
        end = -math.inf
        for way in sorted(ways, key=lambda way: self.forest.age(heads[way])):
            if self.outline.times[heads[way]] < end:
                return PointKind.FORK
            end = max(end, self.voices.latest[way])
        return PointKind.REWIND

    def _beside(self, row: int, children: list[int]) -> PointKind:
        results = any(self.outline.has(child, HAS_RESULT) for child in children)
        parts = any(
            self.outline.kind(child) == "assistant" and not self.voices.own[child]
            for child in children
        )
        is_tools = self.outline.has(row, HAS_CALL) or results or parts
        return PointKind.TOOL_FAN_OUT if is_tools else PointKind.ASIDE

    def _numbered(self, active: int) -> Branching:
        self._count()
        main = active if active >= 0 else self._longest()
        drafts = range(len(self.drafts))
        ordered = sorted(
            drafts, key=lambda at: (at != main, self.forest.age(self.drafts[at].first))
        )
        places = {draft: number for number, draft in enumerate(ordered)}
        numbers = array("i", [places.get(draft, _NO_BRANCH) for draft in self.numbers])
        branches = tuple(
            self._branch(number, self.drafts[draft], is_active=draft == active)
            for number, draft in enumerate(ordered)
        )
        return Branching(tuple(self.points), branches, numbers)

    def _count(self) -> None:
        depths = array("i", [0]) * len(self.numbers)
        for row in self.order:
            parent = self.forest.parents[row]
            depths[row] = depths[parent] + 1 if parent >= 0 else 0
            draft = self.drafts[self.numbers[row]]
            draft.rows += 1
            moment = self.outline.time(row)
            if moment is not None:
                draft.started = min(draft.started, moment)
                draft.ended = max(draft.ended, moment)
            rank = (self.outline.kind(row) in MESSAGE_KINDS, depths[row])
            if rank > draft.tip_rank or (
                rank == draft.tip_rank and self.forest.age(row) > self.forest.age(draft.tip)
            ):
                draft.tip, draft.tip_rank = row, rank

    def _longest(self) -> int:
        own = (at for at, draft in enumerate(self.drafts) if draft.fork is None)
        return min(own, key=self._shortness, default=_NO_BRANCH)

    def _shortness(self, at: int) -> tuple[int, tuple[float, str, int]]:
        first = self.drafts[at].first
        return -self.voices.heights[first], self.forest.age(first)

    def _branch(self, number: int, draft: _Draft, *, is_active: bool) -> Branch:
        return Branch(
            number=number,
            first=draft.first,
            tip=self.chain.leaf if is_active and self.chain is not None else draft.tip,
            fork=draft.fork,
            rows=draft.rows,
            kind=draft.kind,
            is_active=is_active,
            started=_moment(draft.started),
            ended=_moment(draft.ended),
        )


def _moment(seconds: float) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if math.isfinite(seconds) else None
