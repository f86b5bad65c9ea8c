"""Files and folders that only their owner may read, whatever the umask says."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Final

from steno.disk import lock

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700

_APPENDING: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
_MOST_ATTEMPTS: Final = 100


def make_private_folder(folder: Path) -> None:
    """Make the folder and the missing ones above it; those that exist stay as they are."""
    if folder.is_dir() or folder == folder.parent:
        return
    make_private_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER_MODE)
    except FileExistsError:
        return
    folder.chmod(FOLDER_MODE)


def create_private(path: Path) -> int:
    """Create a new file for reading and appending; one that exists is a FileExistsError."""
    fd = os.open(path, _APPENDING | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
        set_mode(fd, FILE_MODE)
    except BaseException:
        os.close(fd)
        path.unlink()
        raise
    return fd


def open_existing(path: Path) -> int:
    """Open a regular file for reading and appending."""
    fd = os.open(path, _APPENDING)
    try:
        regular = stat.S_ISREG(os.fstat(fd).st_mode)
    except OSError:
        os.close(fd)
        raise
    if not regular:
        os.close(fd)
        raise OSError(errno.EINVAL, "it is no regular file")
    return fd


def open_or_create(path: Path) -> tuple[int, bool]:
    """Open a file for reading and appending; True with it where it had to be created."""
    for _ in range(_MOST_ATTEMPTS):
        try:
            return open_existing(path), False
        except FileNotFoundError:
            # A link that leads to nothing stays a link: the file is made where it points to.
            target = Path(os.path.realpath(path))
            make_private_folder(target.parent)
        try:
            return create_private(target), True
        except FileExistsError:
            continue
    raise OSError(errno.EBUSY, "it comes and goes")


def open_locked(path: Path, *, patience: float = lock.PATIENCE) -> int:
    """Open a file that stands for something that one does at a time, and lock it for us alone.

    Another that keeps it for longer than ``patience`` seconds is a :class:`TimeoutError`. Closing
    the descriptor lets go of it; the file stays.
    """
    fd, _ = open_or_create(path)
    try:
        lock.acquire(fd, patience=patience)
    except BaseException:
        os.close(fd)
        raise
    return fd


def set_mode(fd: int, mode: int) -> None:
    """Set the permissions of an open file, where the system has such."""
    if sys.platform != "win32":  # pragma: no branch - Windows has no such permissions
        os.fchmod(fd, mode)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, so that a new file survives a power cut."""
    if sys.platform == "win32":  # pragma: no cover - Windows syncs no folders
        return
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    except OSError as problem:
        # Some network file systems know no such thing; that is no failure of the write.
        if problem.errno not in {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}:
            raise
    finally:
        os.close(fd)
