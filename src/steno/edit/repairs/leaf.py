"""Where a resume goes on: at the newest message, and at one that the client can take up."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from steno.edit.draft import set_member
from steno.format.members import integer_in, text_in, words_in
from steno.session.chain import last_message
from steno.session.line import LOCAL_COMMAND
from steno.session.outline import MESSAGE_KINDS, SIDECHAIN, UNREADABLE
from steno.session.reach import Why, lost_history

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.repairs.workpiece import Workpiece

_SECONDS: Final = (10**9, 10**10)
_MILLISECONDS: Final = (10**12, 10**13)
"""Numbers that are times: of this century, in seconds or thousandths of them."""


def mend_way_back(work: Workpiece) -> None:
    """Write down where a resume is to go on, where a late note leads it back."""
    behind = [lost for lost in lost_history(work.session) if lost.why is Why.BEHIND]
    if not behind:
        return
    newest = max(row for lost in behind for row in lost.rows)
    outline = work.outline
    later = range(newest + 1, len(outline))
    # Whoever went back and ran a command there meant to.
    if outline.uuids[newest] is None or any(outline.subtype(row) == LOCAL_COMMAND for row in later):
        return
    what = f"it says that a resume goes on from line {work.line(newest)}"
    work.add_behind(len(outline) - 1, _last_prompt(work, newest), what)


def _last_prompt(work: Workpiece, row: int) -> Mapping[str, Any]:
    turns = [turn for turn in work.session.turns if turn.row <= row and turn.is_human]
    return {
        "type": "last-prompt",
        "lastPrompt": turns[-1].text if turns else "",
        "leafUuid": work.outline.uuids[row],
        "sessionId": text_in(work.body(row), "sessionId") or work.source.id,
    }


def mend_named_leaf(work: Workpiece) -> None:
    """Have a last-prompt line that points at a sub-agent's message point at the session's own."""
    chain, outline = work.session.chain, work.outline
    if chain is None or not outline.has(chain.leaf, SIDECHAIN):
        return
    last = last_message(work.session.links)
    uuid = None if last is None else outline.uuids[last]
    for row in outline.rows_of("last-prompt"):
        named = outline.by_uuid.get(words_in(work.body(row), "leafUuid") or "")
        is_read = not outline.has(row, UNREADABLE)
        if named is not None and is_read and outline.has(named, SIDECHAIN) and uuid:
            what = "it pointed at a sub-agent's line; it points at the last message now"
            work.change(row, set_member("leafUuid", uuid), what)


def mend_leaf_time(work: Workpiece) -> None:
    """Give the message that a resume goes on from a time, without which there is no resume."""
    chain = work.session.chain
    if chain is not None and work.outline.time(chain.leaf) is None:
        times = work.outline.times
        near = (*range(chain.leaf - 1, -1, -1), *range(chain.leaf + 1, len(times)))
        known = (row for row in near if not math.isnan(times[row]))
        _give_time(work, chain.leaf, next(known, None))


def mend_times(work: Workpiece) -> None:
    """Give every message without a usable time one."""
    outline = work.outline
    near = next((row for row, time in enumerate(outline.times) if not math.isnan(time)), None)
    for row in range(len(outline)):
        if outline.time(row) is not None:
            near = row
        elif outline.kind(row) in MESSAGE_KINDS and not outline.has(row, SIDECHAIN):
            _give_time(work, row, near)


def _give_time(work: Workpiece, row: int, near: int | None) -> None:
    stamp, source = _time_for(work, row, near)
    work.change(row, set_member("timestamp", stamp), f"it gets a time: {source}")


def _time_for(work: Workpiece, row: int, near: int | None) -> tuple[str, str]:
    """Find the time of a row: its own, or that of a row ``near`` it."""
    own = integer_in(work.body(row), "timestamp")
    for (low, high), scale in ((_SECONDS, 1), (_MILLISECONDS, 1000)):
        if own is not None and low <= own < high:
            return _stamp(own / scale), "its own, which was a number"
    moment = None if near is None else work.outline.time(near)
    if near is not None and moment is not None:
        return _stamp(moment), f"that of line {work.line(near)}"
    file = work.source.file
    changed = 0.0 if file is None else file.path.stat().st_mtime
    return _stamp(changed), "that of the file, for no line has one"


def _stamp(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
