"""Where the Messages API takes a cache mark, and how many of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.testing.messages_shape import mapping, no_others, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_MARKS: Final = 4
_TTLS: Final = ("5m", "1h")


def check_marks(body: Mapping[str, Any]) -> None:
    """Refuse too many marks, marks of another kind, and long-lived ones behind others.

    That thoughts bear none is checked with the other members of their blocks.
    """
    marks = [mapping("cache_control", mark) for mark in _marks(body) if mark is not None]
    if len(marks) > MOST_MARKS:
        told = "A maximum of 4 blocks with cache_control may be provided. Found"
        refuse("cache_control", f"{told} {len(marks)}.")
    for mark in marks:
        if mark.get("type") != "ephemeral":
            refuse("cache_control.type", "Input should be 'ephemeral'")
        no_others("cache_control", mark, ("type", "ttl", "scope"))
        if mark.get("ttl", "5m") not in _TTLS:
            refuse("cache_control.ttl", "Input should be '5m' or '1h'")
    lives = [mark.get("ttl", "5m") for mark in marks]
    if "1h" in lives[lives.index("5m") :] if "5m" in lives else False:
        told = "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
        refuse("cache_control", told)


def _marks(body: Mapping[str, Any]) -> Iterator[object]:
    """Give the marks in the order in which the service reads a request."""
    yield from _marks_in(body.get("tools"))
    yield from _marks_in(body.get("system"))
    messages = body.get("messages")
    for message in messages if isinstance(messages, list) else ():
        yield from _marks_in(message.get("content") if isinstance(message, dict) else None)
    yield body.get("cache_control")


def _marks_in(blocks: object) -> Iterator[object]:
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, dict):
            yield from _marks_in(block.get("content"))
            yield block.get("cache_control")
