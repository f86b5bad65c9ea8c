"""Members of a decoded object that hold what is expected of them, and None where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def text_in(body: Mapping[str, Any], key: str) -> str | None:
    """Give a member that is text."""
    value = body.get(key)
    return value if isinstance(value, str) else None


def words_in(body: Mapping[str, Any], key: str) -> str | None:
    """Give a member that is text, and not empty."""
    return text_in(body, key) or None


def integer_in(body: Mapping[str, Any], key: str) -> int | None:
    """Give a member that is a whole number, however it is written; true and false are none."""
    value = body.get(key)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def object_in(body: Mapping[str, Any], key: str) -> dict[str, Any] | None:
    """Give a member that is an object."""
    value = body.get(key)
    return value if isinstance(value, dict) else None


def block_type(block: object) -> str | None:
    """Give the type of a content block; None for what is no block, or has a type that is no text.

    Whatever the type is: a list cannot be looked up in a set.
    """
    return text_in(block, "type") if isinstance(block, dict) else None
