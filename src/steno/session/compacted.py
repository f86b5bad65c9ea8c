"""What stood before a compaction: the line that it follows, and the lines that it dropped."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from steno.session.outline import CHAIN_KINDS, HAS_RESULT, MESSAGE_KINDS, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.session.outline import Outline


class Before:
    """The lines before each compaction of a file."""

    def __init__(self, outline: Outline, preserved: Mapping[int, tuple[int, ...]]) -> None:
        """Take the outline, and the rows that each boundary preserved."""
        self._outline = outline
        self._preserved = preserved

    def above(self, row: int) -> Iterator[int]:
        """Yield the rows above a row as far as parents are there, never one twice."""
        passed = {row}
        parent = self._outline.parents[row]
        while parent >= 0 and parent not in passed:
            yield parent
            passed.add(parent)
            parent = self._outline.parents[parent]

    def follows(self, row: int, logical_parent: object) -> int | None:
        """Find the line that a compaction follows: as it says, or what was last said before."""
        outline = self._outline
        known = outline.by_uuid.get(logical_parent) if isinstance(logical_parent, str) else None
        if known is not None and known != row:
            return known
        parent = outline.parents[row]
        return parent if parent >= 0 else self._last_said_before(row)

    def _last_said_before(self, row: int) -> int | None:
        """Find the newest line that is no newer than a row and does not come from it."""
        moment = self._outline.time(row)
        if moment is None:
            return None
        times, rows = self._by_time
        comes_from = {row: True}
        for place in range(bisect_right(times, moment) - 1, -1, -1):
            if not self._comes_from(rows[place], comes_from):
                return rows[place]
        return None

    def _comes_from(self, row: int, known: dict[int, bool]) -> bool:
        """Climb to a line of which it is known already, and note it for all on the way."""
        climbed: list[int] = []
        answer = known.get(row)
        for above in self.above(row) if answer is None else ():
            climbed.append(above)
            if above in known:
                answer = known[above]
                break
        known.update(dict.fromkeys([row, *climbed], bool(answer)))
        return bool(answer)

    @cached_property
    def _by_time(self) -> tuple[list[float], list[int]]:
        outline = self._outline
        timed = sorted(
            (moment, outline.uuids[row] or "", row)
            for row in outline.rows_of(*CHAIN_KINDS)
            if (moment := outline.time(row)) is not None
            and not outline.has(row, SIDECHAIN)
            and outline.is_current(row)
        )
        return [moment for moment, _, _ in timed], [row for _, _, row in timed]

    def dropped(self, row: int, follows: int | None) -> set[int]:
        """Give the lines in use before a compaction, without those that it preserves."""
        if follows is None:
            return set()
        used = set(self._in_use(follows))
        for name in {self._outline.message_ids[other] for other in used} - {None}:
            used.update(self._parts_and_results.get(name, ()))
        return used.difference(self._preserved.get(row, ()), (row,))

    def _in_use(self, leaf: int) -> Iterator[int]:
        """Yield a line and those above it, as far as the compaction before them."""
        for row in (leaf, *self.above(leaf)):
            if row in self._preserved:
                yield from self._preserved[row]
                return
            if self._outline.kind(row) in CHAIN_KINDS:
                yield row

    @cached_property
    def _parts_and_results(self) -> Mapping[str | None, list[int]]:
        """The lines of each API message and the results that hang on it, by its id."""
        outline = self._outline
        found: dict[str | None, list[int]] = {}
        for row in outline.rows_of(*MESSAGE_KINDS):
            name = outline.message_ids[row]
            if name is None and outline.has(row, HAS_RESULT):
                name = self._asked_by(row)
            if name is not None and outline.is_current(row):
                found.setdefault(name, []).append(row)
        return found

    def _asked_by(self, result: int) -> str | None:
        """Give the API message that a result hangs on, looking through progress lines."""
        for row in self.above(result):
            if self._outline.kind(row) != "progress":
                return self._outline.message_ids[row]
        return None
