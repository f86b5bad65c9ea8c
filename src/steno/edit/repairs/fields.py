"""Members that a line of the conversation lacks, or that hold the wrong kind of value."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

from steno.edit.draft import set_member
from steno.format.compat import blocks_for_string, content_into_message
from steno.format.entries.assistant import MADE_UP_ID, SYNTHETIC_MODEL
from steno.format.members import object_in, words_in
from steno.format.scan import GUESSED_MODEL
from steno.session.outline import MESSAGE_KINDS, NO_MESSAGE, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from steno.edit.draft import Op
    from steno.edit.repairs.workpiece import Workpiece

    Body = Mapping[str, Any]

UNKNOWN_MODEL: Final = "unknown"
"""The model of a reply where no line of the file names one."""


def mend_fields(work: Workpiece, codes: Collection[str]) -> None:
    """Mend each message by itself, as far as ``codes`` allow."""
    for row, body in _messages(work):
        kind = work.outline.kind(row)
        if "no-type" in codes and not words_in(body, "type"):
            work.change(row, _typed(kind), f"it gets a type, that of its role: {kind}")
        if "not-resumable" in codes and work.outline.has(row, NO_MESSAGE):
            work.change(row, _plain(content_into_message), "its content becomes a message")
        if "string-content" in codes and kind == "assistant" and _has_string(body):
            work.change(row, _plain(blocks_for_string), "its text becomes a block")
    work.refresh()


def mend_message_ids(work: Workpiece) -> None:
    """Give every API message without an id one of its own; lines in a row are parts of one."""
    if all(work.outline.message_ids[row] for row in work.outline.rows_of("assistant")):
        return
    open_id: tuple[str, Any] | None = None
    for row, body in _messages(work):
        message = object_in(body, "message")
        is_nameless = _is_reply(work, row, message) and not words_in(message or {}, "id")
        if not is_nameless:
            open_id = None
            continue
        request = body.get("requestId")
        if open_id is None or open_id[1] != request:
            open_id = _message_id(work, row), request
        work.change(row, _in_message("id", open_id[0]), "it gets the id of a message of its own")


def mend_models(work: Workpiece) -> None:
    """Have every reply name a model: that of its other parts, or of the reply before it."""
    outline = work.outline
    named = {
        row: words_in(object_in(body, "message") or {}, "model")
        for row, body in _messages(work)
        if outline.kind(row) == "assistant" and not outline.has(row, NO_MESSAGE)
    }
    parts = {outline.message_ids[row]: model for row, model in named.items() if model}
    known = [model for model in named.values() if model and model != SYNTHETIC_MODEL]
    last = known[0] if known else UNKNOWN_MODEL
    for row, model in named.items():
        if model is None:
            name = outline.message_ids[row]
            known_model = parts.get(name) if name is not None else None
            found = known_model or last
            work.change(row, _in_message("model", found), f"it names its model: {found}")
            if known_model is None:
                # What it cost stays as unknown as it is.
                work.change(row, set_member(GUESSED_MODEL, value=True))
        elif model != SYNTHETIC_MODEL:
            last = model


def _messages(work: Workpiece) -> Iterator[tuple[int, Body]]:
    """Give the messages outside of sidechains, in file order, as they were read last."""
    rows = [
        row for row in work.outline.rows_of(*MESSAGE_KINDS) if not work.outline.has(row, SIDECHAIN)
    ]
    return zip(rows, (record.body for record in work.session.records(rows)), strict=True)


def _has_string(body: Body) -> bool:
    holder = object_in(body, "message") or body
    return isinstance(holder.get("content"), str)


def _is_reply(work: Workpiece, row: int, message: Body | None) -> bool:
    is_reply = work.outline.kind(row) == "assistant" and message is not None
    return is_reply and words_in(message or {}, "model") != SYNTHETIC_MODEL


def _message_id(work: Workpiece, row: int) -> str:
    return MADE_UP_ID + hashlib.sha256(work.new_uuid(row).encode()).hexdigest()[:24]


def _typed(kind: str) -> Op:
    return lambda body: {"type": kind, **{key: body[key] for key in body if key != "type"}}


def _plain(step: Any) -> Op:
    """Let a step that wants a plain dictionary be an op."""
    return lambda body: step(dict(body))


def _in_message(key: str, value: object) -> Op:
    return lambda body: {**body, "message": {**(object_in(body, "message") or {}), key: value}}
