"""The lock keeps others out, gives up in time, and is no obstacle where there are no locks."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from steno.disk import lock
from tests.disk.faults import replaced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

fcntl = pytest.importorskip("fcntl", reason="these are the locks of POSIX")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Open one file twice."""
    path = tmp_path / "file"
    path.touch()
    one, other = os.open(path, os.O_RDWR), os.open(path, os.O_RDWR)
    yield one, other
    os.close(one)
    os.close(other)


def test_second_holder_waits_in_vain(two: tuple[int, int]) -> None:
    """Whoever comes second gets an error after his patience, and the lock after the release."""
    one, other = two
    assert lock.acquire(one)
    with pytest.raises(TimeoutError, match="keeps the file locked"):
        lock.acquire(other, patience=0.01)
    lock.release(one)
    assert lock.acquire(other, patience=0.01)


def test_lock_dies_with_its_holder(tmp_path: Path) -> None:
    """A killed process holds no lock: the system lets go of it."""
    path = tmp_path / "file"
    code = "import fcntl,os,sys; fcntl.flock(os.open(sys.argv[1],66,0o600),2); print('x',flush=1)"
    with subprocess.Popen(
        [sys.executable, "-c", f"{code}; sys.stdin.read()", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        fd = os.open(path, os.O_RDWR)
        with pytest.raises(TimeoutError):
            lock.acquire(fd, patience=0.01)
        holder.kill()
        assert lock.acquire(fd, patience=10)
        os.close(fd)


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_file_systems_without_locks_are_told(two: tuple[int, int], code: int) -> None:
    """Where nothing can be locked the answer is False, and letting go does no harm."""

    def no_locks(*_: object) -> None:
        raise OSError(code, "no locks here")

    with replaced("flock", no_locks, fcntl):
        assert lock.acquire(two[0]) is False
        lock.release(two[0])


def test_other_failures_are_not_swallowed(two: tuple[int, int]) -> None:
    """A lock that fails for another reason is an error at once."""

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "broken")

    with replaced("flock", broken, fcntl), pytest.raises(OSError, match="broken"):
        lock.acquire(two[0])
