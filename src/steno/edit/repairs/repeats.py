"""Lines of the same id: copies go, and what is no copy gets an id of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.edit.draft import set_member, set_parent
from steno.format.members import integer_in, object_in
from steno.session.line import blocks_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steno.edit.repairs.workpiece import Workpiece

    Body = Mapping[str, Any]


def mend_repeats(work: Workpiece) -> None:
    """See to every id that several lines have."""
    for rows in _repeated(work):
        for row in _without_copies(work, rows)[:-1]:
            _part(work, row, rows[-1])


def _repeated(work: Workpiece) -> Iterator[list[int]]:
    outline = work.outline
    rows_of: dict[str, list[int]] = {}
    twice = {outline.uuids[row] for row in range(len(outline)) if not outline.is_current(row)}
    for row, uuid in enumerate(outline.uuids):
        if uuid is not None and uuid in twice:
            rows_of.setdefault(uuid, []).append(row)
    yield from (rows for rows in rows_of.values() if outline.is_current(rows[-1]))


def _without_copies(work: Workpiece, rows: Sequence[int]) -> list[int]:
    """Take out copies; of two that hang alike the later one, for it stands in the wrong place."""
    last = work.body(rows[-1])
    staying: list[int] = []
    for row in rows[:-1]:
        body = work.body(row)
        if _said(body) != _said(last):
            staying.append(row)
        elif body.get("parentUuid") != last.get("parentUuid"):
            told = f"a copy of it stands on line {work.line(rows[-1])}"
            _take_copy_out(work, row, rows[-1], told)
        else:
            for copy in rows[rows.index(row) + 1 :]:
                if _said(work.body(copy)) == _said(last):
                    _take_copy_out(work, copy, row, f"a copy of line {work.line(row)}")
            return []
    return [*staying, rows[-1]]


def _take_copy_out(work: Workpiece, copy: int, staying: int, why: str) -> None:
    """Take a copy out; what it alone tells of the tokens of its API message stays."""
    told, known = (object_in(work.body(row), "message") or {} for row in (copy, staying))
    if told.get("id") == known.get("id") and _output(told) > _output(known):
        usage = {key: told[key] for key in ("usage", "stop_reason") if key in told}
        what = "it tells the tokens that its copy told"
        work.change(staying, lambda body: {**body, "message": {**known, **usage}}, what)
    work.remove(copy, why)


def _output(message: Body) -> int:
    return integer_in(object_in(message, "usage") or {}, "output_tokens") or 0


def _part(work: Workpiece, early: int, late: int) -> None:
    """Give a line that a later one has replaced an id of its own, and chain it."""
    old, new = work.body(early), work.body(late)
    if _is_version(old, new):
        return
    outline, uuid = work.outline, work.new_uuid(early)
    work.change(
        early,
        set_member("uuid", uuid),
        f"line {work.line(late)} has its id, too; it gets one of its own",
    )
    if old.get("parentUuid") == new.get("parentUuid"):
        work.change(late, set_parent(uuid), "it follows the line that had its id, too")
        return
    for row in range(early + 1, late + 1):
        if outline.parents[row] == late:
            work.change(row, set_parent(uuid), "it hangs on the line that stood before it")


def _is_version(old: Body, new: Body) -> bool:
    """Say whether the later line says all that the earlier does, or answers the same call."""
    before, after = _blocks(old), _blocks(new)
    names = {_call(block) for block in before} & {_call(block) for block in after} - {None}
    return bool(names) or (bool(before) and all(block in after for block in before))


def _call(block: Body) -> Any:
    name = block.get("tool_use_id") or block.get("id")
    return name if isinstance(name, str) else None


def _blocks(body: Body) -> list[dict[str, Any]]:
    message = body.get("message")
    return blocks_of(message.get("content")) if isinstance(message, dict) else []


def _said(body: Body) -> list[Any]:
    """Give what a line says, without where and when it was written."""
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else message
    return [content, *(body.get(key) for key in ("type", "subtype", "content", "attachment"))]
