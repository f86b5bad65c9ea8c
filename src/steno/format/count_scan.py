"""A fast projection for counting turns and tool calls beside everything that a scan counts.

:data:`scan_for_counts` decodes a block of plain lines at once and refuses (raises) what is
unusual; such lines are decoded whole and judged by their entries.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, field

from steno.format.codec import lines_decoder
from steno.format.entries.user import UserEntry
from steno.format.entry import Place
from steno.format.scan import LineScan, MessageScan

_NOWHERE: Final = Place(b"")


class CountedBlock(Struct, gc=False):
    """A content block: which call it is or answers, and its text."""

    type: str | None = None
    id: str | None = None
    tool_use_id: str | None = None
    text: str | None = None


class CountedOrigin(Struct, gc=False):
    """Who sent a prompt."""

    kind: str | None = None


class CountedMessage(MessageScan, gc=False):
    """The message of a line, with the ids and the text of its blocks."""

    content: str | list[CountedBlock] | None = None  # type: ignore[assignment]


class CountedLine(LineScan, gc=False, rename="camel"):
    """What counting turns and calls needs to know of a line, beside what a scan has."""

    message: CountedMessage | None = None
    content: str | list[CountedBlock] | None = None  # type: ignore[assignment]
    uuid: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    turn_companion: bool | None = None
    source_tool_use_id: str | None = field(default=None, name="sourceToolUseID")
    origin: CountedOrigin | None = None


scan_for_counts: Final = lines_decoder(CountedLine)


def as_user(row: CountedLine) -> UserEntry:
    """Give a user line with as much of it as says what kind of line it is."""
    content = row.content if row.message is None else row.message.content
    held: Any = content
    if isinstance(content, list):
        held = [{"type": block.type, "text": block.text} for block in content]
    body = {
        "type": "user",
        "message": {"content": held},
        "isMeta": row.is_meta,
        "isCompactSummary": row.is_compact_summary,
        "turnCompanion": row.turn_companion,
        "sourceToolUseID": row.source_tool_use_id,
        "origin": None if row.origin is None else {"kind": row.origin.kind},
    }
    return UserEntry(body, _NOWHERE)
