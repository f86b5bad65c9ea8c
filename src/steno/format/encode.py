"""A typed entry back to a stored line: unchanged bytes, or one value changed and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format import spans
from steno.format.charset import UTF8, from_utf8, to_utf8
from steno.format.codec import encode_value
from steno.format.decode import BOM, decode, split_terminator
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Path = str | Sequence[str | int]
    """A key, or the steps from the line's object down to the value."""


def encode(entry: Entry) -> bytes:
    """Give the bytes of an entry, terminator included."""
    return entry.raw


def new_line(body: Mapping[str, object]) -> bytes:
    """Encode a new record as the client writes it: compact, one line, newline at the end."""
    return encode_value(dict(body)) + b"\n"


def with_value(entry: Entry, path: Path, value: object) -> Entry:
    """Give the entry with another value at ``path``; no other byte of its line changes.

    A last key that does not exist yet is added at the end of its object. KeyError where
    the way to it does not exist; ValueError for a line that holds no single record.
    """
    steps = _steps(path)
    encoded = encode_value(value)

    def edit(raw: bytes) -> bytes:
        try:
            return spans.replace(raw, steps, encoded)
        except KeyError:
            if not steps or not isinstance(steps[-1], str) or not _is_object(raw, steps[:-1]):
                raise
            return spans.insert(raw, steps[:-1], encode_value(steps[-1]), encoded)

    return _edited(entry, edit)


def without(entry: Entry, path: Path) -> Entry:
    """Give the entry without the value at ``path`` (and its key); KeyError if there is none."""
    steps = _steps(path)
    return _edited(entry, lambda raw: spans.remove(raw, steps))


def _steps(path: Path) -> tuple[str | int, ...]:
    return (path,) if isinstance(path, str) else tuple(path)


def _is_object(raw: bytes, steps: Sequence[str | int]) -> bool:
    start, _ = spans.locate(raw, steps)
    return raw[start : start + 1] == b"{"


def _edited(entry: Entry, edit: Callable[[bytes], bytes]) -> Entry:
    if isinstance(entry, (BadLine, BlankLine, GluedLine)):
        msg = f"line {entry.line} holds no single record to edit"
        raise ValueError(msg)
    text, terminator = split_terminator(entry.raw, entry.encoding)
    text = to_utf8(text, entry.encoding)
    mark = BOM if text.startswith(BOM) else b""
    raw = from_utf8(mark + edit(text[len(mark) :]), entry.encoding) + terminator
    # A foreign encoding is guessed anew: an edit may leave the line plain UTF-8.
    encoding = entry.encoding if entry.encoding.startswith("utf-16") else UTF8
    return decode(raw, line=entry.line, offset=entry.offset, encoding=encoding)
