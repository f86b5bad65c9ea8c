"""The message graph: roots, leaves, branch points and branches, gaps and circles.

It holds every line with an id, also of types that the client passes over; which of them a
resume would go by is the work of :mod:`steno.session.links`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.session.branches import Branch, BranchKind, BranchPoint, PointKind, find_branches
from steno.session.forest import Forest
from steno.session.outline import LOST, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.session.chain import Chain
    from steno.session.outline import Outline

__all__ = [
    "Branch", "BranchKind", "BranchPoint", "Gap", "Graph", "PointKind", "build_graph",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gap:
    """A line whose parent is not in the file."""

    row: int
    parent_uuid: str


class Graph:
    """How the lines of a file hang together."""

    def __init__(self, forest: Forest, chain: Chain | None = None) -> None:
        """Take the trees, and the chain that a resume would go by."""
        self._forest = forest
        self._outline = forest.outline
        branching = find_branches(forest, chain)
        self._numbers = branching.numbers
        self.branch_points: tuple[BranchPoint, ...] = branching.points
        """The lines on which several others hang, parents before children."""
        self.branches: tuple[Branch, ...] = branching.branches
        """Branch 0 is the active one (without any, the longest); the others by age."""
        self.cycles: tuple[tuple[int, ...], ...] = forest.cycles
        """Lines that hang on one another in a circle; each circle from its oldest line on."""

    @property
    def roots(self) -> tuple[int, ...]:
        """The rows that name no parent, in file order."""
        return self._with_parent(ROOT)

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """The rows whose parent is not in the file, in file order."""
        lost = self._outline.lost_parents
        return tuple(Gap(row, lost[row]) for row in self._with_parent(LOST))

    def _with_parent(self, parent: int) -> tuple[int, ...]:
        # What a compaction follows is no parent that the line itself names.
        named = self._outline.parents
        return tuple(row for row in self._forest.rows() if named[row] == parent)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The rows on which nothing hangs, in file order."""
        return tuple(row for row in self._forest.rows() if self._forest.is_leaf(row))

    @property
    def forks(self) -> tuple[BranchPoint, ...]:
        """The branch points at which the conversation really goes on in several ways."""
        return tuple(point for point in self.branch_points if point.is_fork)

    def parent(self, row: int) -> int | None:
        """Give the row that a row hangs on, across compactions; None at the top of a tree."""
        parent = self._forest.parents[row]
        return parent if parent >= 0 else None

    def children(self, row: int) -> tuple[int, ...]:
        """Give the rows that hang on a row, in file order."""
        return tuple(self._forest.children(row))

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield the rows above a row, nearest first, across compactions."""
        return self._forest.ancestors(row)

    def holds(self, row: int) -> bool:
        """Say whether a row is part of the graph: it has an id that no later line took over."""
        return self._forest.holds(row)

    def branch_of(self, row: int) -> int | None:
        """Give the number of a row's branch; None for a line beside the conversation.

        A line that a later one with the same id replaced counts as that one.
        """
        uuid = self._outline.uuids[row]
        number = self._numbers[row if uuid is None else self._outline.by_uuid[uuid]]
        return number if number >= 0 else None

    def rows_of(self, number: int) -> Iterator[int]:
        """Yield the rows of a branch, in file order."""
        return (row for row, branch in enumerate(self._numbers) if branch == number)


def build_graph(
    outline: Outline, chain: Chain | None = None, joins: Mapping[int, int] | None = None
) -> Graph:
    """Build the graph of an outline.

    ``chain`` is the active one; ``joins`` gives the line that a compaction follows where its
    boundary names no parent (:func:`steno.session.compaction.joins_of`), so that what was said
    before it stays on the same branch.
    """
    return Graph(Forest(outline, joins), chain)
