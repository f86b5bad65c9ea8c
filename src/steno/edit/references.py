"""What else names a line: it follows when the line goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.edit.draft import set_member
from steno.format.members import object_in, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.draft import Draft

    Body = Mapping[str, Any]

_NAMES: Final = ("leafUuid", "logicalParentUuid", "messageId")
"""Members that name another line than the parent."""
_LISTS: Final = ("uuids", "allUuids")


def follow_references(draft: Draft) -> None:
    """Point at the nearest line above that stays wherever a removed one is named."""
    if not (draft.gone or draft.detached):
        return
    for row, record in draft.session.rows_and_records():
        if row in draft.gone:
            continue
        for key in _NAMES:
            name = words_in(record.body, key)
            if name is not None and _is_gone(draft, name):
                draft.change(row, set_member(key, _staying(draft, name)))
        _follow_snapshot(draft, row, record.body)
        _follow_kept_messages(draft, row, record.body)


def _is_gone(draft: Draft, uuid: str) -> bool:
    return draft.is_out(draft.outline.by_uuid.get(uuid, -1))


def _staying(draft: Draft, uuid: str) -> str | None:
    return draft.staying(draft.outline.by_uuid[uuid])


def _follow_snapshot(draft: Draft, row: int, body: Body) -> None:
    snapshot = object_in(body, "snapshot")
    name = None if snapshot is None else words_in(snapshot, "messageId")
    if snapshot is not None and name is not None and _is_gone(draft, name):
        moved = {**snapshot, "messageId": _staying(draft, name)}
        draft.change(row, set_member("snapshot", moved))


def _follow_kept_messages(draft: Draft, row: int, body: Body) -> None:
    """Leave removed lines out of what a compaction kept; one that is missing undoes all of it."""
    metadata = object_in(body, "compactMetadata")
    if metadata is None:
        return
    changed = dict(metadata)
    messages = object_in(metadata, "preservedMessages")
    if messages is not None:
        changed["preservedMessages"] = _without_gone(draft, messages)
    segment = object_in(metadata, "preservedSegment")
    if segment is not None:
        changed["preservedSegment"] = _shortened(draft, segment)
    if changed != metadata:
        kept = {key: value for key, value in changed.items() if value is not None}
        draft.change(row, set_member("compactMetadata", kept))


def _without_gone(draft: Draft, messages: Body) -> Body:
    lists = {
        key: [
            uuid for uuid in messages[key] if not (isinstance(uuid, str) and _is_gone(draft, uuid))
        ]
        for key in _LISTS
        if isinstance(messages.get(key), list)
    }
    return {**messages, **lists}


def _shortened(draft: Draft, segment: Body) -> Body | None:
    """Let a kept stretch begin and end at lines that stay; None where none of it does."""
    head, tail = words_in(segment, "headUuid"), words_in(segment, "tailUuid")
    by_uuid = draft.outline.by_uuid
    if head not in by_uuid or tail not in by_uuid:
        return segment
    stretch, row, passed = [], by_uuid[tail or ""], set[int]()
    while row >= 0 and row not in passed:
        passed.add(row)
        stretch.append(row)
        if row == by_uuid[head or ""]:
            break
        row = draft.outline.parents[row]
    staying = [draft.outline.uuids[row] for row in stretch if not draft.is_out(row)]
    if not staying:
        return None
    return {**segment, "headUuid": staying[-1], "tailUuid": staying[0]}
