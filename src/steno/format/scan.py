"""Fast projections for bulk reading: just the fields that counting needs, no bodies.

:func:`scan_block` takes a block of whole lines at once. It gives up (None) as soon as
anything about the block is unusual; then each line goes through :func:`scan_entry`, which
projects the decoded entry. Both give the same rows: a property test says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import MsgspecError, Struct

from steno.format.codec import lines_decoder
from steno.format.entry import parse_time
from steno.format.members import integer_in, text_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.format.entry import Entry

T = TypeVar("T")

GUESSED_MODEL: Final = "stenoGuessedModel"
"""The member that marks a line whose model a repair of ours took from its neighbours."""


class CacheCreationScan(Struct, gc=False):
    """Cache writes by tier."""

    ephemeral_5m_input_tokens: int | None = None
    ephemeral_1h_input_tokens: int | None = None


class ServerToolScan(Struct, gc=False):
    """Tools that the API ran itself; only searches have a price of their own."""

    web_search_requests: int | None = None


class UsageScan(Struct, gc=False):
    """The tokens of an API message, and what else its price depends on."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation: CacheCreationScan | None = None
    server_tool_use: ServerToolScan | None = None
    speed: str | None = None
    inference_geo: str | None = None


class TypeScan(Struct, gc=False):
    """An object of which only the type matters: a block, an attachment, progress data."""

    type: str | None = None


class BareMessage(Struct, gc=False):
    """The message of a line, as far as every scan needs it."""

    id: str | None = None
    role: str | None = None
    timestamp: str | None = None
    content: str | list[TypeScan] | None = None


class BareLine(Struct, gc=False, rename="camel"):
    """A line, as far as every scan needs it: what it is, and when it was written."""

    type: str | None = None
    role: str | None = None
    subtype: str | None = None
    timestamp: str | None = None
    message: BareMessage | None = None
    attachment: TypeScan | None = None
    data: TypeScan | None = None
    content: str | list[TypeScan] | None = None

    @property
    def kind(self) -> str | None:
        """The line's type; where it has none, its role, or that of its message."""
        if self.type:
            return self.type
        role = self.role if self.message is None else self.message.role
        return role if role in ("user", "assistant") else None

    @property
    def time(self) -> str | None:
        """The line's time; where that is none, the time of its message."""
        inner = None if self.message is None else self.message.timestamp
        if inner is None or (self.timestamp is not None and parse_time(self.timestamp)):
            return self.timestamp
        return inner

    @property
    def blocks(self) -> list[TypeScan]:
        """The blocks of the line's message; none where the content is a string."""
        content = self.content if self.message is None else self.message.content
        return content if isinstance(content, list) else []


class MessageScan(BareMessage, gc=False):
    """The message of a line."""

    model: str | None = None
    stop_reason: str | None = None
    usage: UsageScan | None = None


class LineScan(BareLine, gc=False, rename="camel"):
    """What counting needs to know of a line."""

    version: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    summary: str | None = None
    steno_guessed_model: bool | None = None
    message: MessageScan | None = None


_OPENING, _CLOSING = b"{}"
_CONTINUATION: Final = 0x80
_PIECE: Final = 1 << 14

_decode_lines: Final = lines_decoder(LineScan)


def scan_block(block: bytes | bytearray, end: int | None = None) -> list[LineScan] | None:
    """Scan whole lines, up to ``end``, or give None where a line needs a closer look."""
    return decode_plain_lines(block, _decode_lines, end)


def decode_plain_lines(
    block: bytes | bytearray,
    decode_lines: Callable[[memoryview], list[T]],
    end: int | None = None,
) -> list[T] | None:
    """Decode whole lines, one row each, or give None where a line needs a closer look."""
    end = len(block) if end is None else end
    lines = _count_plain_lines(block, end)
    if lines is None:
        return None
    try:
        rows = decode_lines(memoryview(block)[:end])
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return rows if len(rows) == lines else None


