"""What a compaction kept: messages before the boundary that go on behind its summary (rule 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steno.session.outline import CHAIN_KINDS, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.session.outline import Outline


@dataclass(frozen=True, slots=True)
class Preserved:
    """The lines that outlive a boundary, and where they hang from then on."""

    boundary: int
    """The row of the boundary; all other rows before it are forgotten."""
    anchor: int
    """The row that they hang behind, mostly the summary."""
    rows: tuple[int, ...]
    """In the order in which they go on."""
    parents: Mapping[int, int]
    """New parents, of the kept lines and of what hung on the anchor."""


def find_preserved(
    outline: Outline, boundary: int, metadata: Mapping[str, Any]
) -> Preserved | None:
    """Read what the last boundary of the file kept; None where that is nothing, or incomplete."""
    listed = metadata.get("preservedMessages")
    segment = metadata.get("preservedSegment")
    if isinstance(listed, dict):
        anchor, rows = listed.get("anchorUuid"), _listed(outline, listed.get("uuids"))
    elif isinstance(segment, dict):
        anchor, rows = segment.get("anchorUuid"), _walked(outline, segment)
    else:
        return None
    anchor_row = _row(outline, anchor)
    if anchor_row is None or not rows:
        return None
    return Preserved(boundary, anchor_row, tuple(rows), _relinked(outline, anchor_row, rows))


def _listed(outline: Outline, uuids: object) -> list[int]:
    """Give the rows of a list of uuids, all of them or none."""
    rows = [_row(outline, uuid) for uuid in uuids] if isinstance(uuids, list) else []
    known = [row for row in rows if row is not None]
    return known if len(known) == len(rows) else []


def _walked(outline: Outline, segment: Mapping[str, Any]) -> list[int]:
    """Walk from the segment's tail up to its head; a broken walk gives nothing."""
    head, row = _row(outline, segment.get("headUuid")), _row(outline, segment.get("tailUuid"))
    walked: dict[int, None] = {}
    while row is not None and row >= 0 and row not in walked:
        walked[row] = None
        if row == head:
            return [row for row in reversed(walked) if outline.kind(row) in CHAIN_KINDS]
        row = outline.parents[row]
    return []


def _row(outline: Outline, uuid: object) -> int | None:
    row = outline.by_uuid.get(uuid) if isinstance(uuid, str) else None
    if row is None or outline.kind(row) not in CHAIN_KINDS or outline.has(row, UNREADABLE):
        return None
    return row


def _relinked(outline: Outline, anchor: int, rows: list[int]) -> dict[int, int]:
    """Chain the kept rows behind the anchor, and what hung on the anchor behind the last."""
    above = [anchor, *rows]
    parents = {row: rows[-1] for row, parent in enumerate(outline.parents) if parent == anchor}
    return parents | dict(zip(rows, above, strict=False))
