"""Lines without an id: they get the one by which others call them, or one of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.edit.draft import set_member, set_parent
from steno.session.chain import BOUNDARY
from steno.session.outline import CHAIN_KINDS, SIDECHAIN, UNREADABLE

if TYPE_CHECKING:
    from steno.edit.repairs.workpiece import Workpiece

NEAR: Final = 20
"""Lines behind a nameless one among which its child is looked for."""


def mend_names(work: Workpiece) -> None:
    """Give every line of the conversation that has no uuid one."""
    outline, claimed = work.outline, set[str]()
    last: str | None = None
    for row in outline.rows_of(*CHAIN_KINDS):
        if outline.has(row, SIDECHAIN | UNREADABLE):
            continue
        uuid = outline.uuids[row]
        if uuid is None:
            uuid = _called(work, row, claimed)
            what = "it gets the id that lines behind it name"
            if uuid is None:
                uuid, what = work.new_uuid(row), "it gets an id"
            claimed.add(uuid)
            _name(work, row, uuid, last, what)
        last = uuid


def _called(work: Workpiece, row: int, claimed: set[str]) -> str | None:
    """Find the id of a parent that is nowhere, named by a line close behind."""
    lost = work.outline.lost_parents
    for at in range(row + 1, min(row + 1 + NEAR, len(work.outline))):
        if at in lost and lost[at] not in claimed:
            return lost[at]
    return None


def _name(work: Workpiece, row: int, uuid: str, above: str | None, what: str) -> None:
    work.change(row, set_member("uuid", uuid), what)
    body = work.body(row)
    hangs = isinstance(body.get("parentUuid"), str) or work.outline.subtype(row) == BOUNDARY
    if not hangs and above is not None:
        work.change(row, set_parent(above), "it hangs on the line before it")
