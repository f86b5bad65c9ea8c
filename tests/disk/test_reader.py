"""Lines of a file as offsets and bytes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.disk import reader
from steno.disk.reader import (
    Block,
    FileRange,
    count_lines,
    encoding_of,
    read_blocks,
    read_lines,
    split_lines,
    tail_offset,
)
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

CONTENT = st.binary(max_size=300) | st.lists(st.binary(max_size=20)).map(b"\n".join)
small = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def plain_lines(content: bytes) -> list[bytes]:
    """Split at newline bytes, the slow and sure way."""
    lines = content.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every limit small, so that little files meet all of them."""
    monkeypatch.setattr(reader, "BLOCK", 16)
    monkeypatch.setattr(reader, "HUGE", 40)
    monkeypatch.setattr(reader, "TAIL_BLOCK", 8)


def whole(content: bytes | FileRange) -> bytes:
    """Give the bytes of a line, fetched where it is huge."""
    return content if isinstance(content, bytes) else content.read()


@small
@given(CONTENT)
@pytest.mark.usefixtures("tiny")
def test_every_file_comes_back_line_by_line(tmp_path: Path, content: bytes) -> None:
    """Numbers, offsets and bytes are right, however blocks and huge lines fall."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff", b"{\x00", b"\x00{"):
        content = b"x" + content
    path = tmp_path / "file"
    path.write_bytes(content)
    lines = list(read_lines(path))
    assert [whole(line.content) for line in lines] == plain_lines(content)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    position = 0
    for line in lines:
        assert line.offset == position
        position += len(line.content)
    for line in lines:
        if isinstance(line.content, FileRange):
            assert len(line.content) > 40
            assert b"".join(line.content.pieces()) == line.content.read()


@small
@given(st.lists(st.text(max_size=30), max_size=6), st.sampled_from(["le", "be"]), st.booleans())
@pytest.mark.usefixtures("tiny")
def test_utf16_files_are_split_at_their_own_newlines(
    tmp_path: Path, texts: list[str], order: str, with_mark: bool
) -> None:
    """A byte 0x0A inside a character is no newline."""
    encoding = f"utf-16-{order}"
    lines = ['{"' + text.replace("\n", "") + "\u0a0a\u410a}\n" for text in texts]
    content = (("\ufeff" if with_mark else "") + "".join(lines)).encode(encoding, "surrogatepass")
    path = tmp_path / "file"
    path.write_bytes(content)
    found = [whole(line.content) for line in read_lines(path)]
    if not texts:
        assert b"".join(found) == content
        return
    assert encoding_of(path) == encoding
    assert b"".join(found) == content
    assert len(found) == len(lines)
    assert count_lines(path, len(content)) == len(lines)
    assert tail_offset(path, 1) == len(content) - len(found[-1])


@small
@given(CONTENT, st.integers(1, 8))
@pytest.mark.usefixtures("tiny")
def test_the_tail_begins_where_its_lines_begin(tmp_path: Path, content: bytes, count: int) -> None:
    """Read from the end, it is the same as read from the front."""
    content = b"x" + content
    path = tmp_path / "file"
    path.write_bytes(content)
    lines = plain_lines(content)
    offset = tail_offset(path, count)
    assert content[offset:] == b"".join(lines[-count:])
    assert count_lines(path, offset) == max(0, len(lines) - count)


def test_reading_can_begin_anywhere(tmp_path: Path) -> None:
    """With the number of the line that begins there."""
    path = tmp_path / "file"
    path.write_bytes(b"a\nbb\nccc")
    assert [(line.number, line.offset, line.content) for line in read_lines(path, 2, 2)] == [
        (2, 2, b"bb\n"),
        (3, 5, b"ccc"),
    ]


def test_blocks_hold_whole_lines(tmp_path: Path) -> None:
    """The last may lack its newline."""
    path = tmp_path / "file"
    path.write_bytes(b"a\nb\nc")
    assert list(read_blocks(path)) == [Block(0, b"a\nb\n"), Block(4, b"c")]
    assert list(split_lines(b"a\nb\nc")) == [(0, b"a\n"), (2, b"b\n"), (4, b"c")]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    """And no tail."""
    path = tmp_path / "file"
    path.touch()
    assert list(read_lines(path)) == []
    assert tail_offset(path, 5) == 0


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    """Missing, a folder, a pipe: each in words, and none of them hangs."""
    with pytest.raises(UnreadableFileError, match="there is no such file"):
        list(read_lines(tmp_path / "missing"))
    with pytest.raises(UnreadableFileError, match="it is a folder"):
        list(read_lines(tmp_path))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(UnreadableFileError, match="no regular file"):
            list(read_lines(tmp_path / "pipe"))


@pytest.mark.parametrize("damage", [b"\x00", b"{\x00\x00\x00\x00\n", b"\xff\xfe", b"\xfe\xff\n"])
def test_damage_at_the_head_is_not_taken_for_utf16(tmp_path: Path, damage: bytes) -> None:
    """The lines behind it are found."""
    path = tmp_path / "file"
    path.write_bytes(damage + b'{"a":1}\n{"b":2}\n')
    assert encoding_of(path) == "utf-8"
    assert [whole(line.content) for line in read_lines(path)][-1] == b'{"b":2}\n'


@pytest.mark.parametrize("length", [39, 40, 41, 79, 80, 200])
@pytest.mark.usefixtures("tiny")
def test_no_line_longer_than_the_limit_is_held(tmp_path: Path, length: int) -> None:
    """Whether it is a little longer or much."""
    path = tmp_path / "file"
    path.write_bytes(b"x" * (length - 1) + b"\nend\n")
    first, last = read_lines(path)
    assert isinstance(first.content, FileRange) is (length > 40)
    assert last.content == b"end\n"
