"""The number of a turn: its place on its own chain among the turns that were answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.session.session import Session
    from steno.session.turns import Turn


class Numbering:
    """Counts turns along the chain that each of them stands on."""

    def __init__(self, session: Session, turns: Sequence[Turn]) -> None:
        """Take the session and its turns, in file order."""
        self._session = session
        self._places = {turn.row: at for at, turn in enumerate(turns)}
        self._turns = turns
        self._counts: dict[int, int] = {}
        """How many answered turns there are on the chain up to each turn, with itself."""

    def count(self, at: int, *, is_answered: bool) -> int:
        """Give the number of the turn at a place; the turns are asked for in file order."""
        before = self._before(at)
        number = (0 if before is None else self._counts.get(before, 0)) + 1
        self._counts[at] = number if is_answered else number - 1
        return number

    def _before(self, at: int) -> int | None:
        """Find the turn that a turn follows; where nothing links them, the one before it."""
        outline, row = self._session.outline, self._turns[at].row
        if outline.uuids[row] is None or row in outline.lost_parents:
            return at - 1 if at else None
        for above in self._session.graph.ancestors(row):
            place = self._places.get(above)
            if place is not None and place < at:
                return place
        return None
