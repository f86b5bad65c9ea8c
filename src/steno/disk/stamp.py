"""Which file lies at a path, and since when: so that one that was read is known again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from steno.disk.descriptor import digest
from steno.disk.reader import opened
from steno.errors import FileChangedError, UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path


class Stamp(NamedTuple):
    """What the system tells of a file; every write to it, or in its place, changes some of it."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int


def stamp_of(path: Path) -> Stamp:
    """Look at a file; taken before it is read, the stamp tells of all that is written since."""
    with opened(path) as file:
        return _stamp(file.fileno())


def sha256_since(path: Path, stamp: Stamp) -> str:
    """Hash what was read since a stamp was taken; FileChangedError if that is no longer there."""
    try:
        with opened(path) as file:
            before = _stamp(file.fileno())
            sha256 = digest(file)
            is_same = before == stamp == _stamp(file.fileno())
    except UnreadableFileError as problem:
        if isinstance(problem.__cause__, (FileNotFoundError, NotADirectoryError)):
            raise FileChangedError(path) from None
        raise
    if not is_same:
        raise FileChangedError(path)
    return sha256


def _stamp(descriptor: int) -> Stamp:
    status = os.fstat(descriptor)
    return Stamp(
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )
