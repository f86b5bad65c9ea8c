"""A typed entry back to a stored line: unchanged bytes, or one value changed and nothing else."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from steno.format import spans
from steno.format.charset import BOM, UTF8, from_utf8, to_utf8
from steno.format.codec import encode_value
from steno.format.decode import decode, split_terminator
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine
from steno.format.json_edit import edited

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

    def edit(raw: bytes) -> bytes:
        raw = spans.remove(raw, steps)
        with suppress(KeyError):
            # A key that stands there twice has to go twice: what is taken out is gone.
            while isinstance(steps[-1], str):
                raw = spans.remove(raw, steps)
        return raw

    return _edited(entry, edit)


def with_body(entry: Entry, body: Mapping[str, object]) -> Entry:
    """Give the entry changed so that it says ``body``; what both say keeps its bytes."""
    return _edited(entry, lambda raw: edited(raw, dict(entry.body), dict(body)))


def with_strings(entry: Entry, new: Mapping[str, str], body: Mapping[str, object]) -> Entry:
    """Do the same where only whole strings differ: ``new`` gives each by the old one.

    Swapping them in the bytes is far faster than finding their places. Where that would change
    something else too, the places are found after all.
    """
    if entry.encoding == UTF8:
        raw = entry.raw
        for old, other in new.items():
            raw = raw.replace(encode_value(old), encode_value(other))
        swapped = decode(raw, line=entry.line, offset=entry.offset)
        if swapped.body == body:
            return swapped
    return with_body(entry, body)


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
    edited = mark + edit(text[len(mark) :])
    raw = from_utf8(edited, entry.encoding) + terminator

    def read(line: bytes, encoding: str = UTF8) -> Entry:
        return decode(line, line=entry.line, offset=entry.offset, encoding=encoding)

    if entry.encoding == UTF8 or entry.encoding.startswith("utf-16"):
        return read(raw, entry.encoding)
    # The encoding is guessed from a line's bytes. Where the guess would now be another, the
    # rest of the line would read differently: then it is written as UTF-8.
    guessed, sure = read(raw), read(edited + terminator)
    return guessed if guessed.body == sure.body else sure
