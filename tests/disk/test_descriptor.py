"""Ranges are read whole, appends are whole or gone, and nobody else's bytes are ever cut off."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

from steno.disk import descriptor
from tests.disk.faults import failing, replaced, short_writes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Make a file with two lines."""
    made = tmp_path / "file"
    made.write_bytes(b"one\ntwo\n")
    return made


@pytest.fixture
def fd(path: Path) -> Iterator[int]:
    """Open it for appending."""
    opened = os.open(path, os.O_RDWR | os.O_APPEND)
    yield opened
    os.close(opened)


def test_reading_a_range_goes_on_until_it_is_whole(fd: int) -> None:
    """Reads that give less than asked for are continued; the file's end ends them."""
    real = os.read
    with replaced("read", lambda fd, _: real(fd, 1)):
        assert descriptor.read_at(fd, 2, 4) == b"e\ntw"
        assert descriptor.read_at(fd, 6, 100) == b"o\n"


@pytest.mark.parametrize(("offset", "begins"), [(0, True), (1, False), (4, True), (8, True)])
def test_lines_begin_behind_newlines(fd: int, offset: int, *, begins: bool) -> None:
    """A line begins at the start of a file and behind each newline, nowhere else."""
    assert descriptor.ends_a_line(fd, offset) is begins


def test_digest_is_of_the_whole_file(path: Path) -> None:
    """The hash starts at the beginning, wherever the file was read before."""
    with path.open("rb", buffering=0) as file:
        file.read(3)
        assert descriptor.digest(file) == hashlib.sha256(b"one\ntwo\n").hexdigest()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6])
def test_short_writes_are_continued(fd: int, path: Path, size: int) -> None:
    """A system that takes a few bytes at a time gets them all in the end."""
    with short_writes(size):
        descriptor.write_all(fd, b"three\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"


def test_system_that_takes_nothing_is_an_error(fd: int) -> None:
    """A write of no bytes without a reason is no endless loop."""
    with short_writes(0), pytest.raises(OSError, match="no more bytes"):
        descriptor.write_all(fd, b"three\n")


def test_foreign_bytes_inside_a_short_write_are_noticed(fd: int, path: Path) -> None:
    """Whoever writes between two parts of ours is seen before the second part is written."""
    real = os.write

    def interrupted(fd: int, content: bytes) -> int:
        written = real(fd, bytes(content)[:2])
        with path.open("ab") as other:
            other.write(b"foreign\n")
        return written

    with replaced("write", interrupted), pytest.raises(OSError, match="in between"):
        descriptor.write_all(fd, b"three\n")
    assert path.read_bytes() == b"one\ntwo\nthforeign\n"


@pytest.mark.parametrize("left", range(7))
def test_half_written_bytes_are_taken_back(fd: int, path: Path, left: int) -> None:
    """Whatever part of the content stands at the end, the file is as before."""
    os.write(fd, b"three\n"[:left])
    assert descriptor.take_back(fd, 8, b"three\n") is True
    assert path.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("end", [b"thX", b"three\nfour\n", b"foreign\n"])
def test_foreign_bytes_are_never_cut_off(fd: int, path: Path, end: bytes) -> None:
    """Where somebody else's bytes stand at the end, nothing is cut."""
    os.write(fd, end)
    assert descriptor.take_back(fd, 8, b"three\n") is False
    assert path.read_bytes() == b"one\ntwo\n" + end


def test_file_that_became_shorter_is_not_made_longer(fd: int, path: Path) -> None:
    """Taking back what is gone already fills nothing with zeros."""
    os.ftruncate(fd, 4)
    assert descriptor.take_back(fd, 8, b"three\n") is True
    assert path.read_bytes() == b"one\n"


@pytest.mark.parametrize("call", ["fstat", "lseek", "read", "ftruncate"])
def test_taking_back_that_fails_is_told(fd: int, call: str) -> None:
    """If even the taking back fails the answer is no, not another error."""
    os.write(fd, b"thr")
    with failing(call, 1):
        assert descriptor.take_back(fd, 8, b"three\n") is False


def test_path_names_an_open_file_until_it_is_moved(fd: int, path: Path) -> None:
    """Another file in its place, or none, is noticed."""
    assert descriptor.is_named(fd, path) is True
    path.rename(path.with_name("elsewhere"))
    assert descriptor.is_named(fd, path) is False
    path.write_bytes(b"one\ntwo\n")
    assert descriptor.is_named(fd, path) is False
