"""Appends land whole on lines of their own, replaces are guarded, and others are noticed."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import threading
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.disk import lock, private_files, writer
from steno.disk.writer import Appended, SessionAppender, append_lines, replace_file, sha256_of
from steno.errors import FileChangedError, UnreadableFileError, WriteFailedError
from tests.disk.faults import replaced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = b'{"n":1}\n{"n":2}\n'


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Make a session of two lines."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(FIRST)
    return path


def sha(content: bytes) -> str:
    """Hash what a file should hold."""
    return hashlib.sha256(content).hexdigest()


def mode(path: Path) -> int:
    """Give the permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def numbers(content: bytes) -> list[int]:
    """Read the numbers of all lines that are JSON."""
    found = []
    for line in content.split(b"\n"):
        try:
            found.append(json.loads(line)["n"])
        except ValueError:
            continue
    return found


# Appending


def test_lines_are_appended_with_their_newlines(session: Path) -> None:
    """Each line ends in a newline that the writer adds, and the answer says where they are."""
    done = append_lines(session, [b'{"n":3}', b'{"n":4}'])
    assert session.read_bytes() == FIRST + b'{"n":3}\n{"n":4}\n'
    assert done == Appended(16, 32, healed=False, interleaved=False, replaced=False)


def test_no_lines_write_nothing(session: Path) -> None:
    """Appending nothing leaves even a torn tail as it is."""
    session.write_bytes(b"torn")
    assert append_lines(session, []) == Appended(4, 4, healed=False, interleaved=False)
    assert session.read_bytes() == b"torn"


@pytest.mark.parametrize("line", [b"", b"\n", b"a\n", b"a\nb", b"\na"])
def test_what_is_not_one_line_is_refused(session: Path, line: bytes) -> None:
    """A record with a newline in it would be two, and an empty one is none."""
    with pytest.raises(ValueError, match="one line"):
        append_lines(session, [b"good", line])
    assert session.read_bytes() == FIRST


def test_torn_tail_never_eats_the_next_record(session: Path) -> None:
    """Cut at every byte of the last line, then append: the new record can always be read."""
    torn = b'{"n":2,"text":"\xe4\xb8\xad \\" \\n"}\n'
    for cut in range(len(torn) + 1):
        session.write_bytes(b'{"n":1}\n' + torn[:cut])
        done = append_lines(session, [b'{"n":3}'])
        content = session.read_bytes()
        assert done.healed is (0 < cut < len(torn))
        assert content[done.start : done.end] == b'{"n":3}\n'
        whole = cut >= len(torn) - 1
        assert numbers(content) == ([1, 2, 3] if whole else [1, 3])
        assert content.startswith(b'{"n":1}\n' + torn[:cut])


@given(st.binary(max_size=40), st.lists(st.binary(min_size=1).filter(lambda b: b"\n" not in b)))
def test_whatever_was_there_stays_and_every_line_stands_alone(
    tmp_path_factory: pytest.TempPathFactory, old: bytes, lines: list[bytes]
) -> None:
    """Old bytes are a prefix of the new ones, and the new lines are found at their offsets."""
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_bytes(old)
    done = append_lines(path, lines)
    content = path.read_bytes()
    assert content.startswith(old)
    assert content[done.start :] == b"".join(line + b"\n" for line in lines)
    assert content[len(old) : done.start] == (b"\n" if done.healed else b"")
    assert not lines or content[: done.start].endswith(b"\n") or done.start == 0
    assert done.end == len(content)


@pytest.mark.parametrize("umask", [0, 0o022, 0o077, 0o777])
def test_new_session_is_private_under_any_umask(tmp_path: Path, umask: int) -> None:
    """A file that is created is 0600 in folders of 0700."""
    path = tmp_path / "projects" / "slug" / "s.jsonl"
    before = os.umask(umask)
    try:
        append_lines(path, [b"x"], sync=True)
        kept = tmp_path / "kept" / "s"
        replace_file(path, b"y\n", expected_sha256=sha(b"x\n"), keep=kept)
        replace_file(path.with_name("t"), b"t", expected_sha256=None)
    finally:
        os.umask(before)
    files = [path, kept, path.with_name("t")]
    assert [mode(file) for file in files] == [0o600] * 3
    assert {mode(file.parent) for file in files} | {mode(path.parent.parent)} == {0o700}


