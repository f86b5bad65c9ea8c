"""A fast projection of lines for loading a session: ids, parents, flags, no bodies.

:data:`scan_envelopes` decodes a block of plain lines at once and refuses (raises) what is
unusual; :func:`scan_envelope` projects a decoded body of any shape. Both give the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from steno.format.codec import lines_decoder

if TYPE_CHECKING:
    from collections.abc import Mapping


class TypedScan(Struct, gc=False):
    """An object of which only the type matters: a block, an attachment, progress data."""

    type: str | None = None


class EnvelopeMessage(Struct, gc=False):
    """The message of a line: its id and the kinds of its blocks."""

    id: str | None = None
    role: str | None = None
    timestamp: str | None = None
    content: str | list[TypedScan] | None = None


class EnvelopeScan(Struct, gc=False, rename="camel"):
    """What the structure of a session is made of."""

    type: str | None = None
    role: str | None = None
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    timestamp: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    message: EnvelopeMessage | None = None
    attachment: TypedScan | None = None
    data: TypedScan | None = None
    content: str | list[TypedScan] | None = None

    @property
    def kind(self) -> str | None:
        """The line's type; where it has none, its role, or that of its message."""
        if self.type:
            return self.type
        role = self.role if self.message is None else self.message.role
        return role if role in ("user", "assistant") else None

    @property
    def time(self) -> str | None:
        """The line's time; where it has none, the time of its message."""
        inner = None if self.message is None else self.message.timestamp
        return self.timestamp if self.timestamp is not None or inner is None else inner

    @property
    def detail(self) -> str | None:
        """What kind of system line, attachment or progress it is."""
        if self.type == "attachment":
            return None if self.attachment is None else self.attachment.type
        if self.type == "progress":
            return None if self.data is None else self.data.type
        return self.subtype

    @property
    def blocks(self) -> list[TypedScan]:
        """The blocks of the message; none where its content is a string."""
        content = self.content if self.message is None else self.message.content
        return content if isinstance(content, list) else []


scan_envelopes: Final = lines_decoder(EnvelopeScan)


def scan_envelope(body: Mapping[str, Any]) -> EnvelopeScan:
    """Project a decoded body, whatever its fields hold."""
    return EnvelopeScan(
        type=_text(body, "type"),
        role=_text(body, "role"),
        subtype=_text(body, "subtype"),
        uuid=_text(body, "uuid"),
        parent_uuid=_text(body, "parentUuid"),
        timestamp=_text(body, "timestamp"),
        is_sidechain=_is_true(body.get("isSidechain")),
        is_meta=_is_true(body.get("isMeta")),
        is_compact_summary=_is_true(body.get("isCompactSummary")),
        message=_message(body.get("message")),
        attachment=_typed(body.get("attachment")),
        data=_typed(body.get("data")),
        content=_content(body.get("content")),
    )


def _is_true(value: object) -> bool:
    """Say whether the client, which is JavaScript, takes a value for true."""
    return value is not None and value is not False and value not in (0, "")


def _message(value: object) -> EnvelopeMessage | None:
    if not isinstance(value, dict):
        return None
    return EnvelopeMessage(
        id=_text(value, "id"),
        role=_text(value, "role"),
        timestamp=_text(value, "timestamp"),
        content=_content(value.get("content")),
    )


def _content(value: object) -> str | list[TypedScan] | None:
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return None
    return [_typed(block) or TypedScan() for block in value]


def _typed(value: object) -> TypedScan | None:
    return TypedScan(_text(value, "type")) if isinstance(value, dict) else None


def _text(body: Mapping[str, Any], key: str) -> str | None:
    value = body.get(key)
    return value if isinstance(value, str) else None
