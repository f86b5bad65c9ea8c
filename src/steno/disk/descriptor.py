"""Whole ranges of bytes through an open file descriptor: read, write, take back."""

from __future__ import annotations

import errno
import hashlib
import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from io import FileIO
    from pathlib import Path

CHUNK: Final = 1 << 20
"""Bytes that are read or written at a time."""


def is_named(fd: int, path: Path) -> bool:
    """Tell whether the path leads to the open file, and not to another or to none."""
    try:
        return os.path.samestat(os.fstat(fd), path.stat())
    except FileNotFoundError:
        return False


def digest(file: FileIO) -> str:
    """Hash an open file from its beginning with SHA-256, in hexadecimal."""
    os.lseek(file.fileno(), 0, os.SEEK_SET)
    return hashlib.file_digest(file, "sha256").hexdigest()


def read_at(fd: int, offset: int, size: int) -> bytes:
    """Read a range; less than asked for only where the file ends."""
    os.lseek(fd, offset, os.SEEK_SET)
    parts = []
    while size > 0 and (part := os.read(fd, min(size, CHUNK))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def ends_a_line(fd: int, offset: int) -> bool:
    """Tell whether a line could begin at the offset."""
    return offset == 0 or read_at(fd, offset - 1, 1) == b"\n"


def write_all(fd: int, content: bytes) -> None:
    """Append all of it, in one write unless the system takes only a part at a time."""
    rest = memoryview(content)
    while True:
        written = os.write(fd, rest)
        rest = rest[written:]
        if not rest:
            return
        if not written:
            raise OSError(errno.EIO, "the system takes no more bytes and gives no reason")
        if os.lseek(fd, 0, os.SEEK_CUR) != os.fstat(fd).st_size:
            raise OSError(errno.EBUSY, "another program wrote in between")


def take_back(fd: int, before: int, content: bytes) -> bool:
    """Cut off what a failed append left behind ``before``; False if it has to stay.

    It stays where the bytes found there are not the beginning of the content: then they are
    somebody else's, at least in part.
    """
    try:
        size = os.fstat(fd).st_size
        if size <= before:
            return True
        if not content.startswith(read_at(fd, before, min(size - before, len(content) + 1))):
            return False
        os.ftruncate(fd, before)
    except OSError:
        return False
    return True
