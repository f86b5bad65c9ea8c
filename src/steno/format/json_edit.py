"""Changing some values of a JSON document in place: every other byte stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.format import codec, spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    Path = tuple[str | int, ...]

_SPACE: Final = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class _Style:
    """How a document is laid out."""

    newline: bytes | None = b"\n"
    """None where all of it stands on one line."""
    indent: bytes = b"  "


def same(left: Any, right: Any) -> bool:
    """Say whether two values are the same JSON; true is not 1, and 1 is not 1.0."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def edited(raw: bytes, old: dict[str, Any], new: dict[str, Any]) -> bytes:
    """Give the document ``raw``, which says ``old``, changed so that it says ``new``.

    Values that differ are laid out as the document is; without a document, a new one is made.
    """
    if not raw:
        return _laid_out(new, _Style(), 0) + b"\n"
    return _Editor(_style_of(raw)).edit(raw, (), old, new)


def _style_of(raw: bytes) -> _Style:
    start, _ = spans.locate(raw, ())
    members = spans.members(raw, start)
    if not members:
        return _Style()
    lead = raw[start + 1 : members[0].key_start]
    if b"\n" not in lead:
        return _Style(newline=None)
    return _Style(b"\r\n" if b"\r\n" in lead else b"\n", lead.rpartition(b"\n")[2])


def _laid_out(value: Any, style: _Style, depth: int) -> bytes:
    if style.newline is None or not isinstance(value, (dict, list)) or not value:
        return codec.encode_as_read(value)
    inner = style.newline + style.indent * (depth + 1)
    outer = style.newline + style.indent * depth
    if isinstance(value, list):
        parts = [inner + _laid_out(item, style, depth + 1) for item in value]
        return b"[" + b",".join(parts) + outer + b"]"
    parts = [
        inner + codec.encode_as_read(key) + b": " + _laid_out(member, style, depth + 1)
        for key, member in value.items()
    ]
    return b"{" + b",".join(parts) + outer + b"}"


@dataclass(frozen=True, slots=True)
class _Editor:
    style: _Style

    def edit(self, raw: bytes, path: Path, old: Any, new: Any) -> bytes:
        """Make the value at ``path`` say ``new`` instead of ``old``."""
        if same(old, new):
            return raw
        if old and new and isinstance(old, dict) and isinstance(new, dict):
            return self._edit_object(raw, path, old, new)
        if old and new and isinstance(old, list) and isinstance(new, list):
            return self._edit_array(raw, path, old, new)
        return spans.replace(raw, path, _laid_out(new, self.style, len(path)))

    def _edit_object(
        self, raw: bytes, path: Path, old: dict[str, Any], new: dict[str, Any]
    ) -> bytes:
        for key, value in new.items():
            if key in old:
                raw = self.edit(raw, (*path, key), old[key], value)
            else:
                encoded = _laid_out(value, self.style, len(path) + 1)
                raw = spans.insert(raw, path, codec.encode_as_read(key), encoded)
        for key in old.keys() - new.keys():
            raw = _without(raw, (*path, key))
        return raw

    def _edit_array(self, raw: bytes, path: Path, old: list[Any], new: list[Any]) -> bytes:
        """Edit the items between the beginning and the end that both arrays share."""
        shorter = min(len(old), len(new))
        head = _shared(old, new, shorter)
        tail = _shared(old[::-1], new[::-1], shorter - head)
        for index in range(head, shorter - tail):
            raw = self.edit(raw, (*path, index), old[index], new[index])
        for index in reversed(range(shorter - tail, len(old) - tail)):
            raw = spans.remove(raw, (*path, index))
        for index in range(shorter - tail, len(new) - tail):
            encoded = _laid_out(new[index], self.style, len(path) + 1)
            raw = _with_item(raw, path, index, encoded)
        return raw


def _shared(left: Sequence[Any], right: Sequence[Any], most: int) -> int:
    """Count the leading items, at most ``most``, that are the same in both."""
    count = 0
    while count < most and same(left[count], right[count]):
        count += 1
    return count


def _without(raw: bytes, path: Path) -> bytes:
    """Take a key out, as often as it is there: else an earlier duplicate would come to light."""
    while True:
        try:
            raw = spans.remove(raw, path)
        except KeyError:
            return raw


def _with_item(raw: bytes, path: Path, index: int, value: bytes) -> bytes:
    """Put an encoded item before number ``index``, spaced as its neighbour is."""
    start, _ = spans.locate(raw, path)
    items = spans.items(raw, start)
    neighbour = min(index, len(items) - 1)
    first, behind = items[neighbour]
    before = items[neighbour - 1][1] if neighbour else start
    lead = raw[before:first].lstrip(_SPACE)[1:]
    if index < len(items):
        return raw[:first] + value + b"," + lead + raw[first:]
    return raw[:behind] + b"," + lead + value + raw[behind:]
