"""Where a value stands in a line of JSON: find, replace, insert and remove it, byte by byte.

An edit through this module leaves every other byte of the line as it was: spacing, key
order, escapes, duplicate keys. Nothing here recurses, so no nesting is too deep.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    Step = str | int
    """One step of a path into a document: a key of an object or an index of an array."""

TOKEN: Final = re.compile(
    rb"[ \t\r\n]*+"
    rb'("[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
    rb"|[{}\[\],:]"
    rb"|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![0-9.eE+-])"
    rb"|true|false|null|NaN|-?Infinity)"
)
"""A token of JSON; NaN and Infinity too, as a line that holds them is edited like any other."""
_SPACE: Final = re.compile(rb"[ \t\r\n]*+")
_UNFINISHED_STRING: Final = re.compile(
    rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
    rb"(?:\\(?:u[0-9a-fA-F]{0,3})?)?"
)
_UNFINISHED: Final = re.compile(
    rb"(?:" + _UNFINISHED_STRING.pattern + rb")|tr?u?|fa?l?s?|nu?l?|Na?|-?In?f?i?n?i?t?"
    rb"|-?[0-9]*+\.?+[0-9]*+(?:[eE][+-]?)?"
)
_ESCAPE: Final = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\.")
_SIMPLE_ESCAPES: Final = {
    "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/",
}  # fmt: skip

VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, AFTER, DONE = range(7)
# What may come next: the states of a reader between two tokens. The order matters to `advance`.
_BRACE, _BRACKET, _COMMA, _COLON, _QUOTE = b'{[,:"'
_OPENING: Final = {_BRACE: KEY_OR_END, _BRACKET: VALUE_OR_END}
_CLOSING: Final = {b"}"[0]: (_BRACE, KEY_OR_END), b"]"[0]: (_BRACKET, VALUE_OR_END)}


@dataclass(frozen=True, slots=True)
class Member:
    """The places of one key and its value inside an object."""

    key_start: int
    key_end: int
    start: int
    end: int


def end_of_value(raw: bytes, start: int = 0) -> int | None:
    """Give the offset behind the JSON value that begins at ``start``; None if it is not one."""
    end, state = scan_value(raw, start)
    return end if state == DONE else None


def is_cut_off(raw: bytes) -> bool:
    """Say whether ``raw`` is the beginning of a JSON object whose rest is missing."""
    position, state = scan_value(raw, 0)
    if state == DONE or raw.lstrip()[:1] != b"{":
        return False
    rest = raw[position:].strip(b" \t\r\n")
    if not rest:
        return True
    if state in (KEY, KEY_OR_END):
        return _UNFINISHED_STRING.fullmatch(rest) is not None
    return state in (VALUE, VALUE_OR_END) and _UNFINISHED.fullmatch(rest) is not None


def scan_value(raw: bytes, start: int) -> tuple[int, int]:
    """Read one value; give where reading stopped and in which state, DONE behind a whole one."""
    state, position = VALUE, start
    open_brackets = bytearray()
    while (match := TOKEN.match(raw, position)) is not None:
        following = advance(state, raw[match.start(1)], open_brackets)
        if following is None:
            break
        state, position = following, match.end()
        if state == AFTER and not open_brackets:
            return position, DONE
    return position, state


def advance(state: int, first: int, open_brackets: bytearray) -> int | None:
    """Take one token, known by its first byte, and give the next state; None if it cannot be."""
    if first in _OPENING:
        if state > VALUE_OR_END:
            return None
        open_brackets.append(first)
        return _OPENING[first]
    if first in _CLOSING:
        opening, may_be_empty = _CLOSING[first]
        if state not in (AFTER, may_be_empty) or not open_brackets:
            return None
        return AFTER if open_brackets.pop() == opening else None
    if first == _COMMA:
        if state != AFTER or not open_brackets:
            return None
        return KEY if open_brackets[-1] == _BRACE else VALUE
    if first == _COLON:
        return VALUE if state == COLON else None
    if state <= VALUE_OR_END:
        return AFTER
    return COLON if first == _QUOTE and state <= KEY_OR_END else None


def is_wellformed(raw: bytes) -> bool:
    """Say whether ``raw`` is one JSON value and nothing else but space."""
    end = end_of_value(raw)
    return end is not None and _skip_space(raw, end) == len(raw)


def _skip_space(raw: bytes, position: int) -> int:
    match = _SPACE.match(raw, position)
    return match.end() if match else position


def members(raw: bytes, start: int = 0) -> list[Member]:
    """List the members of the well-formed object at ``start``, in order, duplicates too."""
    found: list[Member] = []
    position = _first_child(raw, start, b"{")
    while position is not None and raw[position : position + 1] == b'"':
        key_end = _end(raw, position)
        value_start = _skip_space(raw, _skip_space(raw, key_end) + 1)
        member = Member(position, key_end, value_start, _end(raw, value_start))
        found.append(member)
        position = _next_child(raw, member.end)
    return found


def items(raw: bytes, start: int = 0) -> list[tuple[int, int]]:
    """List (start, end) of the items of the well-formed array at ``start``."""
    found: list[tuple[int, int]] = []
    position = _first_child(raw, start, b"[")
    while position is not None and raw[position : position + 1] != b"]":
        end = _end(raw, position)
        found.append((position, end))
        position = _next_child(raw, end)
    return found


def _first_child(raw: bytes, start: int, bracket: bytes) -> int | None:
    position = _skip_space(raw, start)
    if raw[position : position + 1] != bracket:
        return None
    return _skip_space(raw, position + 1)


def _next_child(raw: bytes, end: int) -> int | None:
    position = _skip_space(raw, end)
    if raw[position : position + 1] != b",":
        return None
    return _skip_space(raw, position + 1)


def _end(raw: bytes, start: int) -> int:
    end = end_of_value(raw, start)
    if end is None:
        msg = f"no JSON value at byte {start}"
        raise ValueError(msg)
    return end


def locate(raw: bytes, path: Sequence[Step]) -> tuple[int, int]:
    """Give (start, end) of the value at ``path``; KeyError where there is none.

    Of duplicate keys the last counts, as for every JSON reader.
    """
    start = _skip_space(raw, 0)
    end = _end(raw, start)
    for step in path:
        start, end = _child(raw, start, step)
    return start, end


def _child(raw: bytes, start: int, step: Step) -> tuple[int, int]:
    if isinstance(step, str):
        member = _member(raw, start, step)
        return member.start, member.end
    found = items(raw, start)
    if not -len(found) <= step < len(found):
        raise KeyError(step)
    return found[step]


def _member(raw: bytes, start: int, key: str) -> Member:
    for member in reversed(members(raw, start)):
        if _unescape(raw[member.key_start + 1 : member.key_end - 1]) == key:
            return member
    raise KeyError(key)


def _unescape(raw: bytes) -> str:
    text = raw.decode("utf-8", "surrogatepass")
    return _ESCAPE.sub(_unescape_one, text) if "\\" in text else text


def _unescape_one(match: re.Match[str]) -> str:
    escape = match.group()
    if not escape.startswith("\\u"):
        return _SIMPLE_ESCAPES[escape[1]]
    units = b"".join(bytes.fromhex(part) for part in escape.split("\\u")[1:])
    return units.decode("utf-16-be", "surrogatepass")


def replace(raw: bytes, path: Sequence[Step], value: bytes) -> bytes:
    """Put the encoded ``value`` in the place of the one at ``path``; KeyError if absent."""
    start, end = locate(raw, path)
    return raw[:start] + value + raw[end:]


def insert(raw: bytes, path: Sequence[Step], key: bytes, value: bytes) -> bytes:
    """Add an encoded key and value at the end of the object at ``path``.

    The new member is spaced as the one before it is, so an indented file stays indented.
    """
    start, end = locate(raw, path)
    present = members(raw, start)
    if not present:
        return raw[:start] + b"{" + key + b":" + value + b"}" + raw[end:]
    last = present[-1]
    before = present[-2].end if len(present) > 1 else start
    lead = raw[before : last.key_start].lstrip(b" \t\r\n")[1:]
    colon = raw[last.key_end : last.start]
    return raw[: last.end] + b"," + lead + key + colon + value + raw[last.end :]


def remove(raw: bytes, path: Sequence[Step]) -> bytes:
    """Take the value at ``path`` out, with its key and one comma; KeyError if absent."""
    if not path:
        msg = "the whole document cannot be removed"
        raise ValueError(msg)
    *parent, step = path
    start, _ = locate(raw, parent)
    places = _places(raw, start, step)
    victim = _victim(raw, start, step, places)
    first, behind = places[victim]
    if victim + 1 < len(places):
        return raw[:first] + raw[places[victim + 1][0] :]
    if victim > 0:
        return raw[: places[victim - 1][1]] + raw[behind:]
    return raw[:first] + raw[behind:]


def _places(raw: bytes, start: int, step: Step) -> list[tuple[int, int]]:
    if isinstance(step, str):
        return [(member.key_start, member.end) for member in members(raw, start)]
    return items(raw, start)


def _victim(raw: bytes, start: int, step: Step, places: list[tuple[int, int]]) -> int:
    _, end = _child(raw, start, step)
    return next(index for index, place in enumerate(places) if place[1] == end)
