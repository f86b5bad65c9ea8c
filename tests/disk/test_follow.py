"""A follower gives every complete line once, keeps half ones back, and survives other files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.disk import follow as follow_module
from steno.disk.follow import Follower, follow
from steno.disk.reader import FileRange
from steno.disk.writer import append_lines, replace_file, sha256_of
from steno.errors import UnreadableFileError
from tests.disk.faults import replaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.disk.follow import Followed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a file that is not there yet."""
    return tmp_path / "session.jsonl"


def add(path: Path, content: bytes) -> None:
    """Append bytes as a client does that knows nothing of us."""
    with path.open("ab") as file:
        file.write(content)


def contents(lines: list[Followed]) -> list[bytes]:
    """Give the bytes of lines that are all short."""
    return [line for _, line in lines if isinstance(line, bytes)]


def all_polls(follower: Follower) -> bytes:
    """Poll until there is nothing more and join what came."""
    given = b""
    while lines := follower.poll():
        for offset, line in lines:
            assert offset == len(given)
            given += line.read() if isinstance(line, FileRange) else line
    return given


def test_new_lines_are_given_once_with_their_offsets(path: Path) -> None:
    """Each poll gives what came since the one before."""
    follower = Follower(path)
    add(path, b"one\ntwo\n")
    assert follower.poll() == [(0, b"one\n"), (4, b"two\n")]
    assert follower.poll() == []
    add(path, b"\nthree\r\n")
    assert follower.poll() == [(8, b"\n"), (9, b"three\r\n")]
    assert follower.offset == 16


def test_half_line_is_kept_back_until_it_is_whole(path: Path) -> None:
    """An unterminated line can be looked at, but the offset stays before it."""
    follower = Follower(path)
    add(path, b"one\ntw")
    assert follower.poll() == [(0, b"one\n")]
    assert (follower.offset, follower.pending) == (4, b"tw")
    assert follower.poll() == []
    add(path, b"o and")
    assert follower.poll() == []
    assert (follower.offset, follower.pending) == (4, b"two and")
    add(path, b" more\nth")
    assert follower.poll() == [(4, b"two and more\n")]
    assert (follower.offset, follower.pending) == (17, b"th")


@pytest.mark.parametrize("offset", [0, 4, 8])
def test_stored_offset_is_taken_up_again(path: Path, offset: int) -> None:
    """A new follower goes on where an old one stopped."""
    add(path, b"one\ntwo\n")
    follower = Follower(path, offset)
    assert b"".join(contents(follower.poll())) == b"one\ntwo\n"[offset:]
    assert not follower.restarted


