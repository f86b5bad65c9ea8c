"""A file that was read is known again, and one that was written to since is told from it."""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING

import pytest

from steno.disk.stamp import sha256_since, stamp_of
from steno.errors import FileChangedError, UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a file."""
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"a":1}\n')
    return path


def test_untouched_file_is_hashed(path: Path) -> None:
    """Reading it changes nothing about it."""
    stamp = stamp_of(path)
    assert sha256_since(path, stamp) == hashlib.sha256(path.read_bytes()).hexdigest()
    assert sha256_since(path, stamp_of(path)) == sha256_since(path, stamp)


def _append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"{}\n")


def _cut(path: Path) -> None:
    os.truncate(path, 3)


def _replace(path: Path) -> None:
    other = path.with_suffix(".new")
    other.write_bytes(path.read_bytes())
    status = path.stat()
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(path)


def _write_over(path: Path) -> None:
    """Write as many other bytes, and put the time of the last write back."""
    status = path.stat()
    path.write_bytes(b'{"b":2}\n')
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _remove(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("change", [_append, _cut, _replace, _write_over, _remove])
def test_every_change_is_seen(path: Path, change: Callable[[Path], None]) -> None:
    """Whether it grew, was cut, replaced, written over or taken away."""
    stamp = stamp_of(path)
    # Two writes within one tick of the clock have one time.
    time.sleep(0.02)
    change(path)
    with pytest.raises(FileChangedError):
        sha256_since(path, stamp)


def test_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    """It has not changed, as far as anybody knows."""
    with pytest.raises(UnreadableFileError):
        stamp_of(tmp_path / "none")
    (tmp_path / "folder").mkdir()
    stamp = stamp_of(_written(tmp_path / "file"))
    with pytest.raises(UnreadableFileError):
        sha256_since(tmp_path / "folder", stamp)


def _written(path: Path) -> Path:
    path.write_bytes(b"x")
    return path
