"""``steno-agent`` whose system calls fail: ``faulty_agent.py KIND NTH ARGUMENT ...``."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def _refused(code: int) -> OSError:
    return OSError(code, os.strerror(code))


def fill_the_disk(nth: int) -> None:
    """Let the n-th write to a transcript, and all after it, find no room; it takes a part."""
    real, count = os.write, 0

    def write(fd: int, content: Any) -> int:
        nonlocal count
        if Path(f"/proc/self/fd/{fd}").readlink().suffix == ".jsonl":
            count += 1
            if count == nth:
                return real(fd, bytes(content)[:20])
            if count > nth:
                raise _refused(errno.ENOSPC)
        return real(fd, content)

    os.write = write


def forbid_writing(_: int) -> None:
    """Let nothing be made or opened for writing in the home."""
    real_open, real_mkdir, home = os.open, os.mkdir, os.environ["HOME"]

    def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & _WRITES and str(path).startswith(home):
            raise _refused(errno.EROFS)
        return real_open(path, flags, *more, **named)

    def made(path: Any, *more: Any, **named: Any) -> None:
        if str(path).startswith(home):
            raise _refused(errno.EROFS)
        real_mkdir(path, *more, **named)

    os.open, os.mkdir = opened, made


def wait_for_nobody(_: int) -> None:
    """Wait for a lock only for a moment."""
    from steno.disk import lock

    defaults = lock.acquire.__kwdefaults__
    assert defaults is not None
    defaults["patience"] = 0.2


FAULTS = {"full": fill_the_disk, "read-only": forbid_writing, "impatient": wait_for_nobody}

if __name__ == "__main__":
    from steno.cli.agent import run

    _, kind, nth, *arguments = sys.argv
    sys.argv = ["steno-agent", *arguments]
    FAULTS[kind](int(nth))
    run()
