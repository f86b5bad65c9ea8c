"""A fast projection of lines for loading a session: ids, parents, flags, no bodies.

:data:`scan_envelopes` decodes a block of plain lines at once and refuses (raises) what is
unusual; :func:`scan_envelope` projects a decoded body of any shape. Both give the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import lines_decoder
from steno.format.members import object_in, text_in
from steno.format.scan import BareLine, BareMessage, content_of, type_of

if TYPE_CHECKING:
    from collections.abc import Mapping


EMPTIED: Final = "stenoEmptied"
"""The member that marks a line whose content an edit of ours took out."""


class EnvelopeScan(BareLine, gc=False, rename="camel"):
    """What the structure of a session is made of."""

    uuid: str | None = None
    parent_uuid: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    steno_emptied: bool | None = None

    @property
    def detail(self) -> str | None:
        """What kind of system line, attachment or progress it is."""
        if self.type == "attachment":
            return None if self.attachment is None else self.attachment.type
        if self.type == "progress":
            return None if self.data is None else self.data.type
        return self.subtype


scan_envelopes: Final = lines_decoder(EnvelopeScan)


def scan_envelope(body: Mapping[str, Any]) -> EnvelopeScan:
    """Project a decoded body, whatever its fields hold."""
    message = object_in(body, "message")
    return EnvelopeScan(
        type=text_in(body, "type"),
        role=text_in(body, "role"),
        subtype=text_in(body, "subtype"),
        uuid=text_in(body, "uuid"),
        parent_uuid=text_in(body, "parentUuid"),
        timestamp=text_in(body, "timestamp"),
        is_sidechain=_is_true(body.get("isSidechain")),
        is_meta=_is_true(body.get("isMeta")),
        is_compact_summary=_is_true(body.get("isCompactSummary")),
        steno_emptied=_is_true(body.get(EMPTIED)),
        message=None if message is None else _message(message),
        attachment=type_of(body.get("attachment")),
        data=type_of(body.get("data")),
        content=content_of(body.get("content")),
    )


def _is_true(value: object) -> bool:
    """Say whether the client, which is JavaScript, takes a value for true."""
    return value is not None and value is not False and value not in (0, "")


def _message(body: Mapping[str, Any]) -> BareMessage:
    return BareMessage(
        id=text_in(body, "id"),
        role=text_in(body, "role"),
        timestamp=text_in(body, "timestamp"),
        content=content_of(body.get("content")),
    )
