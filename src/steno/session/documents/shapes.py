"""Looking into decoded JSON of any shape without ever failing on it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

Body = Mapping[str, Any]
"""The decoded object of one line, or an object inside it."""

NOTHING: Final[Body] = MappingProxyType({})
"""Stands for an object that is not there."""


def mapping(value: object) -> Body:
    """Give an object as it is, and an empty one for any other value."""
    return value if isinstance(value, Mapping) else NOTHING


def message_of(body: Body) -> Body:
    """Give the API message of a line, empty where it has none."""
    return mapping(body.get("message"))


def string(value: object) -> str | None:
    """Give a string as it is, and None for any other value."""
    return value if isinstance(value, str) else None


def blocks(content: object) -> tuple[Body, ...]:
    """Give the blocks of a list of them, and none for any other content."""
    if not isinstance(content, list):
        return ()
    return tuple(block for block in content if isinstance(block, Mapping))


def blocks_of_type(content: object, type_: str) -> tuple[Body, ...]:
    """Give the blocks of one type."""
    return tuple(block for block in blocks(content) if block.get("type") == type_)
