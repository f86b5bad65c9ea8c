"""An exclusive lock on an open file, kept by the system and let go when its holder dies."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from typing import Final

if sys.platform == "win32":  # pragma: no cover - Windows only
    import msvcrt
else:
    import fcntl

PATIENCE: Final = 30.0
"""Seconds to wait for somebody else's lock before giving up with an error."""

_FIRST_PAUSE: Final = 0.000_05
_LONGEST_PAUSE: Final = 0.02

_BUSY: Final = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK})
_UNSUPPORTED: Final = frozenset({errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK})

_WINDOWS_BYTE: Final = 0x7FFF_FFF0
"""Windows locks bytes, and nobody else may read those: one that few files have."""


def acquire(fd: int, *, patience: float = PATIENCE) -> bool:
    """Lock the open file for this descriptor alone; False where the file system keeps no locks.

    A lock that another holds for longer than ``patience`` seconds is a :class:`TimeoutError`.
    """
    deadline = time.monotonic() + patience
    pause = _FIRST_PAUSE
    while True:
        try:
            _try_to_lock(fd)
        except OSError as problem:
            if problem.errno in _UNSUPPORTED:
                return False
            if problem.errno not in _BUSY:
                raise
        else:
            return True
        if time.monotonic() >= deadline:
            raise TimeoutError(errno.ETIMEDOUT, "another program keeps the file locked")
        time.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)


def release(fd: int) -> None:
    """Let go of the lock, if this descriptor holds it; closing the descriptor does the same."""
    # An unlock fails only where there is no lock, and then there is nothing to let go.
    with contextlib.suppress(OSError):
        _unlock(fd)


if sys.platform == "win32":  # pragma: no cover - Windows only

    def _try_to_lock(fd: int) -> None:
        os.lseek(fd, _WINDOWS_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

    def _unlock(fd: int) -> None:
        os.lseek(fd, _WINDOWS_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

else:

    def _try_to_lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)
