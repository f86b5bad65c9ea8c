"""When each line of a file was written, for all of them, also those that do not say.

A line without a time takes that of the line before it, else that of the next one; in a file in
which no line has one, the number of the line counts as milliseconds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from steno.session.outline import Outline

SECOND: Final = 1_000_000_000
MILLISECOND: Final = 1_000_000
"""In nanoseconds, as spans tell their times."""
_MICROSECOND: Final = 1_000
_MOST: Final = (1 << 63) - 1
"""The last moment that a span can have, in nanoseconds: in the year 2262."""


class Clock:
    """The times of a file's rows, in nanoseconds since 1970."""

    def __init__(self, outline: Outline) -> None:
        """Take the outline whose times are asked for."""
        self._outline = outline
        self._forgotten: set[int] = set()
        self._first = self._first_told()

    def forget(self, row: int) -> None:
        """Take the time of a row for none."""
        self._forgotten.add(row)
        if row == self._first:
            self._first = self._first_told()

    def at(self, row: int) -> int:
        """Give the time of a row, estimated where it has none."""
        if self._first is None:
            return self._outline.line(row) * MILLISECOND
        while row >= 0 and not self.is_told(row):
            row -= 1
        return nanoseconds(self._outline.times[self._first if row < 0 else row])

    def is_told(self, row: int) -> bool:
        """Say whether a row has a time of its own."""
        return not math.isnan(self._outline.times[row]) and row not in self._forgotten

    def _first_told(self) -> int | None:
        return next(filter(self.is_told, range(len(self._outline.times))), None)


def nanoseconds(seconds: float) -> int:
    """Give seconds since 1970 in nanoseconds; what no span can say is brought within bounds."""
    return min(max(round(seconds * 1e6) * _MICROSECOND, 0), _MOST)
