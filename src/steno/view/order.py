"""The order in which the lines of a session are read, and which of them are told elsewhere.

The active branch comes as it was lived: in file order, but never a line before the one that it
hangs on. Lines beside the conversation stand where they stand in the file, and so do stretches
that hang on nothing. Other ways that the conversation took are told at their branch points, and
the lines of a sub-agent inside the file with that sub-agent.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING, Final

from steno.session.branches import ACTIVE, BranchKind
from steno.session.outline import SIDECHAIN
from steno.session.sidechains import holds_main_messages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steno.session.branches import Branch
    from steno.session.graph import Graph
    from steno.session.outline import Outline

_TOLD_AT_FORKS: Final = frozenset({BranchKind.REWIND, BranchKind.RETRY, BranchKind.FORK})
_NOTHING: Final = array("i")


class ReadingOrder:
    """Which lines are read where."""

    def __init__(self, outline: Outline, graph: Graph) -> None:
        """Take the lines and how they hang together."""
        self._outline = outline
        self._graph = graph
        self._is_main = holds_main_messages(outline)

    def is_agents(self, row: int) -> bool:
        """Say whether a row is a line of a sub-agent inside the session's own file."""
        return self._is_main and self._outline.has(row, SIDECHAIN)

    @cached_property
    def others(self) -> dict[int, Branch]:
        """The branches that are told at the line where they part from another, by number."""
        return {branch.number: branch for branch in self._graph.branches if self._parts(branch)}

    def _parts(self, branch: Branch) -> bool:
        """Say whether a branch parts from a line of this conversation, and is none of its own."""
        if branch.kind not in _TOLD_AT_FORKS or branch.number == ACTIVE or branch.fork is None:
            return False
        return not self.is_agents(branch.first) and not self.is_agents(branch.fork)

    def forks(self) -> dict[int, list[Branch]]:
        """Give the rows at which other branches begin."""
        found: dict[int, list[Branch]] = {}
        for branch in self.others.values():
            found.setdefault(branch.fork or 0, []).append(branch)
        return found

    def branch_of(self, row: int) -> int | None:
        """Give the number of a row's branch; None for a line beside the conversation."""
        return self._graph.branch_of(row) if self._graph.holds(row) else None

    def main(self) -> array[int]:
        """Give the rows of the session but those that are told elsewhere."""
        return self._ordered(range(len(self._outline)), self._is_told_here)

    def _is_told_here(self, row: int) -> bool:
        return not self.is_agents(row) and self.branch_of(row) not in self.others

    def branch(self, number: int) -> array[int]:
        """Give the rows of one branch."""
        return self._branches.get(number, _NOTHING)

    @cached_property
    def _branches(self) -> dict[int, array[int]]:
        found: dict[int, array[int]] = {}
        for row in self._ordered(range(len(self._outline)), self._has_branch):
            number = self.branch_of(row)
            if number is not None:
                found.setdefault(number, array("i")).append(row)
        return found

    def _has_branch(self, row: int) -> bool:
        return not self.is_agents(row) and self.branch_of(row) is not None

    def rest(self, row: int) -> Sequence[int]:
        """Give the rows of a row's own branch that come behind it."""
        number = self.branch_of(row)
        if number is None or self.is_agents(row):
            return _NOTHING
        return self.branch(number)[self._places[row] + 1 :]

    @cached_property
    def _places(self) -> array[int]:
        """The place of each row on its own branch."""
        places = array("i", [0]) * len(self._outline)
        for rows in self._branches.values():
            for place, row in enumerate(rows):
                places[row] = place
        return places

    def _ordered(self, rows: Iterable[int], belongs: Callable[[int], bool]) -> array[int]:
        """Bring rows into an order in which no line comes before the one that it hangs on."""
        order = array("i")
        placed = bytearray(len(self._outline))
        for row in rows:
            if not placed[row] and belongs(row):
                for one in self._open_way(row, belongs, placed):
                    placed[one] = 1
                    order.append(one)
        return order

    def _open_way(
        self, row: int, belongs: Callable[[int], bool], placed: bytearray
    ) -> Sequence[int]:
        way = [row]
        above = self._graph.parent(row) if self._graph.holds(row) else None
        while above is not None and not placed[above] and belongs(above):
            way.append(above)
            above = self._graph.parent(above)
        return way[::-1]
