"""Every system call of a write may fail: it is told, and the old content is still there."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from steno.disk import replacement
from steno.disk.writer import SessionAppender, append_lines, replace_file
from steno.errors import WriteFailedError
from tests.disk import child_processes
from tests.disk.child_processes import need_small_disk, need_strace
from tests.disk.crash_child import REFUSED, record, version
from tests.disk.faults import Fault, failing, replaced, short_writes

if TYPE_CHECKING:
    from collections.abc import Callable

OLD: Final = b'{"n":1}\n{"n":2}\n'
LINES: Final = [b'{"n":3}', b'{"n":4,"pad":"........................"}']
APPENDED: Final = OLD + b"".join(line + b"\n" for line in LINES)
NEW: Final = b'{"n":"new"}\n' * 40

CALLS_OF_APPEND: Final = ("open", "fstat", "stat", "lseek", "read", "write", "fsync", "fchmod")
CALLS_OF_REPLACE: Final = (
    *CALLS_OF_APPEND, "chmod", "link", "replace",
)  # fmt: skip
CODES: Final = (errno.ENOSPC, errno.EIO)
MOST_CALLS: Final = 100


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Make a session of two lines."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(OLD)
    return path


def every_nth(run: Callable[[int], Fault]) -> int:
    """Run with the first, second, third ... call failing, until there are no more calls."""
    for nth in range(1, MOST_CALLS):
        if not run(nth).fired:
            return nth - 1
    raise AssertionError("there is no end of calls")


def refusal(write: Callable[[], object]) -> str:
    """Write, and give the message with which that is refused; nothing if it is not."""
    try:
        write()
    except WriteFailedError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("call", CALLS_OF_APPEND)
def test_append_that_fails_leaves_the_old_content(session: Path, call: str, code: int) -> None:
    """Whichever call fails, the error says why and the file is as it was."""

    def append(nth: int) -> Fault:
        session.write_bytes(OLD)
        with failing(call, nth, code) as fault:
            told = refusal(lambda: append_lines(session, LINES, sync=True))
        assert (os.strerror(code) in told) is fault.fired
        assert session.read_bytes() == (OLD if fault.fired else APPENDED)
        return fault

    assert every_nth(append) >= (0 if call == "fchmod" else 1)


@pytest.mark.parametrize("call", [*CALLS_OF_APPEND, "mkdir", "chmod"])
def test_first_append_that_fails_leaves_at_most_an_empty_file(tmp_path: Path, call: str) -> None:
    """Where there was no file, none with half a record in it appears."""

    def append(nth: int) -> Fault:
        path = tmp_path / str(nth) / "session.jsonl"
        with failing(call, nth) as fault:
            told = refusal(lambda: append_lines(path, LINES, sync=True))
        assert bool(told) is fault.fired
        content = path.read_bytes() if path.exists() else b""
        assert content == (b"" if told else APPENDED[len(OLD) :])
        return fault

    assert every_nth(append) >= (0 if call == "read" else 1)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", [1, 3, 17])
def test_short_writes_that_end_in_a_failure_are_taken_back(
    session: Path, size: int, code: int
) -> None:
    """The disk fills up in the middle of a record: nothing of it stays, at whatever byte."""

    def append(nth: int) -> Fault:
        session.write_bytes(OLD)
        with short_writes(size, fail_at=nth, code=code) as fault:
            told = refusal(lambda: append_lines(session, LINES))
        assert ("Nothing of the old content was lost" in told) is fault.fired
        assert session.read_bytes() == (OLD if fault.fired else APPENDED)
        return fault

    assert every_nth(append) == -(-len(APPENDED[len(OLD) :]) // size)


def test_torn_tail_is_as_torn_as_before_after_a_failure(session: Path) -> None:
    """The newline that heals is taken back with the rest."""
    session.write_bytes(OLD + b"torn")
    with short_writes(1, fail_at=4), pytest.raises(WriteFailedError):
        append_lines(session, LINES)
    assert session.read_bytes() == OLD + b"torn"


def test_failure_that_cannot_be_taken_back_is_told(session: Path) -> None:
    """If the file cannot be cut either, the message says so and the next append keeps apart."""
    with (
        short_writes(5, fail_at=2),
        failing("ftruncate", 1),
        pytest.raises(WriteFailedError, match="could not be taken back"),
    ):
        append_lines(session, LINES)
    assert session.read_bytes() == OLD + LINES[0][:5]
    assert append_lines(session, LINES).healed
    assert session.read_bytes() == OLD + LINES[0][:5] + b"\n" + APPENDED[len(OLD) :]


def test_interrupted_append_is_taken_back(session: Path) -> None:
    """Ctrl-C in the middle of a write leaves no half record."""
    real = os.write

    def interrupted(fd: int, content: bytes) -> int:
        real(fd, bytes(content)[:9])
        raise KeyboardInterrupt

    with replaced("write", interrupted), pytest.raises(KeyboardInterrupt):
        append_lines(session, LINES)
    assert session.read_bytes() == OLD


def test_appender_goes_on_after_a_failure(session: Path) -> None:
    """The same records can be appended again: they are there once, and no fork is told."""
    with SessionAppender(session, known_end=len(OLD)) as appender:
        for nth in (1, 2, 3):
            with short_writes(7, fail_at=nth), pytest.raises(WriteFailedError):
                appender.append(LINES)
        assert not appender.append(LINES).interleaved
    assert session.read_bytes() == APPENDED


def test_failing_sync_is_told_and_loses_nothing(session: Path) -> None:
    """Lines that may not survive a power cut are told of, and stay."""
    with SessionAppender(session) as appender:
        appender.append(LINES)
        with failing("fsync", 1), pytest.raises(WriteFailedError, match="power cut"):
            appender.sync()
    assert session.read_bytes() == APPENDED


def test_failing_close_is_told(session: Path) -> None:
    """A network disk that fails at the very end has its failure told; the lines are not cut."""
    with failing("close", 1), pytest.raises(WriteFailedError, match="power cut"):
        append_lines(session, LINES)
    assert session.read_bytes() == APPENDED


def check_replaced(folder: Path, fault: Fault, told: str) -> None:
    """Check that a replace has happened wholly or not at all, as it says."""
    session, kept = folder / "session.jsonl", folder / "kept" / "1"
    if not told:
        assert (session.read_bytes(), kept.read_bytes()) == (NEW, OLD)
    elif "is in place" in told:
        assert fault.name in {"fsync", "chmod", "fstat", "lseek", "open"}
        assert (session.read_bytes(), kept.read_bytes()) == (NEW, OLD)
    else:
        assert session.read_bytes() == OLD
        assert not kept.exists()
    assert not list(folder.glob(".steno-*"))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("call", CALLS_OF_REPLACE)
@pytest.mark.parametrize("links", [True, False], ids=["links", "copies"])
def test_replace_that_fails_leaves_the_old_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int, *, links: bool
) -> None:
    """Whichever call fails: the old content, or a message that the new one is in place."""
    monkeypatch.setattr(replacement, "CHUNK", 64)
    if not links:
        monkeypatch.setattr(os, "link", no_links)

    def replace(nth: int) -> Fault:
        folder = tmp_path / str(nth)
        (folder / "kept").mkdir(parents=True)
        session = folder / "session.jsonl"
        session.write_bytes(OLD)
        old = hashlib.sha256(OLD).hexdigest()
        pieces = [NEW[i : i + 30] for i in range(0, len(NEW), 30)]
        keep = folder / "kept" / "1"
        with failing(call, nth, code) as fault:
            told = refusal(
                lambda: replace_file(session, pieces, expected_sha256=old, keep=keep),
            )
        assert not told or (fault.fired and os.strerror(code) in told)
        check_replaced(folder, fault, told)
        return fault

    assert every_nth(replace) >= (0 if call == "read" and links else 1)


def no_links(*_: object, **__: object) -> None:
    """Refuse a hard link as a file system without them does."""
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


@pytest.mark.parametrize("call", [*CALLS_OF_REPLACE, "mkdir"])
def test_creation_that_fails_leaves_no_file(tmp_path: Path, call: str) -> None:
    """A new file is whole or not there at all."""

    def create(nth: int) -> Fault:
        path = tmp_path / str(nth) / "new"
        with failing(call, nth) as fault:
            told = refusal(lambda: replace_file(path, NEW, expected_sha256=None))
        assert path.exists() is (not told or "is in place" in told)
        assert not path.exists() or path.read_bytes() == NEW
        assert not list(path.parent.glob(".steno-*"))
        return fault

    assert every_nth(create) >= (0 if call in {"replace", "read", "lseek", "fstat"} else 1)


@pytest.mark.parametrize("size", [1, 100])
def test_replace_survives_short_writes(session: Path, size: int) -> None:
    """A disk that takes little at a time gives the same file."""
    with short_writes(size):
        replace_file(session, NEW, expected_sha256=hashlib.sha256(OLD).hexdigest())
    assert session.read_bytes() == NEW


@pytest.mark.parametrize("nth", range(1, 6))
def test_replace_that_runs_out_of_space_midway_changes_nothing(session: Path, nth: int) -> None:
    """Short writes that end in a full disk leave the old file and no temporary one."""
    with short_writes(100, fail_at=nth), pytest.raises(WriteFailedError, match="No space left"):
        replace_file(session, NEW, expected_sha256=hashlib.sha256(OLD).hexdigest())
    assert session.read_bytes() == OLD
    assert list(session.parent.iterdir()) == [session]


def test_interrupted_replace_changes_nothing(session: Path) -> None:
    """Ctrl-C before the swap leaves the old file and no temporary one."""

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with replaced("fsync", interrupted), pytest.raises(KeyboardInterrupt):
        replace_file(session, NEW, expected_sha256=hashlib.sha256(OLD).hexdigest())
    assert session.read_bytes() == OLD
    assert list(session.parent.iterdir()) == [session]


# The same with the real system calls of another process


@pytest.mark.parametrize("room", [1, 20, 110, 150, 230])
def test_file_size_limit_is_a_real_short_write(session: Path, room: int) -> None:
    """The system takes a part of the record, then no more: told, and nothing of it stays."""
    done = child_processes.run("append_limited", session, 100, len(OLD) + room)
    assert (done.returncode, session.read_bytes()) == (REFUSED, OLD)
    assert "File too large. Nothing of the old content was lost" in done.stderr


def test_enough_room_under_the_limit_is_no_failure(session: Path) -> None:
    """The limit itself refuses nothing."""
    done = child_processes.run("append_limited", session, 100, 1000)
    assert done.returncode == 0
    assert session.read_bytes() == OLD + record(1, 100) + b"\n" + record(2, 100) + b"\n"


FULL_DISK: Final = """
import sys; sys.path.insert(0, sys.argv[2])
from pathlib import Path
from crash_child import *
path, number = Path(sys.argv[1]) / "session.jsonl", 0
try:
    while True:
        append_lines(path, [record(number, 3000)]); number += 1
