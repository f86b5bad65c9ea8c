"""Server-sent events out of the pieces in which they arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import JsonRefusedError, decode_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST: Final = 16 << 20
"""Bytes of one event; whoever sends more sends no answer."""


def events(pieces: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Give the JSON objects of a stream of events; other events are passed over.

    ValueError where an event is too long or no JSON. What comes behind the last empty line is
    no event: the stream broke off.
    """
    data: list[bytes] = []
    for line in _lines(pieces):
        if line.startswith(b"data:"):
            data.append(line[5:].removeprefix(b" "))
            if sum(map(len, data)) > LONGEST:
                raise ValueError("an event of it is too long")
        elif not line and data:
            yield from _decoded(b"\n".join(data))
            data = []


def _decoded(data: bytes) -> Iterator[dict[str, Any]]:
    try:
        value = decode_json(data).value
    except JsonRefusedError as error:
        raise ValueError(f"an event of it is no JSON ({error})") from error
    if isinstance(value, dict):
        yield value


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Give whole lines; only CR, LF and both of them end one, whatever else the text holds."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        # A CR at the very end may be half of an end of line: it waits with the rest.
        for line in whole:
            yield from line.removesuffix(b"\r").split(b"\r")
        if len(rest) > LONGEST:
            raise ValueError("a line of it is too long")
