"""How much of a conversation a resume sees, and why it does not see the rest."""

from __future__ import annotations

import itertools
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from steno.format.finding import Finding, finding
from steno.session.branches import ACTIVE, BranchKind
from steno.session.chain import last_message
from steno.session.outline import (
    CHAIN_KINDS,
    EMPTIED,
    LOST,
    MESSAGE_KINDS,
    ROOT,
    SIDECHAIN,
    UNREADABLE,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.session.chain import Chain
    from steno.session.outline import Outline
    from steno.session.session import Session

_LEFT: Final = {
    BranchKind.REWIND: "that a rewind left at line",
    BranchKind.RETRY: "that was left for another reply at line",
    BranchKind.FORK: "that went on beside the active one, as two clients at once do, from line",
}


def message_rows(outline: Outline) -> list[int]:
    """Give the messages of the conversation: outside sidechains, of each uuid one, not emptied."""
    return [
        row
        for row in outline.rows_of(*MESSAGE_KINDS)
        if not outline.has(row, SIDECHAIN | EMPTIED) and outline.is_current(row)
    ]


def reachable_share(outline: Outline, chain: Chain | None) -> float | None:
    """Give the share of the messages that a resume goes by; None where there are none."""
    messages = message_rows(outline)
    if not messages:
        return None
    seen = set() if chain is None else set(chain.rows)
    return round(sum(row in seen for row in messages) / len(messages), 4)


def find_unreached(session: Session) -> Iterator[Finding]:
    """Tell of the messages that a resume does not see; those of a compaction are none.

    What the person left is a dead branch. Everything else is history that a resume loses.
    """
    unreached, unseen = _unreached(session)
    if unreached is not None:
        yield from unreached.findings(unseen)


def lost_history(session: Session) -> Iterator[Lost]:
    """Give the same history that a resume loses, for those who mend it."""
    unreached, unseen = _unreached(session)
    if unreached is not None:
        for (why, at), rows in unreached.placed(unseen).items():
            if unreached.is_lost(why, rows):
                yield Lost(why, at, tuple(rows))


def _unreached(session: Session) -> tuple[_Unreached | None, list[int]]:
    chain = session.chain
    if chain is None:
        return None, []
    seen = set(chain.rows)
    messages = message_rows(session.outline)
    unseen = [row for row in messages if row not in seen]
    return (_Unreached(session, chain, len(messages)) if unseen else None), unseen


class Why(Enum):
    """Why a resume does not see a message."""

    UNREADABLE = "unreadable"
    """Its line is none that the client can read."""
    CUT_OFF = "cut_off"
    """Nothing links its part of the file to the one that a resume goes by."""
    BRIDGED = "bridged"
    """Another line stands in for the lost one that would have led to it."""
    BEHIND = "behind"
    """It came after the line that a resume goes on from."""
    LEFT = "left"
    """It is on a branch that the session has left."""


_Place: TypeAlias = tuple[Why, int]
"""Why, and at which row; for a branch that was left its number."""


class Lost(NamedTuple):
    """Messages that a resume loses."""

    why: Why
    at: int
    """The row at which they are cut off; -1 where none is."""
    rows: tuple[int, ...]


class _Spot(NamedTuple):
    """Where something hangs on the path."""

    is_below_leaf: bool
    """Whether it is at the leaf, or at what trails behind it."""
    bridge: int | None
    """The line behind it that hangs on a stand-in, where the path does not simply go on."""


class _Unreached:
    """The messages that a resume does not see, while it is found out why."""

    def __init__(self, session: Session, chain: Chain, total: int) -> None:
        self._session = session
        self._outline = session.outline
        self._chain = chain
        self._total = total
        self._active = session.active_rows
        self._path = {row: place for place, row in enumerate(chain.path)}
        self._floor = max((one.row for one in session.compactions if one.in_force), default=-1)
        self._is_written_down = last_message(session.links) != chain.leaf
        self._anchors: dict[int, int] = {}
        self._spots: dict[int, _Spot | None] = {}

    def findings(self, unseen: Sequence[int]) -> Iterator[Finding]:
        left: dict[int, list[int]] = {}
        for (why, at), rows in self.placed(unseen).items():
            if self.is_lost(why, rows):
                yield self._lost(why, at, rows)
            elif why is not Why.CUT_OFF:
                for row in rows:
                    left.setdefault(self._session.graph.branch_of(row) or ACTIVE, []).append(row)
        yield from (self._left(number, rows) for number, rows in left.items() if number)

    def placed(self, unseen: Sequence[int]) -> dict[_Place, list[int]]:
        """Say of each message why it is not seen; of what a compaction took nothing."""
        placed: dict[_Place, list[int]] = {}
        for row in unseen:
            place = self._place(row) if row > self._floor else None
            if place is not None:
                placed.setdefault(place, []).append(row)
        return placed

    def is_lost(self, why: Why, rows: Iterable[int]) -> bool:
        """Say whether messages are lost, and not left by the person."""
        return why is Why.UNREADABLE or (why is not Why.LEFT and self._is_answered(rows))

    def _is_answered(self, rows: Iterable[int]) -> bool:
        """Say whether the model spoke: of commands and prompts alone nothing is lost."""
        return any(self._outline.kind(row) == "assistant" for row in rows)

    def _place(self, row: int) -> _Place | None:
        if self._outline.has(row, UNREADABLE):
            return Why.UNREADABLE, -1
        anchor = self._anchor(row)
        if anchor not in self._active:
            is_above = self._floor < 0 and anchor < self._chain.path[0]
            at = self._chain.path[0] if is_above else anchor
            return (Why.CUT_OFF, at) if row > self._compacted.get(anchor, -1) else None
        if anchor not in self._spots:
            self._spots[anchor] = self._spot(anchor)
        spot = self._spots[anchor]
        if spot is None:
            return Why.CUT_OFF, anchor
        is_newer = spot.is_below_leaf or row > self._chain.leaf
        if is_newer and not self._is_written_down:
            return Why.BEHIND, -1
        return (Why.LEFT, -1) if spot.bridge is None else (Why.BRIDGED, spot.bridge)

    def _anchor(self, row: int) -> int:
        """Climb to the first line that is active, or else to the top of the tree."""
        passed: list[int] = []
        while row not in self._anchors:
            passed.append(row)
            parent = None if row in self._active else self._session.graph.parent(row)
            if parent is None:
                self._anchors[row] = row
                break
            row = parent
        anchor = self._anchors[row]
        self._anchors.update(dict.fromkeys(passed, anchor))
        return anchor

    @cached_property
    def _compacted(self) -> dict[int, int]:
        """The last compaction of each tree, by the top of the tree."""
        return {self._anchor(one.row): one.row for one in self._session.compactions}

    def _spot(self, anchor: int) -> _Spot | None:
        """Climb from an active line to the path, and look at what follows there.

        None where there is no way: a part of a message may be brought back from anywhere.
        """
        ways = itertools.chain([anchor], self._session.graph.ancestors(anchor))
        place = next((self._path[row] for row in ways if row in self._path), None)
        if place is None:
            return None
        is_below_leaf = place >= self._path[self._chain.leaf]
        return _Spot(is_below_leaf, self._bridge_behind(place))

    def _bridge_behind(self, place: int) -> int | None:
        """Find a line that hangs on a stand-in, from a place on the path to the next message."""
        for number in range(place + 1, len(self._chain.path)):
            below = self._chain.path[number]
            if self._is_bridged(below):
                return below
            if self._outline.kind(below) in MESSAGE_KINDS:
                break
        return None

    def _is_bridged(self, row: int) -> bool:
        """Say whether a line on the path names another parent than the one before it there."""
        above = self._chain.path[self._path[row] - 1]
        return self._session.links.parent(row) != above

    def _lost(self, why: Why, at: int, rows: Sequence[int]) -> Finding:
        leaf = self._chain.leaf
        told = {
            Why.UNREADABLE: "stand on lines that the client cannot read",
            Why.BEHIND: f"come behind line {self._line(leaf)}, from which a resume goes on "
            "because the last line of the file leads there",
        }.get(why) or f"are cut off: line {self._line(at)} {self._cause(at)}"
        share = _percent(len(rows), self._total)
        detail = f"{len(rows):,} of {_messages(self._total)} ({share}) {told}."
        line = self._line(rows[0] if at < 0 else at)
        return finding("unreachable-history", line, detail)

    def _left(self, number: int, rows: Sequence[int]) -> Finding:
        branch = self._session.graph.branches[number]
        fork = self._chain.leaf if branch.fork is None else branch.fork
        left = _LEFT.get(branch.kind, _LEFT[BranchKind.REWIND])
        detail = f"{_messages(len(rows))} on a branch {left} {self._line(fork)}."
        return finding("dead-branch", self._line(rows[0]), detail)

    def _line(self, row: int) -> int:
        return self._outline.line(row)

    def _cause(self, row: int) -> str:
        """Say why the lines above a line are not those that should be there."""
        outline, parent = self._outline, self._parent_through_progress(row)
        if parent == ROOT:
            return "names no parent"
        if parent == LOST:
            if self._path.get(row, 0) and self._is_bridged(row):
                above = self._line(self._chain.path[self._path[row] - 1])
                return f"hangs on a line that is not in the file, and line {above} takes its place"
            return (
                "hangs on a line that is not in the file, and no line of the 5 seconds before it "
                "can take its place"
            )
        if outline.has(parent, UNREADABLE):
            return f"hangs on line {outline.line(parent)}, which the client cannot read"
        if outline.kind(parent) not in CHAIN_KINDS:
            return f"hangs on line {outline.line(parent)}, of a type that the client passes over"
        return "hangs on itself, in a circle"

    def _parent_through_progress(self, row: int) -> int:
        outline, passed = self._outline, {row}
        parent = outline.parents[row]
        while parent >= 0 and outline.kind(parent) == "progress" and parent not in passed:
            passed.add(parent)
            parent = outline.parents[parent]
        return parent


def _messages(count: int) -> str:
    return "1 message" if count == 1 else f"{count:,} messages"


def _percent(part: int, whole: int) -> str:
    share = 100 * part / whole
    if part < whole and share > 99:  # noqa: PLR2004 - rounding must not make it all
        return "over 99 %"
    return "under 1 %" if share < 1 else f"{share:.0f} %"
