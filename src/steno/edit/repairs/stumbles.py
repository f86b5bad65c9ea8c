"""Lines over which the client stumbles: mended where that can be, and else taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.edit.draft import set_content, set_member
from steno.edit.repairs.hanging import take_off
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.members import object_in, words_in
from steno.session.refusal import refuse_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.draft import Op
    from steno.edit.repairs.workpiece import Workpiece
    from steno.session.line import Line

    Body = Mapping[str, Any]


def mend_stumbles(work: Workpiece) -> None:
    """Mend every line of the chain that the client fails on, breaks on or hangs on."""
    session, chain = work.session, work.session.chain
    if chain is None:
        return
    gone = [work.outline.row_at(line) for line in session.lines_without_message()]
    for row in gone:
        if row is not None:
            take_off(work, row, "a message without words, on which the client fails")
    for row, line in zip(chain.rows, session.lines(chain.rows), strict=True):
        if row not in gone and refuse_line(line, 1) is not None:
            _mend(work, row, line)


def _mend(work: Workpiece, row: int, line: Line) -> None:
    op, what = _cure(work, row, line)
    if op is None or not work.change(row, op, what):
        take_off(work, row, "the client breaks on it, and nothing of it can be sent")


def _cure(work: Workpiece, row: int, line: Line) -> tuple[Op | None, str]:
    if line.subtype == "hook_additional_context" and isinstance(line.body.get("attachment"), dict):
        return _listed_context, "the context that a hook added becomes a list"
    if line.subtype == "model_refusal_fallback":
        model = _model_behind(work, row)
        op = None if model is None else set_member("fallbackModel", model)
        return op, f"it names the model that took over: {model}"
    if line.kind in ("user", "assistant"):
        blocks = _as_blocks(line.message.get("content"))
        # A reply stays even without words: it tells its usage.
        stays = bool(blocks) or line.is_reply
        return (set_content(blocks) if stays else None), "its content becomes a list of blocks"
    return None, ""


def _listed_context(body: Body) -> Body:
    attachment = object_in(body, "attachment") or {}
    return {**body, "attachment": {**attachment, "content": [attachment.get("content")]}}


def _as_blocks(content: object) -> list[Any]:
    """Give what can be sent of a content that is no list of blocks."""
    items = content if isinstance(content, list) else [content]
    texts = ({"type": "text", "text": item} if isinstance(item, str) else item for item in items)
    return [block for block in texts if isinstance(block, dict) and block.get("type")]


def _model_behind(work: Workpiece, row: int) -> str | None:
    """Find the model of the next reply, or else of the last one before."""
    chain = work.session.chain
    rows = list(chain.rows) if chain is not None else []
    place = rows.index(row)
    for at in (*rows[place + 1 :], *reversed(rows[:place])):
        if work.outline.kind(at) == "assistant":
            model = words_in(object_in(work.body(at), "message") or {}, "model")
            if model is not None and model != SYNTHETIC_MODEL:
                return model
    return None
