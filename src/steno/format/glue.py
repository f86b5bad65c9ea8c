"""Lines that are no single record: find the records that still stand on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from steno.format import spans

MOST_ATTEMPTS: Final = 64
"""How many places of a broken line are tried as the beginning of a record."""

_RECORD_START: Final = re.compile(
    rb'\{[ \t]*"(?:type|parentUuid|uuid|sessionId|messageId|timestamp|message|isSidechain|'
    rb'logicalParentUuid|leafUuid|cwd|userType|version|operation|summary|content|display)"[ \t]*:'
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: a whole object, or a fragment that is none."""

    start: int
    end: int
    is_object: bool


def split(raw: bytes) -> list[Piece]:
    """Divide a line into whole objects and fragments; together they cover every byte.

    Whole objects are taken from the front as long as they come. Behind a fragment the
    line is taken up again at the first place from which nothing but whole objects follow
    to its end: so an object that merely stands inside a fragment is never taken for a record.
    """
    pieces, position = _objects(raw, 0)
    if position == len(raw):
        return pieces
    resumed = _resume(raw, position)
    if resumed is None:
        return [*pieces, Piece(position, len(raw), is_object=False)]
    fragment = Piece(position, resumed[0].start, is_object=False)
    return [*pieces, fragment, *resumed]


def _objects(raw: bytes, position: int) -> tuple[list[Piece], int]:
    """Take whole objects from ``position`` on; give them and where they stop."""
    pieces: list[Piece] = []
    while raw[position : position + 1] == b"{":
        end = spans.end_of_value(raw, position)
        if end is None:
            break
        while raw[end : end + 1] in (b" ", b"\t", b"\r"):
            end += 1
        pieces.append(Piece(position, end, is_object=True))
        position = end
    return pieces, position


def _resume(raw: bytes, position: int) -> list[Piece] | None:
    """Find the first place behind ``position`` from which whole objects reach the end."""
    for attempt, match in enumerate(_RECORD_START.finditer(raw, position + 1)):
        if attempt == MOST_ATTEMPTS:
            return None
        pieces, end = _objects(raw, match.start())
        if pieces and end == len(raw):
            return pieces
    return None


def is_only_nul(raw: bytes) -> bool:
    """Say whether a stretch holds nothing but NUL bytes and space."""
    return not raw.strip(b"\x00 \t\r\n") and b"\x00" in raw
