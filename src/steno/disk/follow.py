"""Following a file that grows: its complete new lines from an offset on, never half a line.

Lines end at a newline byte. A file in UTF-16, which nobody appends to, is one for
:mod:`steno.disk.reader`.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from steno.disk.reader import BLOCK, HUGE, FileRange, opened, split_lines
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

Followed: TypeAlias = tuple[int, bytes | FileRange]
"""A line's offset, and its bytes with the newline; a range where it is too long to hold."""

BATCH: Final = 8 << 20
"""Bytes that one poll gives at most, unless a single line is longer."""

_ANCHOR: Final = 64
_GONE: Final = (FileNotFoundError, NotADirectoryError)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A position, and the bytes that stood before it: other bytes there mean another file."""

    position: int
    tail: bytes

    def holds(self, file: BinaryIO) -> bool:
        return _read(file, self.position - len(self.tail), len(self.tail)) == self.tail


@dataclass(frozen=True, slots=True)
class _State:
    """What tells one state of a file from the next without reading it."""

    device: int
    inode: int
    size: int
    changed: int


_START: Final = _Mark(0, b"")


class Follower:
    """Gives the lines that are new since the last time it was asked.

    ``offset`` stands behind the last line given and can be stored and taken up again. It never
    moves past a last line without newline: ``pending`` shows that one.
    """

    def __init__(self, path: Path, offset: int = 0) -> None:
        """Take the file, which need not exist yet, and where a line begins in it."""
        self.path = path
        self.restarted = False
        """The last poll found another or a shorter file, and began again with its first line."""
        self._given = _Mark(offset, b"\n") if offset else _START
        self._scanned = self._given
        self._seen: _State | None = None
        self._caught_up = False

    @property
    def offset(self) -> int:
        """Where the first line begins that has not been given."""
        return self._given.position

    @property
    def pending(self) -> bytes:
        """The unterminated last line as the last poll saw it, at most BATCH bytes of it."""
        length = min(self._scanned.position - self.offset, BATCH)
        try:
            with opened(self.path) as file:
                return _read(file, self.offset, length)
        except UnreadableFileError:
            return b""

    def poll(self) -> list[Followed]:
        """Give the next complete lines; none where there are none yet, or no file."""
        self.restarted = False
        with contextlib.suppress(OSError):
            if self._caught_up and _state(self.path.stat()) == self._seen:
                return []
        try:
            with opened(self.path) as file:
                return self._poll(file)
        except UnreadableFileError as error:
            if isinstance(error.__cause__, _GONE):
                return []
            raise

    def _poll(self, file: BinaryIO) -> list[Followed]:
        state = _state(os.fstat(file.fileno()))
        self._settle(file, state)
        self._seen = state
        lines = self._take(file, state.size)
        self._caught_up = not lines
        return lines

    def _settle(self, file: BinaryIO, now: _State) -> None:
        """Begin again if this is not the file, or not the content, that was read before."""
        before = self._seen
        same = before is None or (before.device, before.inode) == (now.device, now.inode)
        if not (same and self._given.holds(file)):
            self.restarted = self.offset > 0
            self._given = self._scanned = _START
        elif not self._scanned.holds(file):
            self._scanned = self._given

    def _take(self, file: BinaryIO, size: int) -> list[Followed]:
        newline = self._find_newline(file, size)
        if newline is None:
            return []
        start, length = self.offset, newline + 1 - self.offset
        if length > HUGE:
            self._move(newline + 1, b"\n")
            return [(start, FileRange(self.path, start, length))]
        held = _read(file, start, min(max(length, BATCH), size - start))
        cut = held.rfind(b"\n") + 1
        if not cut:
            # The file became shorter between the look and the read; the next poll will see to it.
            return []
        self._move(start + cut, held[:cut])
        if start + len(held) == size:
            self._scanned = _Mark(size, held[-_ANCHOR:])
        return [(start + within, line) for within, line in split_lines(held[:cut])]

    def _find_newline(self, file: BinaryIO, size: int) -> int | None:
        """Give the first newline's position, without looking twice at a line that still grows."""
        position = self._scanned.position
        while piece := _read(file, position, min(BLOCK, size - position)):
            found = piece.find(b"\n")
            if found >= 0:
                return position + found
            position += len(piece)
            self._scanned = _Mark(position, piece[-_ANCHOR:])
        return None

    def _move(self, position: int, given: bytes) -> None:
        self._given = self._scanned = _Mark(position, given[-_ANCHOR:])


def follow(
    path: Path, offset: int = 0, *, interval: float, stop: Callable[[], bool]
) -> Iterator[Followed]:
    """Give the lines of a file as they come, looking every ``interval`` seconds, until ``stop``.

    What was complete when ``stop`` said so is still given. An offset that is not higher than
    the one before it means that the file was replaced and is given from its beginning.
    """
    follower = Follower(path, offset)
    while not stop():
        lines = follower.poll()
        yield from lines
        if not lines:
            time.sleep(interval)
    size = _size(path)
    while follower.offset < size and (lines := follower.poll()):
        yield from lines


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _read(file: BinaryIO, offset: int, length: int) -> bytes:
    """Read a range; less than asked for only where the file ends."""
    file.seek(offset)
    parts = []
    while length > 0 and (part := file.read(length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _state(status: os.stat_result) -> _State:
    return _State(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