def _count_plain_lines(block: bytes | bytearray, size: int) -> int | None:
    """Count the lines, or give None unless each is UTF-8 and begins and ends like an object.

    With an object's borders around every newline no object can reach over one, and none
    can be glued to another without changing the number of rows.
    """
    start = lines = 0
    find = block.find
    while (end := find(b"\n", start, size)) >= 0:
        if block[start] != _OPENING or block[end - 1] != _CLOSING:
            return None
        lines += 1
        start = end + 1
    return lines if start == size and _is_utf8(block, size) else None


def _is_utf8(block: bytes | bytearray, size: int) -> bool:
    """Check piece by piece: a small piece with no wide character is checked fastest."""
    start = 0
    try:
        with memoryview(block) as view:
            while start < size:
                end = min(start + _PIECE, size)
                # No character may be cut: its bytes behind the first begin with the bits 10.
                while end < size and block[end] & 0xC0 == _CONTINUATION:
                    end += 1
                str(view[start:end], "utf-8")
                start = end
    except UnicodeDecodeError:
        return False
    return True


def scan_entry(entry: Entry) -> LineScan:
    """Project a decoded entry."""
    body = entry.body
    message, guessed = body.get("message"), body.get(GUESSED_MODEL)
    return LineScan(
        type=text_in(body, "type"),
        role=text_in(body, "role"),
        subtype=text_in(body, "subtype"),
        timestamp=text_in(body, "timestamp"),
        version=text_in(body, "version"),
        custom_title=text_in(body, "customTitle"),
        ai_title=text_in(body, "aiTitle"),
        summary=text_in(body, "summary"),
        steno_guessed_model=guessed if isinstance(guessed, bool) else None,
        message=_message(message) if isinstance(message, dict) else None,
        attachment=type_of(body.get("attachment")),
        data=type_of(body.get("data")),
        content=content_of(body.get("content")),
    )


def _message(body: dict[str, Any]) -> MessageScan:
    usage = body.get("usage")
    return MessageScan(
        id=text_in(body, "id"),
        role=text_in(body, "role"),
        model=text_in(body, "model"),
        stop_reason=text_in(body, "stop_reason"),
        timestamp=text_in(body, "timestamp"),
        content=content_of(body.get("content")),
        usage=_usage(usage) if isinstance(usage, dict) else None,
    )


def _usage(body: dict[str, Any]) -> UsageScan:
    tiers, tools = body.get("cache_creation"), body.get("server_tool_use")
    return UsageScan(
        input_tokens=integer_in(body, "input_tokens"),
        output_tokens=integer_in(body, "output_tokens"),
        cache_creation_input_tokens=integer_in(body, "cache_creation_input_tokens"),
        cache_read_input_tokens=integer_in(body, "cache_read_input_tokens"),
        cache_creation=_tiers(tiers) if isinstance(tiers, dict) else None,
        server_tool_use=_server_tools(tools) if isinstance(tools, dict) else None,
        speed=text_in(body, "speed"),
        inference_geo=text_in(body, "inference_geo"),
    )


def _tiers(body: dict[str, Any]) -> CacheCreationScan:
    return CacheCreationScan(
        ephemeral_5m_input_tokens=integer_in(body, "ephemeral_5m_input_tokens"),
        ephemeral_1h_input_tokens=integer_in(body, "ephemeral_1h_input_tokens"),
    )


def _server_tools(body: dict[str, Any]) -> ServerToolScan:
    return ServerToolScan(integer_in(body, "web_search_requests"))


def content_of(value: object) -> str | list[TypeScan] | None:
    """Project a message's content: a string, or the types of its blocks."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return None
    return [type_of(item) or TypeScan() for item in value]


def type_of(value: object) -> TypeScan | None:
    """Project an object of which only the type matters; None where it is no object."""
    return TypeScan(text_in(value, "type")) if isinstance(value, dict) else None