@given(
    st.lists(st.one_of(st.binary(max_size=12), st.just(b"\n"), st.none()), max_size=40),
    st.integers(1, 30),
    st.integers(1, 8),
)
def test_any_growth_and_any_polls_give_the_same_lines(
    pieces: list[bytes | None], batch: int, block: int
) -> None:
    """However a file grows and whenever it is polled, taken up again or not: all lines, once."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(follow_module, "BATCH", batch)
        patch.setattr(follow_module, "BLOCK", block)
        path = Path(folder) / "file"
        follower, given_lines = Follower(path), []
        for piece in pieces:
            if piece is None:
                follower = Follower(path, follower.offset)
            else:
                add(path, piece)
            given_lines += follower.poll()
            assert not follower.restarted
        while lines := follower.poll():
            given_lines += lines
        whole = b"".join(piece or b"" for piece in pieces)
        complete = whole[: whole.rfind(b"\n") + 1]
        assert b"".join(contents(given_lines)) == complete
        assert all(line.count(b"\n") == 1 for line in contents(given_lines))
        assert [offset for offset, _ in given_lines] == [
            0,
            *(i + 1 for i, byte in enumerate(complete[:-1]) if byte == 10),
        ][: len(given_lines)]
        assert whole[len(complete) :].startswith(follower.pending)
        assert len(follower.pending) == min(batch, len(whole) - len(complete))


@pytest.mark.parametrize("how", ["truncated", "replaced", "rewritten"])
def test_other_content_is_given_from_its_beginning(path: Path, how: str) -> None:
    """A file that is cut, replaced or written anew starts again, and the poll says so."""
    add(path, b"one\ntwo\nthree\n")
    follower = Follower(path)
    follower.poll()
    if how == "truncated":
        os.truncate(path, 4)
    elif how == "replaced":
        replace_file(path, b"one\n", expected_sha256=sha256_of(path))
    else:
        path.write_bytes(b"one\n2\n3\n4\n5\n6\n7\n8\n9\n")
    lines = follower.poll()
    assert follower.restarted
    assert b"".join(contents(lines)) == path.read_bytes()
    assert follower.poll() == []
    assert not follower.restarted


def test_same_tail_in_another_file_is_still_another_file(path: Path) -> None:
    """An edit of an early line that keeps all lengths is noticed: the file was replaced."""
    add(path, b"one\n" + b"x" * 200 + b"\n")
    follower = Follower(path)
    follower.poll()
    replace_file(path, b"1ne\n" + b"x" * 200 + b"\n", expected_sha256=sha256_of(path))
    assert contents(follower.poll())[0] == b"1ne\n"
    assert follower.restarted


def test_other_file_before_the_first_line_is_no_restart(path: Path) -> None:
    """Where nothing was given yet, nothing is given again."""
    add(path, b"half")
    follower = Follower(path)
    assert follower.poll() == []
    replace_file(path, b"one\n", expected_sha256=sha256_of(path))
    assert (follower.poll(), follower.restarted) == ([(0, b"one\n")], False)


def test_stored_offset_inside_a_line_means_another_file(path: Path) -> None:
    """Where no line begins at the stored offset, the file is not the one of before."""
    add(path, b"one\ntwo\n")
    follower = Follower(path, 6)
    assert follower.poll() == [(0, b"one\n"), (4, b"two\n")]
    assert follower.restarted


def test_stored_offset_behind_the_end_means_another_file(path: Path) -> None:
    """A file that is shorter than the stored offset is given from its beginning."""
    add(path, b"one\n")
    follower = Follower(path, 100)
    assert follower.poll() == [(0, b"one\n")]
    assert follower.restarted


def test_tail_that_is_taken_back_and_written_anew_is_no_other_file(path: Path) -> None:
    """Half a line that vanishes and comes back differently is read anew, without a restart."""
    add(path, b"one\n" + b"x" * 100)
    follower = Follower(path)
    follower.poll()
    os.truncate(path, 4)
    assert follower.poll() == []
    assert follower.pending == b""
    add(path, b"two\n" + b"y" * 200)
    assert follower.poll() == [(4, b"two\n")]
    add(path, b"\n" + b"z" * 300)
    os.truncate(path, 8)
    add(path, b"three\nfour\n" + b"z" * 500)
    assert contents(follower.poll()) == [b"three\n", b"four\n"]
    assert not follower.restarted


def test_vanishing_file_is_waited_for(path: Path) -> None:
    """No file gives no lines; the same file coming back goes on, another one starts anew."""
    follower = Follower(path)
    assert (follower.poll(), follower.pending) == ([], b"")
    add(path, b"one\n")
    assert follower.poll() == [(0, b"one\n")]
    away = path.with_name("away")
    path.rename(away)
    assert follower.poll() == []
    add(away, b"two\n")
    away.rename(path)
    assert (follower.poll(), follower.restarted) == ([(4, b"two\n")], False)
    path.rename(away)
    add(path, b"other\nlines\nand more\n")
    assert contents(follower.poll()) == [b"other\n", b"lines\n", b"and more\n"]
    assert follower.restarted


def test_file_in_the_place_of_a_folder_is_a_vanished_one(tmp_path: Path) -> None:
    """A path that leads through a file leads nowhere."""
    (tmp_path / "file").touch()
    assert Follower(tmp_path / "file" / "session.jsonl").poll() == []


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    """Following a folder is an error, not a long wait."""
    with pytest.raises(UnreadableFileError, match="cannot read"):
        Follower(tmp_path).poll()


def test_huge_line_is_given_as_a_range(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line too long to hold is told by its place, as the reader does, and reading goes on."""
    monkeypatch.setattr(follow_module, "HUGE", 1000)
    monkeypatch.setattr(follow_module, "BLOCK", 64)
    follower = Follower(path)
    add(path, b"one\n" + b"x" * 5000)
    assert follower.poll() == [(0, b"one\n")]
    assert follower.poll() == []
    add(path, b"\ntwo\n")
    assert follower.poll() == [(4, FileRange(path, 4, 5001))]
    assert follower.poll() == [(5005, b"two\n")]
    assert all_polls(Follower(path)) == path.read_bytes()


