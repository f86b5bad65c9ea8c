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

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.format.entry import Entry

T = TypeVar("T")


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


class MessageScan(Struct, gc=False):
    """The message of a line."""

    id: str | None = None
    role: str | None = None
    model: str | None = None
    stop_reason: str | None = None
    timestamp: str | None = None
    content: str | list[TypeScan] | None = None
    usage: UsageScan | None = None


class LineScan(Struct, gc=False, rename="camel"):
    """What counting needs to know of a line."""

    type: str | None = None
    role: str | None = None
    subtype: str | None = None
    timestamp: str | None = None
    version: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    summary: str | None = None
    message: MessageScan | None = None
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
    message = body.get("message")
    return LineScan(
        type=_text(body, "type"),
        role=_text(body, "role"),
        subtype=_text(body, "subtype"),
        timestamp=_text(body, "timestamp"),
        version=_text(body, "version"),
        custom_title=_text(body, "customTitle"),
        ai_title=_text(body, "aiTitle"),
        summary=_text(body, "summary"),
        message=_message(message) if isinstance(message, dict) else None,
        attachment=_typed(body.get("attachment")),
        data=_typed(body.get("data")),
        content=_content(body.get("content")),
    )


def _message(body: dict[str, Any]) -> MessageScan:
    usage = body.get("usage")
    return MessageScan(
        id=_text(body, "id"),
        role=_text(body, "role"),
        model=_text(body, "model"),
        stop_reason=_text(body, "stop_reason"),
        timestamp=_text(body, "timestamp"),
        content=_content(body.get("content")),
        usage=_usage(usage) if isinstance(usage, dict) else None,
    )


def _usage(body: dict[str, Any]) -> UsageScan:
    tiers, tools = body.get("cache_creation"), body.get("server_tool_use")
    return UsageScan(
        input_tokens=_integer(body, "input_tokens"),
        output_tokens=_integer(body, "output_tokens"),
        cache_creation_input_tokens=_integer(body, "cache_creation_input_tokens"),
        cache_read_input_tokens=_integer(body, "cache_read_input_tokens"),
        cache_creation=_tiers(tiers) if isinstance(tiers, dict) else None,
        server_tool_use=_server_tools(tools) if isinstance(tools, dict) else None,
        speed=_text(body, "speed"),
        inference_geo=_text(body, "inference_geo"),
    )


def _tiers(body: dict[str, Any]) -> CacheCreationScan:
    return CacheCreationScan(
        ephemeral_5m_input_tokens=_integer(body, "ephemeral_5m_input_tokens"),
        ephemeral_1h_input_tokens=_integer(body, "ephemeral_1h_input_tokens"),
    )


def _server_tools(body: dict[str, Any]) -> ServerToolScan:
    return ServerToolScan(_integer(body, "web_search_requests"))


def _content(value: object) -> str | list[TypeScan] | None:
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return None
    return [_typed(item) or TypeScan() for item in value]


def _typed(value: object) -> TypeScan | None:
    return TypeScan(_text(value, "type")) if isinstance(value, dict) else None


def _text(body: Any, key: str) -> str | None:
    value = body.get(key)
    return value if isinstance(value, str) else None


def _integer(body: Any, key: str) -> int | None:
    value = body.get(key)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None