def test_appending_through_a_link_reaches_the_file(session: Path) -> None:
    """A link stays a link."""
    link = session.with_name("link")
    link.symlink_to(session)
    append_lines(link, [b'{"n":3}'])
    assert link.is_symlink()
    assert numbers(session.read_bytes()) == [1, 2, 3]


def test_folder_is_no_session(tmp_path: Path) -> None:
    """What cannot be opened is told with the system's reason."""
    with pytest.raises(WriteFailedError, match="directory"):
        append_lines(tmp_path, [b"x"])


@pytest.mark.parametrize(("known", "interleaved"), [(None, False), (16, False), (8, True)])
def test_known_end_tells_of_another_writer(
    session: Path, known: int | None, *, interleaved: bool
) -> None:
    """A file that ends elsewhere than the caller knew was written by somebody else."""
    done = append_lines(session, [b'{"n":3}'], known_end=known)
    assert (done.interleaved, done.replaced) == (interleaved, False)


def test_shorter_file_than_known_was_cut(session: Path) -> None:
    """A file that lost bytes is told as replaced."""
    done = append_lines(session, [b'{"n":3}'], known_end=17)
    assert (done.interleaved, done.replaced) == (True, True)


def test_file_system_without_locks_is_written_all_the_same(session: Path) -> None:
    """Where nothing can be locked the write goes on without."""

    def no_locks(_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    with replaced("_try_to_lock", no_locks, lock), replaced("_unlock", no_locks, lock):
        append_lines(session, [b'{"n":3}'])
        replace_file(session, b"new\n", expected_sha256=sha256_of(session))
        append_lines(session, [b"x"])
    assert session.read_bytes() == b"new\nx\n"


# Appending turn by turn


def test_appender_alone_is_never_told_of_a_fork(session: Path) -> None:
    """Turn after turn the end is where the last append left it."""
    with SessionAppender(session, known_end=16) as appender:
        for number in range(3, 9):
            done = appender.append([b'{"n":%d}' % number], sync=number == 5)
            assert not done.interleaved
            assert appender.known_end == done.end == session.stat().st_size
        appender.sync()
    assert numbers(session.read_bytes()) == list(range(1, 9))


def test_two_appenders_tell_each_other(session: Path) -> None:
    """Each append after another's is told as interleaved, and only those."""
    with SessionAppender(session) as one, SessionAppender(session) as other:
        told = [w.append([b'{"n":0}']).interleaved for w in (one, one, other, other, one, other)]
    assert told == [False, False, False, False, True, True]


def test_client_without_lock_is_noticed_between_look_and_write(session: Path) -> None:
    """A line that slips in after the end was looked up is told, and both stay whole."""
    real = os.write

    def slipping(fd: int, content: bytes) -> int:
        with session.open("ab") as client:
            client.write(b'{"n":7}\n')
        return real(fd, content)

    with SessionAppender(session, known_end=16) as appender, replaced("write", slipping):
        done = appender.append([b'{"n":3}'])
    assert done == Appended(24, 32, healed=False, interleaved=True)
    assert numbers(session.read_bytes()) == [1, 2, 7, 3]


def test_record_glued_to_a_tail_torn_meanwhile_goes_in_again(session: Path) -> None:
    """Even a line torn between look and write does not eat the record."""
    real = os.write
    torn = iter([b'{"n":7,"to', b""])

    def tearing(fd: int, content: bytes) -> int:
        with session.open("ab") as client:
            client.write(next(torn))
        return real(fd, content)

    with replaced("write", tearing):
        done = append_lines(session, [b'{"n":3}'], known_end=16)
    content = session.read_bytes()
    assert content[done.start : done.end] == b'{"n":3}\n'
    assert numbers(content) == [1, 2, 3]
    assert done.interleaved


def test_tail_torn_before_and_meanwhile_needs_one_newline(session: Path) -> None:
    """The newline that heals is enough wherever the write lands."""
    session.write_bytes(FIRST + b"torn")
    real = os.write

    def tearing(fd: int, content: bytes) -> int:
        with session.open("ab") as client:
            client.write(b" more")
        return real(fd, content)

    with replaced("write", tearing):
        done = append_lines(session, [b'{"n":3}'])
    assert session.read_bytes() == FIRST + b'torn more\n{"n":3}\n'
    assert (done.start, done.healed) == (len(FIRST) + 10, True)


def test_line_that_is_being_written_is_not_taken_for_a_torn_one(session: Path) -> None:
    """Half a line whose rest arrives a moment later needs no newline to keep it apart."""
    session.write_bytes(FIRST + b'{"n":')

    def meanwhile(_: float) -> None:
        with session.open("ab") as client:
            client.write(b"7}\n")

    with replaced("sleep", meanwhile, time):
        done = append_lines(session, [b'{"n":3}'])
    assert not done.healed
    assert session.read_bytes() == FIRST + b'{"n":7}\n{"n":3}\n'


def test_replaced_file_is_noticed_and_appended_to(session: Path) -> None:
    """An appender with the old file still open writes to the new one and says so."""
    with SessionAppender(session) as appender:
        appender.append([b'{"n":3}'])
        session.with_name("new").write_bytes(b'{"n":9}\n')
        session.with_name("new").replace(session)
        done = appender.append([b'{"n":4}'])
        assert (done.interleaved, done.replaced, done.start) == (True, True, 8)
        assert appender.append([b'{"n":5}']).interleaved is False
    assert numbers(session.read_bytes()) == [9, 4, 5]


def test_deleted_file_is_made_anew_and_told(session: Path) -> None:
    """Nothing is written into a file without a name."""
    with SessionAppender(session) as appender:
        appender.append([b'{"n":3}'])
        session.unlink()
        done = appender.append([b'{"n":4}'])
        appender.sync()
    assert (done.interleaved, done.replaced) == (True, True)
    assert session.read_bytes() == b'{"n":4}\n'
    assert mode(session) == 0o600


def test_truncated_file_is_noticed(session: Path) -> None:
    """An appender tells of a file that became shorter."""
    with SessionAppender(session) as appender:
        appender.append([b'{"n":3}'])
        os.truncate(session, 8)
        done = appender.append([b'{"n":4}'])
    assert (done.interleaved, done.replaced) == (True, True)
    assert numbers(session.read_bytes()) == [1, 4]


def test_closed_appender_opens_again(session: Path) -> None:
    """Closing twice, syncing nothing and going on later all work."""
    appender = SessionAppender(session)
    appender.sync()
    appender.append([b'{"n":3}'])
    appender.close()
    appender.close()
    done = appender.append([b'{"n":4}'])
    appender.close()
    assert done.interleaved is False
    assert numbers(session.read_bytes()) == [1, 2, 3, 4]


def test_new_name_is_synced_once(tmp_path: Path) -> None:
    """The first sync of a new file brings its folder to the disk, too, later ones do not."""
    synced: list[bool] = []

    def noting(fd: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(fd).st_mode))

    with SessionAppender(tmp_path / "new") as appender, replaced("fsync", noting):
        appender.append([b"x"])
        appender.sync()
        appender.append([b"y"], sync=True)
    assert synced == [False, True, False]


