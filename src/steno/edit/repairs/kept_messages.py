"""What a compaction kept: a list that names a line too many loses all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.edit.draft import set_member
from steno.session.outline import CHAIN_KINDS, COMPACT_SUMMARY, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.repairs.workpiece import Workpiece

    Body = Mapping[str, Any]


def mend_kept_messages(work: Workpiece) -> None:
    """Have the last compaction list only lines that are there."""
    if work.session.boundary is None:
        return
    row, metadata = work.session.boundary
    listed = metadata.get("preservedMessages")
    if not isinstance(listed, dict):
        return
    mended = _mended(work, row, metadata, listed)
    if mended != metadata:
        what = "the list of the messages that it kept names only lines that are there"
        work.change(row, set_member("compactMetadata", mended), what)


def _mended(work: Workpiece, boundary: int, metadata: Body, listed: Body) -> Body:
    names = listed.get("uuids")
    if not isinstance(names, list):
        names = listed.get("allUuids")
    known = [name for name in names if _is_there(work, name)] if isinstance(names, list) else []
    if not known:
        if isinstance(listed.get("uuids"), list):
            return metadata
        return {key: value for key, value in metadata.items() if key != "preservedMessages"}
    anchor = listed.get("anchorUuid")
    if not _is_there(work, anchor):
        anchor = _summary_of(work, boundary)
    if anchor is None:
        return metadata
    return {**metadata, "preservedMessages": {**listed, "anchorUuid": anchor, "uuids": known}}


def _is_there(work: Workpiece, name: object) -> bool:
    row = work.outline.by_uuid.get(name) if isinstance(name, str) else None
    if row is None or work.outline.has(row, UNREADABLE):
        return False
    return work.outline.kind(row) in CHAIN_KINDS


def _summary_of(work: Workpiece, boundary: int) -> str | None:
    """Find the summary that hangs on a boundary."""
    for row in work.outline.rows_of("user"):
        if work.outline.parents[row] == boundary and work.outline.has(row, COMPACT_SUMMARY):
            return work.outline.uuids[row]
    return None
