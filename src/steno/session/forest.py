"""The lines of a file as trees: every line that has an id, and what hangs on it.

A line of any type is in it, also an unknown one: chains run through progress and attachments,
and a reader that left one out would lose what hangs on it. Where lines hang on one another in
a circle, the circle is cut above its oldest line, so every walk comes to an end.
"""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Final

from steno.session.outline import CHAIN_KINDS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.session.outline import Outline

LOOP: Final = -3
"""The parent of a line whose parents lead back to itself."""
OUTSIDE: Final = -4
"""The parent of a row that is in no tree: a loose line, or one that a later line replaced."""
_NONE: Final = -1


class Forest:
    """Parents and children of every line, as small columns beside those of the outline."""

    def __init__(self, outline: Outline, joins: Mapping[int, int] | None = None) -> None:
        """Take the outline, and parents for lines that name none, such as a compaction's."""
        self.outline = outline
        self.parents = array("i", self._named_parents())
        """The row of each row's parent, or ROOT, LOST, LOOP, OUTSIDE."""
        self.cycles = tuple(self._cut_cycles())
        """The circles, each from its oldest line on, down to the one that this hangs on."""
        self._join(joins or {})
        self._first = array("i", [_NONE]) * len(outline)
        self._next = array("i", [_NONE]) * len(outline)
        self._link_children()

    def _named_parents(self) -> Iterator[int]:
        for row, parent in enumerate(self.outline.parents):
            yield parent if self._has_place(row) else OUTSIDE

    def _has_place(self, row: int) -> bool:
        """Say whether a row has an id of its own, or is a message that lacks one."""
        if self.outline.uuids[row] is None:
            return self.outline.kind(row) in CHAIN_KINDS
        return self.outline.is_current(row)

    def _cut_cycles(self) -> Iterator[tuple[int, ...]]:
        walks = array("i", [0]) * len(self.parents)
        for start in self.rows():
            row = start
            while row >= 0 and not walks[row]:
                walks[row] = start + 1
                row = self.parents[row]
            if row >= 0 and walks[row] == start + 1:
                yield self._cut(row)

    def _cut(self, row: int) -> tuple[int, ...]:
        upwards = [row]
        while (parent := self.parents[upwards[-1]]) != row:
            upwards.append(parent)
        oldest = upwards.index(min(upwards, key=self.age))
        self.parents[upwards[oldest]] = LOOP
        return (*upwards[oldest::-1], *upwards[:oldest:-1])

    def _join(self, joins: Mapping[int, int]) -> None:
        """Hang roots on other lines, unless these stand below them already."""
        tops: dict[int, int] = {}
        for row in sorted(joins, key=self.age):
            parent = joins[row]
            placed = self.parents[row] == ROOT and self.parents[parent] != OUTSIDE
            if placed and self._top(parent, tops) != row:
                self.parents[row] = parent
                tops[row] = parent

    def _top(self, row: int, known: dict[int, int]) -> int:
        """Find the line at which a row's tree begins; ``known`` holds short cuts on the way."""
        passed: list[int] = []
        above = known.get(row, self.parents[row])
        while above >= 0:
            passed.append(row)
            row, above = above, known.get(above, self.parents[above])
        known.update(dict.fromkeys(passed, row))
        return row

    def _link_children(self) -> None:
        for row in range(len(self.parents) - 1, -1, -1):
            parent = self.parents[row]
            if parent >= 0:
                self._next[row] = self._first[parent]
                self._first[parent] = row

    def age(self, row: int) -> tuple[float, str, int]:
        """Give a key that sorts lines from old to new, whatever their order in the file."""
        moment = self.outline.times[row]
        return math.inf if math.isnan(moment) else moment, self.outline.uuids[row] or "", row

    def holds(self, row: int) -> bool:
        """Say whether a row is in a tree."""
        return self.parents[row] != OUTSIDE

    def rows(self) -> Iterator[int]:
        """Yield the rows that are in a tree, in file order."""
        return (row for row, parent in enumerate(self.parents) if parent != OUTSIDE)

    def starts(self) -> Iterator[int]:
        """Yield the rows at which trees begin: roots, lines with a lost parent, cut circles."""
        return (row for row, parent in enumerate(self.parents) if OUTSIDE < parent < 0)

    def children(self, row: int) -> list[int]:
        """Give the rows that hang on a row, in file order."""
        found: list[int] = []
        child = self._first[row]
        while child != _NONE:
            found.append(child)
            child = self._next[child]
        return found

    def is_leaf(self, row: int) -> bool:
        """Say whether nothing hangs on a row."""
        return self._first[row] == _NONE

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield the rows above a row, up to the beginning of its tree."""
        parent = self.parents[row]
        while parent >= 0:
            yield parent
            parent = self.parents[parent]

    def downwards(self) -> array[int]:
        """Give all rows of the trees, parents before their children."""
        order = array("i", self.starts())
        place = 0
        while place < len(order):
            child = self._first[order[place]]
            while child != _NONE:
                order.append(child)
                child = self._next[child]
            place += 1
        return order
