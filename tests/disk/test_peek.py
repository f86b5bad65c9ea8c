"""Bounded looks into files."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.disk import peek
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")


def write(path: Path, content: bytes) -> Path:
    """Write a file and give its path."""
    path.write_bytes(content)
    return path


def test_clipped_reading_stops_at_the_limit(tmp_path: Path) -> None:
    """No more than the limit is read, and the rest is told."""
    path = write(tmp_path / "a", b"0123456789")
    clipped = peek.read_clipped(path, 4)
    assert (clipped.content, clipped.size, clipped.truncated) == (b"0123", 10, True)
    assert not peek.read_clipped(path, 10).truncated


def test_missing_file_is_told(tmp_path: Path) -> None:
    """The reason is in words, and the cause is kept."""
    with pytest.raises(UnreadableFileError, match="there is no such file") as caught:
        peek.read_clipped(tmp_path / "a", 1)
    assert isinstance(caught.value.__cause__, FileNotFoundError)


def test_folder_is_told(tmp_path: Path) -> None:
    """A folder is not read."""
    with pytest.raises(UnreadableFileError, match=r"folder|permission"):
        peek.read_clipped(tmp_path, 1)


@posix
def test_fifo_does_not_hang(tmp_path: Path) -> None:
    """A pipe without a writer would block; it is refused instead."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableFileError, match="no regular file"):
        peek.read_clipped(tmp_path / "pipe", 1)


@posix
def test_links_can_be_refused(tmp_path: Path) -> None:
    """Following a link is a choice of the caller."""
    write(tmp_path / "a", b"secret")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert peek.read_clipped(tmp_path / "link", 9).content == b"secret"
    with pytest.raises(UnreadableFileError, match="link"):
        peek.read_clipped(tmp_path / "link", 9, follow_links=False)


def test_forbidden_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system forbids is an error of ours with the reason in words."""

    def forbid(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", forbid)
    with pytest.raises(UnreadableFileError, match="you have no permission"):
        peek.read_clipped(tmp_path / "a", 1)


def test_failing_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read that fails half-way is an error of ours too."""

    def fail(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    path = write(tmp_path / "a", b"{}\n")
    real = os.fdopen

    class Failing(io.BufferedReader):
        read = fail

    def opening(descriptor: int, *_: object, **__: object) -> Failing:
        return Failing(real(descriptor, "rb", buffering=0))

    monkeypatch.setattr(os, "fdopen", opening)
    with pytest.raises(UnreadableFileError, match="input/output error"):
        peek.read_clipped(path, 1)


def test_error_without_words_still_has_a_reason() -> None:
    """An error that carries only a text gives that text."""
    assert peek.reason_of(OSError("Strange Thing")) == "strange thing"


def test_object_is_read_whole(tmp_path: Path) -> None:
    """A small JSON object comes back as a dictionary, a BOM before it or not."""
    assert peek.read_object(write(tmp_path / "a", b'{"a": 1}')) == {"a": 1}
    assert peek.read_object(write(tmp_path / "a", b'\xef\xbb\xbf{"a": 1}\n')) == {"a": 1}


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"{", "not JSON"), (b"", "not JSON"), (b"[1]", "no JSON object"), (b"\xff{}", "not JSON")],
)
def test_what_is_no_object_is_told(tmp_path: Path, content: bytes, reason: str) -> None:
    """Damaged and foreign content is refused with the reason."""
    with pytest.raises(UnreadableFileError, match=reason):
        peek.read_object(write(tmp_path / "a", content))


def test_object_beyond_all_measure_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A side file is read whole only up to a limit."""
    monkeypatch.setattr(peek, "OBJECT_LIMIT", 3)
    with pytest.raises(UnreadableFileError, match="larger than"):
        peek.read_object(write(tmp_path / "a", b'{"a": 1}'))


def test_head_gives_whole_lines_only(tmp_path: Path) -> None:
    """A line that the limit cuts is left out; the last one without a newline is not."""
    path = write(tmp_path / "a", b"one\ntwo\nthree")
    assert list(peek.head_lines(path)) == [b"one", b"two", b"three"]
    assert list(peek.head_lines(path, 10)) == [b"one", b"two"]
    assert list(peek.head_lines(path, 8)) == [b"one", b"two"]


def test_tail_gives_whole_lines_only(tmp_path: Path) -> None:
    """Going back, the line that the limit cuts is left out."""
    path = write(tmp_path / "a", b"one\ntwo\nthree")
    assert list(peek.lines_backwards(path)) == [b"three", b"two", b"one"]
    assert list(peek.lines_backwards(path, 10)) == [b"three", b"two"]
    assert list(peek.lines_backwards(path, 6)) == [b"three"]


@given(lines=st.lists(st.binary(max_size=40).map(lambda b: b.replace(b"\n", b""))))
def test_tail_is_the_head_reversed(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]
) -> None:
    """Both directions see the same lines, also where lines cross the blocks of reading."""
    path = write(tmp_path_factory.mktemp("peek") / "a", b"\n".join(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(peek, "_BLOCK", 8)
        patch.setattr(peek, "_LARGEST_BLOCK", 16)
        assert list(peek.lines_backwards(path))[::-1] == b"\n".join(lines).split(b"\n")


def test_first_and_last_session_id_are_found_past_lines_without(tmp_path: Path) -> None:
    """Damaged lines, lines without an id and ids deeper inside do not count."""
    path = write(
        tmp_path / "a",
        b'{"type":"file-history-snapshot"}\nnot "sessionId" json\n"sessionId"\n'
        b'{"sessionId":7}\n{"w":{"sessionId":"deep"}}\n{"sessionId":"first"}\n'
        b'{"sessionId":"last#agent-1"}\n{"w":{"sessionId":"deep"}}\n{"sessionId":"torn',
    )
    assert peek.first_session_id(path) == "first"
    assert peek.last_session_id(path) == "last"


def test_file_without_any_session_id_has_none(tmp_path: Path) -> None:
    """Nothing is made up."""
    path = write(tmp_path / "a", b'{"type":"summary"}\n')
    assert peek.first_session_id(path) is None
    assert peek.last_session_id(path) is None


def test_first_session_id_is_found_in_a_long_first_line(tmp_path: Path) -> None:
    """A prompt of a megabyte before the id does not hide it."""
    path = write(tmp_path / "a", b'{"text":"' + b"x" * (1 << 20) + b'","sessionId":"s"}\n')
    assert peek.first_session_id(path) == "s"
    assert peek.last_session_id(path) == "s"
