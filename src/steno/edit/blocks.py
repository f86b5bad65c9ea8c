"""The content blocks of a stored record, told apart and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.codec import encode_value
from steno.format.members import block_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Body = Mapping[str, Any]


def blocks_of(body: Body) -> Iterator[tuple[int, Body]]:
    """Give the blocks of a record's message, each with its place."""
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        yield from ((at, block) for at, block in enumerate(content) if isinstance(block, dict))


def is_result(block: Body) -> bool:
    """Say whether a block is a tool's result."""
    return (block_type(block) or "").endswith("tool_result")


def is_use(block: Body) -> bool:
    """Say whether a block is a tool's use."""
    return (block_type(block) or "").endswith("tool_use")


def is_image(part: object) -> bool:
    """Say whether a block, or a part of a result, is an image."""
    return block_type(part) == "image"


def call_of(block: Body) -> object:
    """Give the id of the call that a block is half of."""
    return block.get("tool_use_id") if is_result(block) else block.get("id")


def stored_size(value: object) -> int:
    """Say how many bytes a value takes: a text its own, anything else those of its JSON."""
    if value is None:
        return 0
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass"))
    return len(encode_value(value))


def size_of_half(block: Body) -> int:
    """Say how many bytes a call's input or a result's content takes."""
    return stored_size(block.get("content" if is_result(block) else "input"))


def size_of_image(part: Body) -> int:
    """Say how many bytes the data of an image takes as it is stored."""
    source = part.get("source")
    data = source.get("data") if isinstance(source, dict) else None
    return stored_size(data) if isinstance(data, str) else 0
