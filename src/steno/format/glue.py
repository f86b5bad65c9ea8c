"""Lines that are no single record: find the records that still stand on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format import spans

if TYPE_CHECKING:
    from collections.abc import Container

BUDGET: Final = 2
"""How many times the length of a broken line may be read in search of records."""

_RECORD_START: Final = re.compile(
    rb'\{[ \t]*"(?:type|parentUuid|uuid|sessionId|messageId|timestamp|message|isSidechain|'
    rb'logicalParentUuid|leafUuid|cwd|userType|version|operation|summary|content|display)"[ \t]*:'
)
_IDS: Final = frozenset({"uuid", "parentUuid", "sessionId", "messageId", "leafUuid"})
_TYPES_WITHOUT_SESSION: Final = frozenset({"file-history-snapshot", "summary"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: a whole object, or a fragment that is none."""

    start: int
    end: int
    is_object: bool


def split(raw: bytes, types: Container[str]) -> list[Piece]:
    """Divide a line into whole objects and fragments; together they cover every byte.

    Whole objects are taken from the front as long as they come. Behind a fragment the line
    is taken up again at the first place from which nothing but whole objects follow to its
    end, if the first of them looks like a record: ``types`` are those that records have. So
    an object that merely stands inside a fragment is not taken for one.
    """
    pieces, _ = _objects(raw, 0)
    position = pieces[-1].end if pieces else 0
    if position == len(raw):
        return pieces
    resumed = _resume(raw, position, types)
    if resumed is None:
        return [*pieces, Piece(position, len(raw), is_object=False)]
    fragment = Piece(position, resumed[0].start, is_object=False)
    return [*pieces, fragment, *resumed]


def _objects(raw: bytes, position: int) -> tuple[list[Piece], int]:
    """Take whole objects from ``position`` on; give them and how far was read for it."""
    pieces: list[Piece] = []
    read = position
    while raw[position : position + 1] == b"{":
        read, state = spans.scan_value(raw, position)
        if state != spans.DONE:
            break
        while raw[read : read + 1] in (b" ", b"\t", b"\r"):
            read += 1
        pieces.append(Piece(position, read, is_object=True))
        position = read
    return pieces, read


def _resume(raw: bytes, position: int, types: Container[str]) -> list[Piece] | None:
    """Find the first place behind ``position`` from which whole objects reach the end."""
    left = BUDGET * (len(raw) - position)
    for match in _RECORD_START.finditer(raw, position + 1):
        pieces, read = _objects(raw, match.start())
        reaches_end = bool(pieces) and pieces[-1].end == len(raw)
        if reaches_end and _is_record(raw, position, pieces[0], types):
            return pieces
        left -= read - match.start()
        if left < 0:
            return None
    return None


def _is_record(raw: bytes, position: int, piece: Piece, types: Container[str]) -> bool:
    """Say whether an object behind a fragment is a record of its own, and not a part of it."""
    members = {
        raw[member.key_start + 1 : member.key_end - 1].decode("utf-8", "replace"): member
        for member in spans.members(raw, piece.start)
    }
    tag = members.get("type")
    named = "" if tag is None else raw[tag.start + 1 : tag.end - 1].decode("utf-8", "replace")
    if "sessionId" in members or (named in _TYPES_WITHOUT_SESSION and members.keys() & _IDS):
        return True
    # A part may have a type and even a uuid (the messages in an agent's progress do), but no
    # session; so where the fragment could go on with an object, only that tells.
    stop, state = spans.scan_value(raw[position : piece.start], 0)
    inside = stop == piece.start - position and state in (spans.VALUE, spans.VALUE_OR_END)
    return not inside and (named in types or bool(members.keys() & _IDS))


def is_only_nul(raw: bytes) -> bool:
    """Say whether a stretch holds nothing but NUL bytes and space."""
    return not raw.strip(b"\x00 \t\r\n") and b"\x00" in raw
