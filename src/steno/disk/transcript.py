"""A transcript file as entries, one per stored line, or as rows for counting."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from steno.config import expanded
from steno.disk.reader import (
    UTF8,
    Block,
    FileRange,
    Window,
    count_lines,
    read_blocks,
    read_lines,
    read_windows,
    split_lines,
    tail_offset,
)
from steno.format.decode import decode
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine
from steno.format.scan import LineScan, decode_plain_lines, scan_block, scan_entry
from steno.format.skim import skim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike
    from pathlib import Path


T = TypeVar("T")


def read(path: str | PathLike[str], start: int = 0, first: int = 1) -> Iterator[Entry]:
    """Yield one entry per stored line, from offset ``start`` (line number ``first``) on.

    The entries' bytes joined are the file, whatever is in it. Nothing is held but the block
    at hand. UnreadableFileError where the file cannot be read.
    """
    path = expanded(path)
    number = first
    for block in read_blocks(path, start):
        for entry in decode_block(block, number):
            yield entry
            number += 1


def read_tail(path: Path, count: int) -> Iterator[Entry]:
    """Yield the last ``count`` entries, reading only the end of the file (and counting lines)."""
    start = tail_offset(path, count)
    yield from read(path, start, count_lines(path, start) + 1)


def read_line(path: Path, number: int) -> Entry | None:
    """Give line ``number``; None where the file has fewer."""
    for line in read_lines(path):
        if line.number == number:
            return next(read(path, line.offset, number), None)
    return None


def _skim(content: FileRange, number: int) -> Entry:
    return skim(content.pieces(), line=number, offset=content.offset, stored=content)


@dataclass(slots=True)
class Scan:
    """A block of a file for counting: its rows, and the lines that needed a closer look."""

    bytes: int
    """How long the block is."""
    lines: int
    """How many stored lines it holds."""
    rows: list[LineScan]
    """One row per record; a glued line gives several, a bad or blank one none."""
    odd: list[Entry] = field(default_factory=list)
    """The entries of lines that are no plain record."""


def scan(path: Path) -> Iterator[Scan]:
    """Scan a file block by block: all rows for counting, in bounded memory."""
    number = 1
    for window in read_windows(path):
        found = None if isinstance(window, Block) else _scan_plain(window)
        if found is None:
            block = window if isinstance(window, Block) else window.block()
            found = _scan_closely(block, number)
        number += found.lines
        yield found


@dataclass(slots=True)
class Stretch(Generic[T]):
    """A block of a file: the rows of its lines, or their entries where one is no plain record."""

    bytes: int
    lines: int
    rows: list[T]
    entries: list[Entry]
    """Empty where there are rows."""


def stretches(path: Path, decode_lines: Callable[[memoryview], list[T]]) -> Iterator[Stretch[T]]:
    """Read a file block by block as rows of any projection, and closely where that refuses."""
    number = 1
    for window in read_windows(path):
        rows: list[T] | None = None
        if not isinstance(window, Block) and window.encoding == UTF8:
            rows = decode_plain_lines(window.held, decode_lines, window.end)
        if rows is not None and not isinstance(window, Block):
            found = Stretch[T](window.end, len(rows), rows, [])
        else:
            block = window if isinstance(window, Block) else window.block()
            entries = list(decode_block(block, number))
            found = Stretch[T](len(block.content), len(entries), [], entries)
        number += found.lines
        yield found


def _scan_plain(window: Window) -> Scan | None:
    """Scan lines of which every one is a plain record; None where one is not."""
    rows = scan_block(window.held, window.end) if window.encoding == UTF8 else None
    return None if rows is None else Scan(window.end, len(rows), rows)


def _scan_closely(block: Block, number: int) -> Scan:
    """Decode each line of a block, and keep aside what is odd."""
    found = Scan(len(block.content), 0, [])
    for entry in decode_block(block, number):
        found.lines += 1
        found.rows.extend(scan_entry(part) for part in entry.parts)
        if is_odd(entry):
            found.odd.append(entry)
    return found


def decode_block(block: Block, number: int) -> Iterator[Entry]:
    """Decode each line of a block, the first of which has the ``number``."""
    if isinstance(block.content, FileRange):
        yield _skim(block.content, number)
        return
    lines = split_lines(block.content, block.encoding)
    for line, (within, raw) in enumerate(lines, number):
        yield decode(raw, line=line, offset=block.offset + within, encoding=block.encoding)


def is_odd(entry: Entry) -> bool:
    """Say whether an entry is no plain record on a line of its own."""
    return isinstance(entry, (BadLine, BlankLine, GluedLine)) or bool(entry.marks)
