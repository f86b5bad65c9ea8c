"""Reading a file line by line as (offset, bytes), whatever is in it, in bounded memory.

Lines end at a newline byte and nowhere else. A file in UTF-16 is split at its own newlines.
A line longer than :data:`HUGE` is never held: it is given as a range to read when asked.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from steno.disk.peek import opened_regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from io import FileIO
    from pathlib import Path

BLOCK: Final = 1 << 19
"""How many bytes are read at once."""
HUGE: Final = 16 << 20
"""A line longer than this is given as a range: decoding one takes many times its length."""
TAIL_BLOCK: Final = 1 << 16
"""How many bytes are read at once from the end."""

UTF8: Final = "utf-8"
_HEADS: Final = {
    "utf-16-le": re.compile(rb'\xff\xfe[{\r\n]\x00|\{\x00["}\s]\x00'),
    "utf-16-be": re.compile(rb'\xfe\xff\x00[{\r\n]|\x00\{\x00["}\s]'),
}
"""How a file in UTF-16 begins; two bytes alone may just as well be damage."""


@dataclass(frozen=True, slots=True)
class FileRange:
    """A stretch of a file that is too long to hold; ``read`` fetches it whole."""

    path: Path
    offset: int
    length: int

    def __len__(self) -> int:
        """Give its length in bytes."""
        return self.length

    def read(self) -> bytes:
        """Fetch the whole stretch."""
        with opened(self.path) as file:
            file.seek(self.offset)
            return file.read(self.length)

    def pieces(self) -> Iterator[bytes]:
        """Read it piece by piece."""
        with opened(self.path) as file:
            file.seek(self.offset)
            left = self.length
            while left and (piece := file.read(min(BLOCK, left))):
                left -= len(piece)
                yield piece


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines that stand behind one another, or one line too long to hold."""

    offset: int
    content: bytes | FileRange
    encoding: str = UTF8
    """How the file is encoded, as far as that decides where lines end."""


@dataclass(frozen=True, slots=True)
class Window:
    """Whole lines in a buffer that is lent: it holds other bytes when the next window comes."""

    offset: int
    held: bytearray
    end: int
    """How much of the buffer counts."""
    encoding: str

    def block(self) -> Block:
        """Copy the lines out."""
        return Block(self.offset, bytes(memoryview(self.held)[: self.end]), self.encoding)


@dataclass(frozen=True, slots=True)
class RawLine:
    """One stored line: its number, its place, and its bytes with the terminator."""

    number: int
    offset: int
    content: bytes | FileRange


def opened(path: Path) -> AbstractContextManager[FileIO]:
    """Open a regular file for reading in large blocks."""
    return cast("AbstractContextManager[FileIO]", opened_regular(path, buffering=0))


def encoding_of(path: Path) -> str:
    """Tell UTF-16 from everything else by the first two bytes of a file."""
    with opened(path) as file:
        return _encoding(file.read(4))


def _encoding(head: bytes) -> str:
    return next((name for name, form in _HEADS.items() if form.match(head)), UTF8)


def read_blocks(path: Path, start: int = 0) -> Iterator[Block]:
    """Read a file from ``start`` on in blocks of whole lines; the last may lack its newline."""
    for window in read_windows(path, start):
        yield window if isinstance(window, Block) else window.block()


def read_windows(path: Path, start: int = 0) -> Iterator[Window | Block]:
    """Read as :func:`read_blocks` does, but lend the buffer; a line too long to hold is a Block."""
    with opened(path) as file:
        encoding = _encoding(file.read(4))
        newline = _newline(encoding)
        offset = file.seek(start)
        held, filled = bytearray(BLOCK), 0
        while got := file.readinto(memoryview(held)[filled:]):
            searched, filled = filled, filled + got
            cut = _last_newline(held, newline, searched, filled)
            if cut:
                yield Window(offset, held, cut, encoding)
                offset, filled = offset + cut, filled - cut
                held[:filled] = held[cut : cut + filled]
            elif filled >= HUGE:
                length = _measure(file, offset, filled, newline)
                yield Block(offset, FileRange(path, offset, length), encoding)
                offset, filled = file.seek(offset + length), 0
                held = bytearray(BLOCK)
            elif filled == len(held):
                held += bytes(min(filled, HUGE - filled))
        if filled:
            yield Window(offset, held, filled, encoding)


