"""Prompts as items: the words, what came with them, and who sent them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.attachments.prompts import QueuedCommand
from steno.format.command_tags import own_words, split_prompt
from steno.format.content import DocumentBlock, ImageBlock, TextBlock
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.user import UserEntry
from steno.format.prompt import sent_words
from steno.session.input_kind import InputKind
from steno.view.items import PromptItem
from steno.view.parts import MediaPart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.format.content import Block
    from steno.format.entry import Entry
    from steno.format.origin import Origin

QUEUED_TYPE: Final = QueuedCommand.TAG
_QUEUED_MODES: Final = {
    "task-notification": InputKind.TASK_NOTIFICATION,
    "bash": InputKind.BASH,
}


def opening_prompt(row: int, record: Entry, kind: InputKind) -> PromptItem | None:
    """Build the prompt that opens a turn; None where a turn begins without one."""
    if not isinstance(record, UserEntry) or kind is InputKind.START:
        return None
    context = split_prompt(record.plain_text).context
    return PromptItem(
        rows=(row,),
        line=record.line,
        time=record.time,
        input_kind=kind,
        text=sent_words(record),
        context=tuple(tag.text for tag in context if tag.name.startswith("ide_")),
        images=media(record.blocks),
        sender=_sender(record.origin),
    )


def queued_prompt(row: int, record: Entry) -> PromptItem | None:
    """Build the prompt that was queued while a turn ran; None for any other line."""
    attached = record.attachment if isinstance(record, AttachmentEntry) else None
    if not isinstance(attached, QueuedCommand):
        return None
    notice = attached.notification
    kind = _QUEUED_MODES.get(attached.command_mode or "", InputKind.QUEUED)
    content = attached.prompt or ""
    blocks = () if isinstance(content, str) else content
    text = content if isinstance(content, str) else _text(blocks)
    return PromptItem(
        rows=(row,),
        line=record.line,
        time=record.time,
        input_kind=kind if notice is None else InputKind.TASK_NOTIFICATION,
        text=own_words(text).strip() if notice is None else notice.summary or "",
        images=media(blocks),
        sender=_sender(attached.origin),
        is_queued=True,
    )


def words_beside_results(row: int, record: UserEntry) -> PromptItem | None:
    """Build the prompt that stands on one line with results; None where there is none."""
    words = own_words(_text(record.blocks)).strip()
    if not words:
        return None
    return PromptItem(
        rows=(row,),
        line=record.line,
        time=record.time,
        input_kind=InputKind.PLAIN,
        text=words,
        images=media(record.blocks),
        is_queued=True,
    )


def media(blocks: Iterable[Block]) -> tuple[MediaPart, ...]:
    """Give the pictures and documents among some blocks."""
    sources = (block.source for block in blocks if isinstance(block, (ImageBlock, DocumentBlock)))
    return tuple(
        MediaPart(source.media_type or "", source.data or "", source.url or source.file_id or "")
        for source in sources
        if source is not None
    )


def _text(blocks: Iterable[Block]) -> str:
    texts = (block.text for block in blocks if isinstance(block, TextBlock))
    return "\n".join(text for text in texts if text)


def _sender(origin: Origin | None) -> str:
    if origin is None or origin.kind in (None, "human"):
        return ""
    return origin.name or origin.sender or origin.server or ""