def test_growing_line_is_read_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long line that grows poll by poll is not read from its beginning each time."""
    monkeypatch.setattr(follow_module, "BLOCK", 1000)
    follower, read = Follower(path), 0
    real = follow_module._read

    def counting(file: object, offset: int, length: int) -> bytes:
        nonlocal read
        got = real(file, offset, length)  # type: ignore[arg-type]
        read += len(got)
        return got

    monkeypatch.setattr(follow_module, "_read", counting)
    for _ in range(100):
        add(path, b"x" * 1000)
        assert follower.poll() == []
    assert read < 150_000
    add(path, b"\n")
    assert follower.poll() == [(0, b"x" * 100_000 + b"\n")]


def test_one_poll_gives_at_most_a_batch(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with much in it comes in several polls, so that memory stays bounded."""
    monkeypatch.setattr(follow_module, "BATCH", 100)
    add(path, b"0123456789\n" * 50)
    follower, polls = Follower(path), []
    while lines := follower.poll():
        polls.append(b"".join(contents(lines)))
    assert b"".join(polls) == path.read_bytes()
    assert max(map(len, polls)) <= 100


def test_file_cut_between_look_and_read_gives_nothing(path: Path) -> None:
    """A newline that was seen and is gone at the next moment is no line."""
    add(path, b"one\n")
    follower = Follower(path)

    def cut(*_: object) -> int:
        os.truncate(path, 2)
        return 3

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Follower, "_find_newline", cut)
        assert follower.poll() == []
    assert (follower.offset, follower.restarted) == (0, False)
    add(path, b"e\n")
    assert follower.poll() == [(0, b"one\n")]


def test_unchanged_file_is_not_even_opened(path: Path) -> None:
    """Waiting costs one look at the file's status."""
    add(path, b"one\ntw")
    follower = Follower(path)
    follower.poll()
    follower.poll()

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError

    with replaced("fstat", forbidden):
        assert follower.poll() == []
    add(path, b"o\n")
    assert follower.poll() == [(4, b"two\n")]


def test_lines_are_followed_until_told_to_stop(path: Path) -> None:
    """Lines come as they are written, and what is complete at the end is given before it ends."""
    script: Iterator[bytes | None] = iter([b"", b"one\ntw", b"o\n", b"", b"three\nfour\nfi", None])

    def stop() -> bool:
        piece = next(script)
        add(path, piece or b"")
        return piece is None

    seen = list(follow(path, interval=0, stop=stop))
    assert contents(seen) == [b"one\n", b"two\n", b"three\n", b"four\n"]


def test_following_ends_with_what_was_complete(path: Path) -> None:
    """Told to stop at once, the lines that are there are still given."""
    append_lines(path, [b"one", b"two", b"three"])
    seen = follow(path, 4, interval=0, stop=lambda: True)
    assert list(seen) == [(4, b"two\n"), (8, b"three\n")]


def test_following_nothing_ends_when_told(path: Path) -> None:
    """A file that never comes gives no line."""
    rounds = iter([False, False, True])
    assert list(follow(path, interval=0, stop=lambda: next(rounds))) == []