def _newline(encoding: str) -> bytes:
    return "\n".encode(encoding)


def _last_newline(held: bytearray, newline: bytes, searched: int, filled: int) -> int:
    """Give the offset behind the last newline of what is filled; 0 where there is none.

    Up to ``searched`` it is known that there is none.
    """
    first = max(0, searched - len(newline) + 1)
    found = held.rfind(newline, first, filled)
    while found >= 0 and found % len(newline):
        found = held.rfind(newline, first, found + len(newline) - 1)
    return found + len(newline) if found >= 0 else 0


def _first_newline(held: bytes, newline: bytes, start: int) -> int:
    """Give the offset behind the first newline from ``start`` on; 0 where there is none."""
    found = held.find(newline, start)
    while found >= 0 and found % len(newline):
        found = held.find(newline, found + 1)
    return found + len(newline) if found >= 0 else 0


def _measure(file: FileIO, offset: int, known: int, newline: bytes) -> int:
    """Give the length of the line at ``offset``, of which ``known`` bytes hold no newline."""
    file.seek(offset + known)
    length = known
    while piece := file.read(BLOCK):
        cut = _first_newline(piece, newline, 0)
        if cut:
            return length + cut
        length += len(piece)
    return length


def split_lines(block: bytes, encoding: str = UTF8) -> Iterator[tuple[int, bytes]]:
    """Divide a block into (offset within it, line with terminator)."""
    newline = _newline(encoding)
    start = 0
    while start < len(block):
        end = _first_newline(block, newline, start) or len(block)
        yield start, block[start:end]
        start = end


def read_lines(path: Path, start: int = 0, first: int = 1) -> Iterator[RawLine]:
    """Read a file line by line from ``start`` on, where line number ``first`` begins."""
    number = first
    for block in read_blocks(path, start):
        if isinstance(block.content, FileRange):
            yield RawLine(number, block.offset, block.content)
            number += 1
            continue
        for within, line in split_lines(block.content, block.encoding):
            yield RawLine(number, block.offset + within, line)
            number += 1


def tail_offset(path: Path, count: int) -> int:
    """Give the offset where the last ``count`` lines begin, reading from the end."""
    newline = _newline(encoding_of(path))
    with opened(path) as file:
        size = position = file.seek(0, os.SEEK_END)
        found = 0
        while position > 0:
            # All but the first step end on a multiple, so no UTF-16 unit is ever divided.
            step = position % TAIL_BLOCK or TAIL_BLOCK
            position -= step
            file.seek(position)
            for behind in _newlines_backwards(file.read(step), newline):
                found += position + behind < size
                if found == count:
                    return position + behind
    return 0


def _newlines_backwards(held: bytes, newline: bytes) -> Iterator[int]:
    """Give the offsets behind the newlines of ``held``, the last first."""
    end = len(held)
    while (found := held.rfind(newline, 0, end)) >= 0:
        if found % len(newline) == 0:
            yield found + len(newline)
        end = found + len(newline) - 1


def count_lines(path: Path, end: int) -> int:
    """Count the lines that end before the offset ``end``."""
    newline = _newline(encoding_of(path))
    counted = 0
    with opened(path) as file:
        while end > 0 and (piece := file.read(min(BLOCK, end))):
            counted += _count(piece, newline)
            end -= len(piece)
    return counted


def _count(piece: bytes, newline: bytes) -> int:
    if len(newline) > 1:
        return sum(1 for _ in _newlines_backwards(piece, newline))
    # Finding is several times faster than counting, until lines get very short.
    found, position, few = 0, piece.find(newline), len(piece) >> 7
    while position >= 0:
        found += 1
        if found > few:
            return found + piece.count(newline, position + 1)
        position = piece.find(newline, position + 1)
    return found
