"""Lines that are cut off from what came before them: they get a parent again."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from steno.edit.draft import set_parent
from steno.edit.repairs.hanging import call_of, line_above
from steno.edit.repairs.roots import is_cut_off
from steno.session.chain import last_message, walk_up
from steno.session.outline import CHAIN_KINDS, HAS_RESULT, LOST, ROOT, SIDECHAIN
from steno.session.reach import Why, lost_history

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from steno.edit.repairs.workpiece import Workpiece


def mend_cuts(work: Workpiece, *, join_roots: bool = False) -> None:
    """Hang the top of the conversation on what stands before it, until that is its beginning."""
    chain = work.session.chain
    if chain is None:
        return
    for lost in list(lost_history(work.session)):
        if lost.why is Why.BRIDGED or (lost.why is Why.CUT_OFF and lost.at != chain.path[0]):
            _hang(work, lost.at, (), join_roots=join_roots)
    # What stands before it may be prompts alone, which no check misses.
    _climb(work, chain.path, join_roots=join_roots)


def mend_way_to_the_end(work: Workpiece, *, join_roots: bool = False) -> None:
    """Do both for the last message of the file, where a cut makes a resume go on from an older one.

    A ``last-prompt`` line names one: without the cut the last message would hang below it.
    """
    chain, last = work.session.chain, last_message(work.session.links)
    if chain is None or last is None or last == chain.leaf:
        return
    path = walk_up(work.session.links, last)
    _write_down(work, path)
    _climb(work, path, join_roots=join_roots)


def _climb(work: Workpiece, path: Sequence[int], *, join_roots: bool) -> None:
    top, passed = path[0], set(path)
    while (target := _hang(work, top, passed, join_roots=join_roots)) is not None:
        way = walk_up(work.session.links, target)
        if not passed.isdisjoint(way):
            return
        top = way[0]
        passed.update(way)


def _hang(work: Workpiece, top: int, passed: Collection[int], *, join_roots: bool) -> int | None:
    """Hang the top of a part that is cut off on what stands before it, and give that."""
    row = _broken_link(work, top)
    target = _target(work, row, passed, join_roots=join_roots)
    if target is not None:
        what = f"it was cut off, and hangs on line {work.line(target)} now"
        work.change(row, set_parent(work.outline.uuids[target]), what)
    return target


def write_bridges_down(work: Workpiece) -> None:
    """Hang a line whose parent is lost on the one that the client takes for it by the time."""
    chain = work.session.chain
    _write_down(work, () if chain is None else chain.path)


def _write_down(work: Workpiece, path: Sequence[int]) -> None:
    outline = work.outline
    for above, row in pairwise(path):
        at = _broken_link(work, row)
        is_bridged = work.session.links.parent(row) == LOST and at in outline.lost_parents
        if is_bridged and outline.uuids[above] is not None:
            what = f"its parent is lost; it hangs on line {work.line(above)}, as the client guesses"
            work.change(at, set_parent(outline.uuids[above]), what)


def mend_stray_results(work: Workpiece) -> None:
    """Hang results that are cut off on their calls: the client looks for them there."""
    chain, outline = work.session.chain, work.outline
    seen = frozenset() if chain is None else frozenset(chain.rows)
    for row in outline.rows_of("user"):
        is_loose = outline.parents[row] < 0 and outline.has(row, HAS_RESULT) and row not in seen
        if is_loose and work.session.links.holds(row) and not outline.has(row, SIDECHAIN):
            call = call_of(work, row)
            if call is not None:
                what = f"it was cut off, and hangs on its call on line {work.line(call)} now"
                work.change(row, set_parent(outline.uuids[call]), what)


def _broken_link(work: Workpiece, row: int) -> int:
    """Climb through progress to the line that names no parent, or one that is not there."""
    outline, passed = work.outline, {row}
    parent = outline.parents[row]
    while parent >= 0 and outline.kind(parent) == "progress" and parent not in passed:
        passed.add(parent)
        row, parent = parent, outline.parents[parent]
    return row


def _target(work: Workpiece, row: int, passed: Collection[int], *, join_roots: bool) -> int | None:
    """Find what a cut line is to hang on; None where it is rightly a beginning."""
    parent = work.outline.parents[row]
    if parent == ROOT and not (join_roots or is_cut_off(work, row)):
        return None
    known = _through_unknown(work, parent, passed)
    return line_above(work, row, passed) if known is None else known


def _through_unknown(work: Workpiece, row: int, passed: Collection[int]) -> int | None:
    """Climb over lines that the client passes over to one that it knows."""
    climbed: set[int] = set()
    while row >= 0 and row not in climbed:
        if work.session.links.holds(row) and row not in passed:
            return row if work.outline.kind(row) in CHAIN_KINDS else None
        climbed.add(row)
        row = work.outline.parents[row]
    return None
