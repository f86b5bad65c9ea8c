"""The process that the crash and race tests start, kill and starve: it writes or reads one file.

It imports nothing heavy, so that a thousand of them start quickly, and it speaks by its exit
code: 0 done, 3 the write was refused (the message is on stderr), 4 the file had changed.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk import lock
from steno.disk.writer import SessionAppender, append_lines, replace_file, sha256_of
from steno.errors import FileChangedError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED: Final = 3
CHANGED: Final = 4


def record(number: int, size: int, writer: str = "") -> bytes:
    """Make the line with this number."""
    return b'{"n":%d,"by":"%s","pad":"%s"}' % (number, writer.encode(), b"x" * size)


def version(number: int, size: int) -> bytes:
    """Make the whole content of a file in this version."""
    return b"".join(record(line, 90, f"v{number}") + b"\n" for line in range(size))


def tell(text: str) -> None:
    """Acknowledge something to the parent, in one write."""
    os.write(1, text.encode() + b"\n")


def append_for_ever(path: Path, first: str, size: str) -> None:
    """Append lines and acknowledge each, until somebody kills us."""
    with SessionAppender(path) as appender:
        for number in itertools.count(int(first)):
            appender.append([record(number, int(size))], sync=number % 8 == 0)
            tell(str(number))


def replace_for_ever(path: Path, first: str, size: str) -> None:
    """Replace one version by the next and acknowledge each, until somebody kills us."""
    for number in itertools.count(int(first)):
        keep = path.parent / "kept" / str(number)
        new = version(number + 1, int(size))
        expected = hashlib.sha256(version(number, int(size))).hexdigest()
        replace_file(path, new, expected_sha256=expected, keep=keep)
        tell(str(number + 1))


def append_beside_others(path: Path, writer: str, count: str, locks: str) -> None:
    """Append lines of many sizes as one of several writers, and tell of each interleaving."""
    if locks == "without":
        lock.acquire = lambda _: False  # type: ignore[assignment,misc]
    sizes = random.Random(writer)
    wait_for_the_other(path, writer)
    with SessionAppender(path, known_end=0) as appender:
        told = []
        for number in range(int(count)):
            size = sizes.choice((0, 10, 300, 5000))
            done = appender.append([record(number, size, writer)])
            told.append(f"{number} {int(done.interleaved)}")
            if number % 16 == 0:
                time.sleep(0.0002)
        appender.sync()
    tell("\n".join(told))


def wait_for_the_other(path: Path, writer: str) -> None:
    """Begin when both writers, a and b, have come this far."""
    (path.parent / writer).touch()
    while not all((path.parent / name).exists() for name in "ab"):
        time.sleep(0.0005)


def read_along(path: Path, count: str) -> None:
    """Follow the file until so many lines have come; tell of bad ones and of all bytes."""
    # What the killed children do not need they do not import.
    from steno.disk.follow import Follower

    follower = Follower(path)
    digest, seen, bad, end = hashlib.sha256(), 0, 0, 0
    while seen < int(count):
        for offset, line in follower.poll():
            assert isinstance(line, bytes)
            blank = line == b"\n"
            seen += not blank
            bad += offset != end or not (blank or is_record(line))
            end = offset + len(line)
            digest.update(line)
        time.sleep(0.001)
    tell(f"{seen} {bad} {digest.hexdigest()}")


def is_record(line: bytes) -> bool:
    """Tell whether the line is one of ours, whole."""
    try:
        return line.endswith(b"\n") and "pad" in json.loads(line)
    except ValueError:
        return False


def append_once(path: Path, size: str, sync: str) -> None:
    """Append two lines and say by the exit code whether it went well."""
    append_lines(path, [record(1, int(size)), record(2, int(size))], sync=sync == "sync")


def append_limited(path: Path, size: str, limit: str) -> None:
    """Append two lines where no file may grow beyond the limit."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    append_once(path, size, "sync")


def replace_once(path: Path, size: str, keep: str = "") -> None:
    """Replace the file whatever it holds and say by the exit code whether it went well."""
    expected = sha256_of(path) if path.exists() else None
    kept = Path(keep) if keep else None
    replace_file(path, version(1, int(size)), expected_sha256=expected, keep=kept)


JOBS: Final[dict[str, Callable[..., None]]] = {
    job.__name__: job
    for job in (
        append_for_ever,
        replace_for_ever,
        append_beside_others,
        read_along,
        append_once,
        append_limited,
        replace_once,
    )
}


def main(name: str, path: str, *arguments: str) -> int:
    """Do the job of this name and give the exit code."""
    try:
        JOBS[name](Path(path), *arguments)
    except WriteFailedError as error:
        os.write(2, f"{error}\n".encode())
        return REFUSED
    except FileChangedError:
        return CHANGED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
