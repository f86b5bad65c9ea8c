"""Lines without an id: they get the one by which others call them, or one of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.edit.draft import set_member, set_parent
from steno.edit.repairs.hanging import call_ids
from steno.format.members import words_in
from steno.session.chain import BOUNDARY
from steno.session.outline import CHAIN_KINDS, HAS_RESULT, SIDECHAIN, UNREADABLE

if TYPE_CHECKING:
    from steno.edit.repairs.workpiece import Workpiece
    from steno.session.outline import Outline

NEAR: Final = 20
"""Lines before one whose parent is nowhere among which a nameless one is taken for it."""
_NAMED_KINDS: Final = CHAIN_KINDS | {"progress"}
"""The types by which the client finds parents."""


def mend_names(work: Workpiece) -> None:
    """Give every line of the conversation that has no uuid one."""
    outline, called = work.outline, _called(work)
    last: str | None = None
    for row in outline.rows_of(*_NAMED_KINDS):
        if outline.has(row, SIDECHAIN | UNREADABLE):
            continue
        uuid = outline.uuids[row]
        if uuid is None:
            uuid = called.get(row)
            what = "it gets the id that lines behind it name"
            if uuid is None and outline.kind(row) in CHAIN_KINDS:
                uuid, what = work.new_uuid(row), "it gets an id"
            if uuid is not None:
                _name(work, row, uuid, last, what)
        last = uuid or last


def _called(work: Workpiece) -> dict[int, str]:
    """Find the nameless lines that later ones call by an id which no line has."""
    outline, found = work.outline, dict[int, str]()
    leaves = {row: words_in(work.body(row), "leafUuid") for row in outline.rows_of("last-prompt")}
    nameless: list[int] = []
    taken = set(outline.by_uuid)
    for row in range(len(outline)):
        wanted = outline.lost_parents.get(row) or leaves.get(row)
        if wanted is not None and wanted not in taken:
            at = _likely(work, row, [at for at in nameless[-NEAR:] if row - at <= NEAR])
            if at is not None:
                taken.add(wanted)
                nameless.remove(at)
                found[at] = wanted
        if _is_nameless(outline, row):
            nameless.append(row)
    return found


def _is_nameless(outline: Outline, row: int) -> bool:
    is_known = outline.kind(row) in _NAMED_KINDS and not outline.has(row, SIDECHAIN | UNREADABLE)
    return is_known and outline.uuids[row] is None


def _likely(work: Workpiece, row: int, nameless: list[int]) -> int | None:
    """Choose the parent of a line: of a result its call, of anything else the nearest line."""
    if not work.outline.has(row, HAS_RESULT):
        return nameless[-1] if nameless else None
    wanted = call_ids(work, row)
    return next((at for at in reversed(nameless) if wanted & call_ids(work, at)), None)


def _name(work: Workpiece, row: int, uuid: str, above: str | None, what: str) -> None:
    work.change(row, set_member("uuid", uuid), what)
    body = work.body(row)
    hangs = isinstance(body.get("parentUuid"), str) or work.outline.subtype(row) == BOUNDARY
    if not hangs and above is not None:
        work.change(row, set_parent(above), "it hangs on the line before it")
