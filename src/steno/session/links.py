"""Which lines the client's conversation is made of, and on what each of them hangs.

Rules 1 to 5 and 12 of what the real client does when it resumes: only four types count,
``progress`` is looked through, a repeated uuid is replaced by its last line, and what the
last compaction kept hangs behind its summary. The numbers are those of ``docs/resume.md``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Final

from steno.session.outline import CHAIN_KINDS, LOST, ROOT, SIDECHAIN, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.session.outline import Outline
    from steno.session.preserved import Preserved

BRIDGE_SECONDS: Final = 5.0
"""How much older a line may be to stand in for a parent that is lost (rule 9)."""


class Links:
    """The conversation's lines as rows of the outline, and their parents."""

    def __init__(self, outline: Outline, preserved: Preserved | None = None) -> None:
        """Take the outline, and what the last compaction kept."""
        self.outline = outline
        self._moved = {} if preserved is None else dict(preserved.parents)
        self._kept = None if preserved is None else preserved.rows
        self._boundary = -1 if preserved is None else preserved.boundary
        self._uuidless = self._last_uuidless()

    def _last_uuidless(self) -> int:
        """Lines without a uuid share one slot: the last of them has it (rule 4)."""
        last = -1
        for row in self.outline.rows_of(*CHAIN_KINDS):
            if self.outline.uuids[row] is None and not self.outline.has(row, UNREADABLE):
                last = row
        return last

    @cached_property
    def rows(self) -> list[int]:
        """The conversation's rows in file order (rules 1, 3, 4)."""
        return [row for row in self.outline.rows_of(*CHAIN_KINDS) if self.holds(row)]

    def holds(self, row: int) -> bool:
        """Say whether a row is a line of the conversation."""
        return self.outline.kind(row) in CHAIN_KINDS and self._survives(row)

    def _survives(self, row: int) -> bool:
        if self.outline.has(row, UNREADABLE):
            return False
        if row < self._boundary and self._kept is not None and row not in self._kept:
            return False
        uuid = self.outline.uuids[row]
        return row == self._uuidless if uuid is None else self.outline.by_uuid[uuid] == row

    def parent(self, row: int) -> int:
        """Give a row's parent, looking through progress lines (rule 2); ROOT or LOST."""
        passed = {row}
        parent = self._next(row)
        while parent >= 0 and not self.holds(parent):
            if self.outline.kind(parent) != "progress" or parent in passed:
                return LOST
            if not self._survives(parent):
                return LOST
            passed.add(parent)
            parent = self._next(parent)
        return parent

    def _next(self, row: int) -> int:
        return self._moved.get(row, self.outline.parents[row])

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield the rows above a row as far as parents are there, never one twice."""
        passed = {row}
        parent = self.parent(row)
        while parent >= 0 and parent not in passed:
            yield parent
            passed.add(parent)
            parent = self.parent(parent)

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The rows that hang on a row, in file order."""
        found: dict[int, list[int]] = {}
        for row in self.rows:
            parent = self.parent(row)
            if parent != ROOT:
                found.setdefault(parent, []).append(row)
        return found

    @cached_property
    def _by_time(self) -> tuple[list[float], list[int]]:
        """The rows that can stand in for a lost parent, by time and then by place."""
        timed = sorted(
            (moment, row)
            for row in self.rows
            if (moment := self.outline.time(row)) is not None
            and not self.outline.has(row, SIDECHAIN)
        )
        return [moment for moment, _ in timed], [row for _, row in timed]

    def stand_in(self, row: int, passed: set[int]) -> int:
        """Find the line that replaces a lost parent: the latest one up to 5 s older (rule 9)."""
        moment = self.outline.time(row)
        if moment is None:
            return ROOT
        times, rows = self._by_time
        end = bisect_right(times, moment)
        while end:
            latest = times[end - 1]
            if latest < round(moment - BRIDGE_SECONDS, 6):
                break
            first = bisect_left(times, latest)
            for candidate in rows[first:end]:
                if candidate not in passed:
                    return candidate
            end = first
        return ROOT
