"""Lines that stand before the line that they hang on: parents first, as they were written."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steno.edit.repairs.workpiece import Workpiece
    from steno.session.outline import Outline


def mend_order(work: Workpiece) -> None:
    """Put lines behind the ones that they hang on; those of one parent go by their time."""
    _reorder(work, _rows_in_order)


def mend_time_order(work: Workpiece) -> None:
    """Put the lines from the first early child to the last late parent in the order of time.

    Where lines have changed places nothing but their times tells which branch is the newer one.
    """
    _reorder(work, _rows_by_time)


def _reorder(work: Workpiece, rows: Callable[[Outline], Iterator[int]]) -> None:
    outline = work.outline
    if all(parent < row for row, parent in enumerate(outline.parents)):
        return
    order = list(_lines_in_order(outline, rows(outline)))
    if order == sorted(order):
        return
    places = {index: above for above, index in pairwise(order)}
    for index in _moved(order):
        above = work.items[places[index]].line
        work.tell(work.items[index].line, "move", f"it goes behind line {above}")
    work.reorder(order)


def _lines_in_order(outline: Outline, rows: Iterable[int]) -> Iterator[int]:
    """Give the indexes of all lines in the order of some rows."""
    told: set[int] = set()
    for row in rows:
        index = outline.line(row) - 1
        if index not in told:
            told.add(index)
            yield index


def _rows_in_order(outline: Outline) -> Iterator[int]:
    waiting: dict[int, list[int]] = {}
    given = bytearray(len(outline))
    for row, parent in enumerate(outline.parents):
        if parent >= 0 and parent != row and not given[parent]:
            waiting.setdefault(parent, []).append(row)
            continue
        ready = [(-math.inf, row)]
        while ready:
            _, next_row = heappop(ready)
            given[next_row] = True
            yield next_row
            for child in waiting.pop(next_row, ()):
                heappush(ready, (_time(outline, child), child))
    # What is left hangs on itself.
    yield from sorted(row for rows in waiting.values() for row in rows)


def _rows_by_time(outline: Outline) -> Iterator[int]:
    """Give the rows by their time, children behind their parents; what has none stays by its row.

    Only what stands between lines that are out of order is moved.
    """
    early = [row for row, parent in enumerate(outline.parents) if parent > row]
    first, last = early[0], max(outline.parents[row] for row in early)
    times = list(_times_before(outline))
    children: dict[int, list[int]] = {}
    ready: list[tuple[float, int]] = []
    for row in range(first, last + 1):
        parent = outline.parents[row]
        if first <= parent <= last and parent != row:
            children.setdefault(parent, []).append(row)
        else:
            heappush(ready, (times[row], row))
    yield from range(first)
    left = set(range(first, last + 1))
    while ready:
        _, row = heappop(ready)
        left.discard(row)
        yield row
        for child in children.pop(row, ()):
            heappush(ready, (times[child], child))
    # What is left hangs on itself.
    yield from sorted(left)
    yield from range(last + 1, len(outline))


def _times_before(outline: Outline) -> Iterator[float]:
    """Give each row's time, or that of the row before where it has none."""
    last = -math.inf
    for moment in outline.times:
        last = last if math.isnan(moment) else moment
        yield last


def _time(outline: Outline, row: int) -> float:
    moment = outline.times[row]
    return math.inf if math.isnan(moment) else moment


def _moved(order: list[int]) -> list[int]:
    """Give the lines that stand before an earlier one now."""
    moved: list[int] = []
    highest = -1
    for index in order:
        if index < highest:
            moved.append(index)
        highest = max(highest, index)
    return moved
