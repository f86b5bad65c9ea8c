"""Lines that stand before the line that they hang on: parents first, as they were written."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.edit.repairs.workpiece import Workpiece
    from steno.session.outline import Outline


def mend_order(work: Workpiece) -> None:
    """Put lines behind the ones that they hang on; those of one parent go by their time."""
    outline = work.outline
    if all(parent < row for row, parent in enumerate(outline.parents)):
        return
    order = list(_lines_in_order(outline))
    if order == sorted(order):
        return
    places = {index: above for above, index in pairwise(order)}
    for index in _moved(order):
        above = work.items[places[index]].line
        work.tell(work.items[index].line, "move", f"it goes behind line {above}")
    work.reorder(order)


def _lines_in_order(outline: Outline) -> Iterator[int]:
    """Give the indexes of all lines, children behind their parents and otherwise as they are."""
    told: set[int] = set()
    for row in _rows_in_order(outline):
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
