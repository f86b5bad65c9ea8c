"""Which lines the client's conversation is made of, and on what each of them hangs.

Rules 1 to 5 and 12 of what the real client does when it resumes: only four types count,
``progress`` is looked through, a repeated uuid is replaced by its last line, and what the
last compaction kept hangs behind its summary. The numbers are those of ``docs/resume.md``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Final

from steno.session.outline import CHAIN_KINDS, LOST, MESSAGE_KINDS, ROOT, SIDECHAIN, UNREADABLE

if TYPE_CHECKING:
    from steno.session.outline import Outline
    from steno.session.preserved import Preserved

BRIDGE_SECONDS: Final = 5.0
"""How much older a line may be to stand in for a parent that is lost (rule 9)."""


class Links:
    """The conversation's lines as rows of the outline, and their parents."""

    def __init__(self, outline: Outline, preserved: Preserved | None = None) -> None:
        """Take the outline, and what the last compaction kept."""
        self.outline = outline
        self._preserved = preserved
        self._moved = {} if preserved is None else preserved.parents
        self._kept = frozenset(() if preserved is None else preserved.rows)
        self._boundary = -1 if preserved is None else preserved.boundary
        self._uuidless = self._last_uuidless()
        self._through: dict[int, int] = {}
        """Where lines that are looked through lead to, as far as that was asked for."""

    def _last_uuidless(self) -> int:
        """Lines without a uuid share one slot: the last of them has it (rule 4)."""
        last = -1
        for row in self.outline.rows_of(*CHAIN_KINDS):
            if self.outline.uuids[row] is None and not self.outline.has(row, UNREADABLE):
                last = row
        return last

    @cached_property
    def rows(self) -> list[int]:
        """The conversation's rows in file order (rules 1, 3, 4), what was kept in its new place."""
        rows = [row for row in self.outline.rows_of(*CHAIN_KINDS) if self.holds(row)]
        if self._preserved is None:
            return rows
        others = [row for row in rows if row not in self._kept]
        place = bisect_right(others, self._preserved.anchor)
        kept = [row for row in self._preserved.rows if self.holds(row)]
        return [*others[:place], *kept, *others[place:]]

    def holds(self, row: int) -> bool:
        """Say whether a row is a line of the conversation."""
        return bool(self._held[row])

    @cached_property
    def _held(self) -> bytearray:
        """One byte per row: asked for at every step of every walk."""
        held = bytearray(len(self.outline))
        for row in self.outline.rows_of(*CHAIN_KINDS):
            held[row] = self._survives(row)
        return held

    def _survives(self, row: int) -> bool:
        if self.outline.has(row, UNREADABLE):
            return False
        if self._is_forgotten(row):
            return False
        if self.outline.uuids[row] is None:
            return row == self._uuidless
        return self.outline.is_current(row)

    def parent(self, row: int) -> int:
        """Give a row's parent, or :data:`ROOT` or :data:`LOST`.

        Progress lines are looked through (rule 2), unless they stand behind what hangs on them,
        and what hung on a line that a compaction forgot hangs on the last that it kept (rule 12).
        """
        passed: list[int] = []
        child, parent = row, self._next(row)
        while parent >= 0 and not self.holds(parent):
            if parent > child and self._is_transparent(parent):
                parent = LOST
                break
            if parent in self._through or not self._is_transparent(parent):
                parent = self._through.get(parent, self._instead_of(parent))
                break
            # So it stays where the lines above lead back to this one.
            self._through[parent] = LOST
            passed.append(parent)
            child, parent = parent, self._next(parent)
        self._through.update(dict.fromkeys(passed, parent))
        return parent

    def _is_transparent(self, row: int) -> bool:
        is_read = not self.outline.has(row, UNREADABLE) and not self._is_forgotten(row)
        return is_read and self.outline.kind(row) == "progress"

    def _instead_of(self, row: int) -> int:
        if self._preserved is not None and self._is_forgotten(row):
            return self._preserved.rows[-1]
        return LOST

    def _is_forgotten(self, row: int) -> bool:
        """Say whether the last compaction left a line behind."""
        return row < self._boundary and row not in self._kept

    def _next(self, row: int) -> int:
        return self._moved.get(row, self.outline.parents[row])

    @cached_property
    def asides(self) -> dict[int, list[int]]:
        """The system lines and attachments that hang on a row, in file order."""
        found: dict[int, list[int]] = {}
        for row in self.rows:
            if self.outline.kind(row) not in MESSAGE_KINDS:
                found.setdefault(self.parent(row), []).append(row)
        return found

    @cached_property
    def _by_time(self) -> tuple[list[float], list[int]]:
        """The rows that can stand in for a lost parent, the best of them last."""
        rows = [
            row
            for row in self.rows
            if self.outline.time(row) is not None and not self.outline.has(row, SIDECHAIN)
        ]
        rows.sort(key=lambda row: (self.outline.times[row], -row))
        return [self.outline.times[row] for row in rows], rows

    def stand_in(self, row: int, passed: set[int]) -> int:
        """Find the line that replaces a lost parent: the latest one up to 5 s older (rule 9)."""
        moment = self.outline.time(row)
        if moment is None:
            return ROOT
        times, rows = self._by_time
        first = bisect_left(times, round(moment - BRIDGE_SECONDS, 6))
        for place in range(bisect_right(times, moment) - 1, first - 1, -1):
            if rows[place] not in passed:
                return rows[place]
        return ROOT