def test_file_replaced_again_and_again_is_given_up(
    session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless race ends in an error."""
    monkeypatch.setattr(writer, "is_named", lambda *_: False)
    with pytest.raises(WriteFailedError, match="again and again"):
        append_lines(session, [b"x"])
    assert session.read_bytes() == FIRST


def test_lock_held_for_ever_is_given_up(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that hangs with the lock held gives an error, not another hanging program."""
    held = private_files.open_existing(session)
    lock.acquire(held)
    real = lock.acquire
    monkeypatch.setattr(lock, "acquire", lambda fd: real(fd, patience=0.01))
    with pytest.raises(WriteFailedError, match="locked"):
        append_lines(session, [b"x"])
    os.close(held)
    append_lines(session, [b'{"n":3}'])
    assert numbers(session.read_bytes()) == [1, 2, 3]


# Replacing


@pytest.mark.parametrize("new", [b"new\n", b"", b"x" * 3_000_000])
def test_expected_content_is_replaced(session: Path, new: bytes) -> None:
    """With the right hash the file holds the new bytes, and nothing else is in the folder."""
    replace_file(session, new, expected_sha256=sha(FIRST).upper())
    assert session.read_bytes() == new
    assert list(session.parent.iterdir()) == [session]


def test_new_content_may_come_in_pieces_read_from_the_old(session: Path) -> None:
    """The old file can be read while the new one is written."""

    def edited() -> Iterator[bytes]:
        with session.open("rb") as lines:
            for line in lines:
                yield line.replace(b"2", b"two")

    replace_file(session, edited(), expected_sha256=sha256_of(session))
    assert session.read_bytes() == b'{"n":1}\n{"n":two}\n'


def test_changed_file_is_not_replaced(session: Path) -> None:
    """Other bytes than expected stay, whoever wrote them."""
    with pytest.raises(FileChangedError):
        replace_file(session, b"new\n", expected_sha256=sha(b"something else"))
    assert session.read_bytes() == FIRST
    assert list(session.parent.iterdir()) == [session]


def test_missing_file_is_not_what_was_expected(tmp_path: Path) -> None:
    """A file that vanished has changed."""
    with pytest.raises(FileChangedError):
        replace_file(tmp_path / "gone", b"new\n", expected_sha256=sha(FIRST))
    assert list(tmp_path.iterdir()) == []


def test_existing_file_is_not_created(session: Path) -> None:
    """Where no file is expected, none may be there."""
    with pytest.raises(FileChangedError):
        replace_file(session, b"new\n", expected_sha256=None)
    assert session.read_bytes() == FIRST


def test_new_file_is_created(tmp_path: Path) -> None:
    """Without a file and with none expected there is one afterwards; keep has nothing to keep."""
    path = tmp_path / "a" / "b"
    replace_file(path, [b"ne", b"w\n"], expected_sha256=None, keep=tmp_path / "keep")
    assert path.read_bytes() == b"new\n"
    assert sorted(tmp_path.rglob("*")) == [path.parent, path]


def test_file_that_appears_while_ours_is_written_stays(tmp_path: Path) -> None:
    """Who takes the name first keeps it."""
    path = tmp_path / "file"

    def slow() -> Iterator[bytes]:
        yield b"ours"
        path.write_bytes(b"theirs")

    with pytest.raises(FileChangedError):
        replace_file(path, slow(), expected_sha256=None)
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_lines_of_a_client_without_lock_stop_the_replace(session: Path) -> None:
    """A line that comes while the new content is written is not lost."""

    def slow() -> Iterator[bytes]:
        yield b"new\n"
        with session.open("ab") as client:
            client.write(b'{"n":3}\n')

    with pytest.raises(FileChangedError):
        replace_file(session, slow(), expected_sha256=sha(FIRST))
    assert session.read_bytes() == FIRST + b'{"n":3}\n'
    assert list(session.parent.iterdir()) == [session]


def test_line_of_the_last_moment_is_carried_over(session: Path) -> None:
    """A line written between the last look and the swap stands in the new file."""
    real = os.replace

    def late(source: Path, target: Path) -> None:
        with session.open("ab") as client:
            client.write(b'{"n":3}\n')
        real(source, target)

    with replaced("replace", late):
        replace_file(session, b"new\n", expected_sha256=sha(FIRST))
    assert session.read_bytes() == b'new\n{"n":3}\n'


def test_old_bytes_are_kept(session: Path) -> None:
    """The kept file holds the old bytes and is private, whatever the old mode was."""
    session.chmod(0o644)
    keep = session.parent / "kept" / "1"
    replace_file(session, b"new\n", expected_sha256=sha(FIRST), keep=keep)
    assert (session.read_bytes(), keep.read_bytes()) == (b"new\n", FIRST)
    assert (mode(session), mode(keep), mode(keep.parent)) == (0o644, 0o600, 0o700)


@pytest.mark.parametrize("links", [True, False], ids=["link", "copy"])
def test_every_step_is_on_the_disk_before_the_next(session: Path, *, links: bool) -> None:
    """New bytes, kept bytes and their name are synced before the swap, the swap after it."""
    steps: list[str] = []
    keep = session.parent / "kept" / "1"
    real_link, real_replace = os.link, os.replace

    def sync(fd: int) -> None:
        status = os.fstat(fd)
        folders = {keep.parent.stat().st_ino: "kept folder", session.parent.stat().st_ino: "folder"}
        kinds = {len(FIRST): "kept", 4: "new"}
        is_folder = stat.S_ISDIR(status.st_mode)
        steps.append(f"sync {folders[status.st_ino] if is_folder else kinds[status.st_size]}")

    def link(*paths: Path) -> None:
        steps.append("link")
        if not links:
            raise OSError(errno.EXDEV, "other file system")
        real_link(*paths)

    def replace(*paths: Path) -> None:
        steps.append("swap")
        real_replace(*paths)

    keep.parent.mkdir()
    with replaced("fsync", sync), replaced("link", link), replaced("replace", replace):
        replace_file(session, b"new\n", expected_sha256=sha(FIRST), keep=keep)
    copy = [] if links else ["sync kept"]
    assert steps == ["sync new", "link", *copy, "sync kept folder", "swap", "sync folder"]


def test_other_file_in_the_place_stops_the_replace(session: Path) -> None:
    """A file that another program puts there while ours is written stays."""

    def slow() -> Iterator[bytes]:
        yield b"new\n"
        session.rename(session.with_name("old"))
        session.write_bytes(FIRST)

    with pytest.raises(FileChangedError):
        replace_file(session, slow(), expected_sha256=sha(FIRST))
    assert session.read_bytes() == FIRST
    assert {p.name for p in session.parent.iterdir()} == {"session.jsonl", "old"}


def test_file_is_not_kept_in_itself(session: Path) -> None:
    """Keeping the old bytes in the file that is replaced would lose them."""
    link = session.with_name("link")
    link.symlink_to(session)
    for keep in (session, link):
        with pytest.raises(WriteFailedError, match="to be replaced"):
            replace_file(session, b"new\n", expected_sha256=sha(FIRST), keep=keep)
    assert session.read_bytes() == FIRST


def test_link_stays_and_its_target_is_replaced(session: Path, tmp_path: Path) -> None:
    """The file behind the link is replaced, in its own folder."""
    link = tmp_path / "elsewhere" / "link"
    link.parent.mkdir()
    link.symlink_to(session)
    replace_file(link, b"new\n", expected_sha256=sha(FIRST))
    assert link.is_symlink()
    assert session.read_bytes() == b"new\n"


def test_failing_source_of_new_content_changes_nothing(session: Path) -> None:
    """An error of the caller's own comes through, and no temporary file is left."""

    def broken() -> Iterator[bytes]:
        yield b"new"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        replace_file(session, broken(), expected_sha256=sha(FIRST))
    assert session.read_bytes() == FIRST
    assert list(session.parent.iterdir()) == [session]


def test_appender_that_waited_writes_to_the_new_file(session: Path) -> None:
    """An append that comes during a replace waits for it and lands behind the new content."""
    answers: list[Appended] = []
    appender = SessionAppender(session)
    appender.append([b'{"n":3}'])
    thread = threading.Thread(target=lambda: answers.append(appender.append([b'{"n":4}'])))

    def slow() -> Iterator[bytes]:
        yield b'{"n":8}\n'
        thread.start()
        thread.join(0.05)
        yield b'{"n":9}\n'

    replace_file(session, slow(), expected_sha256=sha(FIRST + b'{"n":3}\n'))
    thread.join()
    appender.close()
    assert session.read_bytes() == b'{"n":8}\n{"n":9}\n{"n":4}\n'
    assert [(done.interleaved, done.replaced) for done in answers] == [(True, True)]


def test_hash_of_an_unreadable_file_is_told(tmp_path: Path) -> None:
    """A missing file has no hash."""
    with pytest.raises(UnreadableFileError):
        sha256_of(tmp_path / "gone")
