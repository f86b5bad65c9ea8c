"""Where lines hang: on which one a cut line belongs, and what becomes of those below a gone one."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from steno.edit.draft import set_member, set_parent
from steno.format.members import words_in
from steno.session.line import blocks_of
from steno.session.outline import HAS_CALL, HAS_RESULT, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from steno.edit.repairs.workpiece import Workpiece

MOST_LINES: Final = 5000
"""Lines before a cut one among which a better place for it than the nearest is looked for."""
MOST_BETWEEN_PARTS: Final = 50
"""Lines before a part of an API message among which another one is looked for."""
MOST_CALLS: Final = 500
"""Lines with calls among which the call of a result is looked for."""


def take_off(work: Workpiece, row: int, why: str) -> None:
    """Take a line out of the conversation, and hang what hung on it on its parent."""
    outline = work.outline
    uuid, above = outline.uuids[row], outline.parent_uuid(row)
    work.remove(row, why)
    for child in work.children(row):
        if child != row:
            work.change(child, set_parent(above), "it hangs on the line above the one that goes")
    for named in outline.rows_of("last-prompt"):
        if uuid is not None and words_in(work.body(named), "leafUuid") == uuid:
            work.change(named, set_member("leafUuid", above), "it names a line that stays")


def line_above(work: Workpiece, row: int, passed: Collection[int] = ()) -> int | None:
    """Find the line that a cut one belongs on; None where nothing stands before it.

    A result belongs on its call, and a part of an API message on the part before it. Anything
    else belongs on the nearest line of the conversation that stands before it in the file and
    that nothing else hangs on: what lost its child has none.
    """
    if work.outline.has(row, HAS_RESULT):
        call = call_of(work, row)
        if call is not None and call not in passed and not _hangs_below(work, call, row):
            return call
    part = _part_above(work, row, passed)
    if part is not None:
        return part
    nearest = None
    for at in _lines_before(work, row, passed, MOST_LINES):
        if not work.children(at):
            return at
        nearest = at if nearest is None else nearest
    return nearest


def _part_above(work: Workpiece, row: int, passed: Collection[int]) -> int | None:
    """Find the part of the same API message that stands before a line."""
    name, ids = work.outline.message_ids[row], work.outline.message_ids
    if name is None:
        return None
    near = _lines_before(work, row, passed, MOST_BETWEEN_PARTS)
    return next((at for at in near if ids[at] == name), None)


def _lines_before(work: Workpiece, row: int, passed: Collection[int], most: int) -> Iterator[int]:
    """Give the lines that a line may hang on, the nearest first."""
    for at in range(row - 1, max(-1, row - 1 - most), -1):
        if at not in passed and _can_hold(work, at) and not _hangs_below(work, at, row):
            yield at


def _can_hold(work: Workpiece, row: int) -> bool:
    outline = work.outline
    has_name = outline.uuids[row] is not None and work.session.links.holds(row)
    return has_name and not outline.has(row, SIDECHAIN)


def _hangs_below(work: Workpiece, row: int, top: int) -> bool:
    """Say whether a line hangs on another, directly or through others."""
    places = work.known(_places)
    if row in places and top in places:
        (start, _), (first, last) = places[row], places[top]
        return first <= start <= last
    passed: set[int] = set()
    while row >= 0 and row != top and row not in passed:
        passed.add(row)
        row = work.outline.parents[row]
    return row == top


def _places(work: Workpiece) -> dict[int, tuple[int, int]]:
    """Give each line below a beginning its place in the tree, and that of the last below it."""
    starts: dict[int, int] = {}
    places: dict[int, tuple[int, int]] = {}
    waiting = [row for row, parent in enumerate(work.outline.parents) if parent < 0]
    while waiting:
        row = waiting[-1]
        if row not in starts:
            starts[row] = len(starts)
            waiting.extend(work.children(row))
        else:
            waiting.pop()
            places[row] = starts[row], len(starts) - 1
    return places


def call_of(work: Workpiece, row: int) -> int | None:
    """Find the line of the call that a result answers."""
    named = work.outline.by_uuid.get(words_in(work.body(row), "sourceToolAssistantUUID") or "")
    if named is not None and _can_hold(work, named):
        return named
    wanted = call_ids(work, row)
    calls = work.known(_rows_of_calls)
    place = bisect_left(calls, row)
    before = reversed(calls[max(0, place - MOST_CALLS) : place])
    for at in (*before, *calls[place : place + MOST_CALLS]):
        if _can_hold(work, at) and wanted & call_ids(work, at):
            return at
    return None


def _rows_of_calls(work: Workpiece) -> list[int]:
    outline = work.outline
    return [at for at in outline.rows_of("assistant") if outline.has(at, HAS_CALL)]


def call_ids(work: Workpiece, row: int) -> set[str]:
    """Name the calls that a line makes or answers, or of whose progress it tells."""
    told = (block.get("tool_use_id") or block.get("id") for block in _blocks(work, row))
    return {
        name for name in (*told, work.body(row).get("parentToolUseID")) if isinstance(name, str)
    }


def _blocks(work: Workpiece, row: int) -> list[dict[str, object]]:
    message = work.body(row).get("message")
    return blocks_of(message.get("content")) if isinstance(message, dict) else []
