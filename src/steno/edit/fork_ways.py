"""The ways that several clients at once left in one file, and in which order their lines go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.edit.ways import OneWay, Way, alone, one_behind_the_other, way_along
from steno.errors import UsageError
from steno.format.members import object_in, words_in
from steno.session.chain import chain_at, message_above, trailing_lines
from steno.session.compaction import joins_of
from steno.session.graph import BranchKind, build_graph
from steno.session.links import Links
from steno.session.outline import LOST, ROOT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from steno.format.entry import Entry
    from steno.session.graph import Branch, Graph
    from steno.session.session import Session

_MERGEABLE: Final = frozenset({BranchKind.FORK, BranchKind.REWIND, BranchKind.RETRY})


@dataclass(frozen=True, slots=True)
class Merged:
    """The branches of a file as one way."""

    way: OneWay
    branches: tuple[Branch, ...]
    """Those that were joined to the active one."""


def merge_branches(session: Session, named: Collection[int] = ()) -> Merged | None:
    """Put the branches of parallel clients, and those that are named, in one row.

    None where there are none.
    """
    if session.chain is None:
        return None
    graph = _graph(session)
    chosen = _chosen(graph, _firsts(session, named))
    if not chosen:
        return None
    return Merged(_Joining(session, graph, chosen).join(), tuple(chosen.values()))


def _graph(session: Session) -> Graph:
    """Give the graph without what a compaction moved: one client's moves the other's lines."""
    assert session.chain is not None  # noqa: S101 - looked at before
    if session.boundary is None:
        return session.graph
    chain = chain_at(Links(session.outline), session.chain.leaf)
    return build_graph(session.outline, chain, joins_of(session.compactions))


def _firsts(session: Session, named: Collection[int]) -> dict[int, int]:
    """Give the number of each branch that is named, by its first row."""
    branches = session.graph.branches
    for number in named:
        if not 0 < number < len(branches) or branches[number].kind not in _MERGEABLE:
            msg = (
                f"the session has no branch {number} that went on from another one; "
                "'steno tree SESSION' shows the branches."
            )
            raise UsageError(msg)
    return {branches[number].first: number for number in named}


def _chosen(graph: Graph, named: Mapping[int, int]) -> dict[int, Branch]:
    """Choose what to merge: forks, and what is named; of dead branches only what is named."""
    chosen: dict[int, Branch] = {}
    waiting = [
        branch
        for branch in graph.branches
        if not branch.is_active and (branch.first in named or branch.kind is BranchKind.FORK)
    ]
    while waiting:
        ready = [one for one in waiting if _trunk(graph, one) in (0, *chosen)]
        if not ready:
            break
        chosen.update((one.number, one) for one in ready)
        waiting = [one for one in waiting if one.number not in chosen]
    for one in waiting:
        if one.first in named:
            above = _trunk(graph, one)
            msg = (
                f"branch {named[one.first]} begins on branch {above}, which is not merged; name "
                f"that one too (--branch {above})."
            )
            raise UsageError(msg)
    return chosen


def _trunk(graph: Graph, branch: Branch) -> int | None:
    return None if branch.fork is None else graph.branch_of(branch.fork)


class _Joining:
    """Goes through the points at which the chosen branches begin, the deepest first."""

    def __init__(self, session: Session, graph: Graph, chosen: Mapping[int, Branch]) -> None:
        self.session = session
        self.graph = graph
        self.links = Links(session.outline)
        self.chosen = {0: graph.branches[0], **chosen}
        self.paths = {number: self._path(branch) for number, branch in self.chosen.items()}
        self.begins = {number: self._place(branch) for number, branch in chosen.items()}
        self.done: dict[int, tuple[int, OneWay]] = {}
        """What each branch is from a place of its path on, as far as that is settled."""

    def _path(self, branch: Branch) -> list[int]:
        """Give the rows from the first of a branch, or of the file, to its last message."""
        upwards: dict[int, None] = {}
        row = self._tip(branch)
        while row >= 0 and row not in upwards:
            upwards[row] = None
            if branch.number and row == branch.first:
                break
            row = self._above(row, upwards.keys())
        return list(upwards)[::-1]

    def _tip(self, branch: Branch) -> int:
        """Give the message that a resume would go on from, were there no other branch (rule 6)."""
        if branch.is_active:
            return branch.tip
        for row in reversed(list(self.graph.rows_of(branch.number))):
            found = message_above(self.links, row) if self.links.holds(row) else None
            if found is not None and self.graph.branch_of(found) == branch.number:
                return found
        return branch.tip

    def _above(self, row: int, passed: Collection[int]) -> int:
        parent = self.graph.parent(row)
        if parent is not None:
            return parent
        is_lost = self.session.outline.parents[row] == LOST
        return self.links.stand_in(row, set(passed)) if is_lost else ROOT

    def join(self) -> OneWay:
        for trunk, place in self._points():
            ways = [self._way(trunk, place + 1)] if place + 1 < len(self.paths[trunk]) else []
            ways += [
                self._way(number, 0)
                for number, begins in self.begins.items()
                if begins == (trunk, place)
            ]
            ways.sort(key=lambda way: way.ways[0].rows[0])
            self.done[trunk] = (place + 1, one_behind_the_other(ways))
        return self.done[0][1]

    def _points(self) -> list[tuple[int, int]]:
        """Give where branches begin: branches of branches first, and the deepest on each."""
        order = {number: place for place, number in enumerate(self.chosen)}
        points = set(self.begins.values())
        return sorted(points, key=lambda point: (order[point[0]], point[1]), reverse=True)

    def _place(self, branch: Branch) -> tuple[int, int]:
        """Find the branch and the place on its path where another begins."""
        assert branch.fork is not None  # noqa: S101 - only such branches are chosen
        trunk = self.graph.branch_of(branch.fork) or 0
        places = {row: place for place, row in enumerate(self.paths[trunk])}
        for row in (branch.fork, *self.graph.ancestors(branch.fork)):
            if row in places:
                return trunk, places[row]
        return trunk, 0

    def _way(self, number: int, start: int) -> OneWay:
        """Give what a branch is from a place of its path on."""
        path = self.paths[number]
        if number in self.done:
            end, then = self.done[number]
            if end <= start:
                return then
            return alone(self._along(path[start:end], path[end - 1], path[:start]), then)
        rows = [*path[start:], *trailing_lines(self.links, [*path])]
        return alone(self._along(rows, path[-1], path[:start]))

    def _along(self, rows: Sequence[int], leaf: int, above: Sequence[int]) -> Way:
        ids = self.session.outline.message_ids
        parent = self.graph.parent(rows[0])
        before = [*above, *([] if parent is None else (parent, *self.graph.ancestors(parent)))]
        return way_along(self.session, rows, leaf, {ids[row] for row in before} - {None})


def in_order(session: Session, way: OneWay) -> list[int]:
    """Give the numbers of all lines in the order in which they are to stand."""
    segments = _Segments(session, way)
    return sorted(
        range(1, session.outline.line_count + 1),
        key=lambda line: (segments.of_lines[line - 1], line),
    )


class _Segments:
    """Which way each line goes with: its own, its parent's, or that of the line before it."""

    def __init__(self, session: Session, way: OneWay) -> None:
        self.outline = session.outline
        self.known = {row: number for number, one in enumerate(way.ways, 1) for row in one.rows}
        self._place_common(session, way)
        self.of_lines = [0] * session.outline.line_count
        before, line = 0, 0
        for row, record in _rows(session):
            before = self._segment(row, record, before)
            if self.outline.line(row) > line:
                line = self.outline.line(row)
                self.of_lines[line - 1] = before

    def _place_common(self, session: Session, way: OneWay) -> None:
        for row in session.graph.ancestors(way.ways[0].rows[0]):
            self.known.setdefault(row, 0)

    def _segment(self, row: int, record: Entry | None, before: int) -> int:
        passed: dict[int, None] = {}
        while row >= 0 and row not in self.known and row not in passed:
            passed[row] = None
            row = self.outline.parents[row]
        found = self.known.get(row)
        if found is None:
            named = None if record is None else self._named(record)
            found = before if named is None else self._segment(named, None, before)
        self.known.update(dict.fromkeys(passed, found))
        return found

    def _named(self, record: Entry) -> int | None:
        """Give the line that one without an id speaks of."""
        snapshot = object_in(record.body, "snapshot") or {}
        names = (
            words_in(record.body, "messageId"),
            words_in(record.body, "leafUuid"),
            words_in(snapshot, "messageId"),
        )
        rows = (self.outline.by_uuid.get(name) for name in names if name)
        return next((row for row in rows if row is not None), None)


def _rows(session: Session) -> Iterator[tuple[int, Entry | None]]:
    row = 0
    for entry in session.entries:
        for part in entry.parts or (None,):
            yield row, part
            row += 1