except WriteFailedError as error:
    assert "No space left on device" in str(error), error
lines = b"".join(record(n, 3000) + b"\\n" for n in range(number))
assert number > 5 and path.read_bytes() == lines
try:
    replace_file(path, lines + lines, expected_sha256=sha256_of(path))
except WriteFailedError as error:
    assert "No space left on device" in str(error), error
assert path.read_bytes() == lines and [p.name for p in path.parent.iterdir()] == [path.name]
print(number)
"""


def test_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    """On a real file system that is full, the file holds every record that was appended."""
    need_small_disk()
    scripts = str(child_processes.SCRIPT.parent)
    mounted = [*child_processes.SMALL_DISK, str(tmp_path)]
    done = subprocess.run(
        [*mounted, sys.executable, "-c", FULL_DISK, str(tmp_path), scripts],
        env=child_processes.environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=child_processes.PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 5


CALLS: Final = {
    # One name per architecture and library: what is not known there is left out by the "?".
    "write": "write",
    "fsync": "fsync",
    "rename": "?rename,?renameat,?renameat2",
    "fchmod": "fchmod",
    "flock": "flock",
    "link": "?link,?linkat",
    "unlink": "?unlink,?unlinkat",
    "ftruncate": "ftruncate",
}


def injections(*few: str) -> list[object]:
    """List the calls to fail and how: a few of them always, all under stress."""
    return [
        pytest.param(call, code, marks=() if call in few else pytest.mark.stress)
        for call in CALLS
        for code in ("ENOSPC", "EIO")
    ]


def failures(run: Callable[[tuple[str, ...]], bool], call: str, fault: str) -> int:
    """Make the first, second, third ... call fail until the child meets no failure; count them."""
    for nth in range(1, MOST_CALLS):
        if run(child_processes.injecting(CALLS[call], fault, nth)):
            return nth - 1
    raise AssertionError("there is no end of calls")


@pytest.mark.parametrize(("call", "code"), injections("write", "fsync"))
def test_injected_failures_of_an_append_are_told(session: Path, call: str, code: str) -> None:
    """With real system calls failing, the process says so and the file is as before."""
    need_strace()

    def append(under: tuple[str, ...]) -> bool:
        session.write_bytes(OLD)
        done = child_processes.run("append_once", session, 100, "sync", under=under)
        if done.returncode == REFUSED:
            assert session.read_bytes() == OLD
            assert "cannot write" in done.stderr
            return False
        assert session.read_bytes() == OLD + record(1, 100) + b"\n" + record(2, 100) + b"\n"
        return done.returncode == 0

    count = failures(append, call, f"error={code}")
    assert count >= (call in {"write", "fsync", "flock"})


@pytest.mark.parametrize(("call", "code"), injections("write", "fsync", "rename"))
def test_injected_failures_of_a_replace_are_told(tmp_path: Path, call: str, code: str) -> None:
    """With real system calls failing, there is the old content or the new one, never a mixture."""
    need_strace()

    def replace(under: tuple[str, ...]) -> bool:
        session, keep = fresh(tmp_path)
        done = child_processes.run("replace_once", session, 30, keep, under=under)
        if done.returncode == REFUSED and "is in place" not in done.stderr:
            assert session.read_bytes() == OLD
            assert not keep.exists()
            return False
        assert (session.read_bytes(), keep.read_bytes()) == (version(1, 30), OLD)
        return done.returncode == 0

    count = failures(replace, call, f"error={code}")
    assert count >= (call in {"write", "fsync", "rename", "fchmod", "flock"})


def fresh(folder: Path) -> tuple[Path, Path]:
    """Make a session in a folder of its own, and say where to keep it."""
    own = Path(tempfile.mkdtemp(dir=folder))
    (own / "session.jsonl").write_bytes(OLD)
    return own / "session.jsonl", own / "kept" / "1"


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, id=name, marks=() if name == "fsync" else pytest.mark.stress)
        for name, call in CALLS.items()
    ],
)
def test_kill_at_every_call_of_a_replace_leaves_one_of_both(tmp_path: Path, call: str) -> None:
    """Killed as it enters any call of this name, the process leaves the old or the new content."""
    need_strace()
    for nth in range(1, MOST_CALLS):
        session, keep = fresh(tmp_path)
        under = child_processes.injecting(call, "signal=KILL", nth)
        done = child_processes.run("replace_once", session, 30, keep, under=under)
        assert session.read_bytes() in {OLD, version(1, 30)}
        assert session.read_bytes() == OLD or keep.read_bytes() == OLD
        # Whatever the killed one left behind does not stop the next one.
        again = child_processes.run("replace_once", session, 31, keep.with_name("2"))
        assert (again.returncode, session.read_bytes()) == (0, version(1, 31))
        if done.returncode == 0:
            break
    assert nth > (call in {"write", "fsync"})
