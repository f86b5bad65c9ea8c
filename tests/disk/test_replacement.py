"""Temporary files vanish, old bytes are kept until they are not needed, names are claimed once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
from typing import TYPE_CHECKING

import pytest

from steno.disk import replacement
from steno.errors import FileChangedError
from tests.disk.faults import failing, replaced, short_writes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import FileIO
    from pathlib import Path

OLD = b"old\n"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Make a file to be replaced."""
    path = tmp_path / "target"
    path.write_bytes(OLD)
    return path


@contextlib.contextmanager
def keeping(target: Path, keep: Path, expected: bytes = OLD) -> Iterator[None]:
    """Keep the file's bytes as a replace does."""
    with (
        target.open("rb", buffering=0) as old,
        replacement.kept(old, target, keep, hashlib.sha256(expected).hexdigest()),
    ):
        yield


def test_temporary_file_is_private_and_gone_afterwards(tmp_path: Path) -> None:
    """It is 0600, looks like no transcript, and leaves nothing behind."""
    with replacement.temporary(tmp_path) as (path, file):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert not path.name.endswith((".jsonl", ".json"))
        file.write(b"x")
    assert list(tmp_path.iterdir()) == []


def test_temporary_file_is_gone_after_a_failure(tmp_path: Path) -> None:
    """An error inside leaves nothing behind either."""
    with pytest.raises(KeyboardInterrupt), replacement.temporary(tmp_path):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_the_killed_are_swept(tmp_path: Path) -> None:
    """Old temporary files go, young ones may belong to somebody, other files are no business."""
    old, young, other = (tmp_path / n for n in (".steno-1.tmp", ".steno-2.tmp", ".other.tmp"))
    for path in (old, young, other):
        path.touch()
    long_ago = time.time() - replacement.STALE_AFTER - 60
    os.utime(old, (long_ago, long_ago))
    os.utime(other, (long_ago, long_ago))
    replacement.sweep(tmp_path)
    assert set(tmp_path.iterdir()) == {young, other}


def test_leftover_that_resists_stops_nobody(tmp_path: Path) -> None:
    """Sweeping is a courtesy: a failure in it is none of the replace."""
    old = tmp_path / ".steno-1.tmp"
    old.touch()
    os.utime(old, (0, 0))
    with failing("unlink", 1) as fault:
        replacement.sweep(tmp_path)
    assert fault.fired
    assert old.exists()


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_chunks_are_written_together_and_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """Small chunks are joined, all of them arrive, short writes or not."""
    monkeypatch.setattr(replacement, "CHUNK", 64)
    content = bytes(range(256)) * 4
    pieces = [content[i : i + chunk] for i in range(0, len(content), chunk)]
    with replacement.temporary(tmp_path) as (path, file):
        with short_writes(50) as counted:
            replacement.fill(file, pieces)
        assert path.read_bytes() == content
    assert counted.calls < len(content) / 7


def owner_of(uid: int, gid: int, mode: int) -> os.stat_result:
    """Make the status of a file of somebody."""
    return os.stat_result((stat.S_IFREG | mode, 0, 0, 1, uid, gid, 0, 0, 0, 0))


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o400])
def test_new_file_takes_over_the_mode(tmp_path: Path, mode: int) -> None:
    """The mode of the old file stays what it was."""
    with replacement.temporary(tmp_path) as (path, file):
        replacement.take_over_permissions(file, owner_of(os.getuid(), os.getgid(), mode))
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_new_file_takes_over_the_owner(tmp_path: Path) -> None:
    """Whoever runs us, the file still belongs to whom it belonged."""
    asked = []
    with (
        replacement.temporary(tmp_path) as (path, file),
        replaced("fchown", lambda _, uid, gid: asked.append((uid, gid))),
    ):
        replacement.take_over_permissions(file, owner_of(1234, 5678, 0o640))
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert asked == [(1234, 5678)]


def test_mode_is_narrowed_where_the_owner_cannot_stay(tmp_path: Path) -> None:
    """Rights of a group are not handed to another group."""
    with replacement.temporary(tmp_path) as (path, file), failing("fchown", 1):
        replacement.take_over_permissions(file, owner_of(1234, 5678, 0o664))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_old_bytes_are_kept_by_a_link(tmp_path: Path, target: Path) -> None:
    """Keeping costs no copy, and the folder for it is made."""
    keep = tmp_path / "kept" / "1"
    with keeping(target, keep):
        assert keep.samefile(target)
    assert keep.read_bytes() == OLD


def test_old_bytes_are_copied_where_no_link_can_be(tmp_path: Path, target: Path) -> None:
    """On another file system the kept file is a private copy."""
    keep = tmp_path / "kept"
    with failing("link", 1), keeping(target, keep):
        assert not keep.samefile(target)
    assert keep.read_bytes() == OLD
    assert stat.S_IMODE(keep.stat().st_mode) == 0o600


@pytest.mark.parametrize("call", ["write", "fsync", "read", "lseek"])
def test_copy_that_fails_is_not_left(tmp_path: Path, target: Path, call: str) -> None:
    """Half a copy is removed and the failure told."""
    with failing("link", 1), failing(call, 1), pytest.raises(OSError, match="Input/output"):
        with_kept(target, tmp_path / "kept")
    assert list(tmp_path.iterdir()) == [target]


def with_kept(
    target: Path, keep: Path, then: BaseException | None = None, *, new: bytes | None = None
) -> None:
    """Keep the file's bytes, perhaps put others (none: no file) in their place, and fail."""
    with keeping(target, keep):
        if new is not None:
            target.unlink()
        if new:
            target.write_bytes(new)
        if then:
            raise then


def test_kept_bytes_go_when_the_swap_fails(tmp_path: Path, target: Path) -> None:
    """A failure before the swap leaves no trace."""
    with pytest.raises(OSError, match="no"):
        with_kept(target, tmp_path / "kept", OSError("no"))
    assert list(tmp_path.iterdir()) == [target]


def test_kept_bytes_stay_when_the_swap_was_done(tmp_path: Path, target: Path) -> None:
    """An interrupt after the swap does not take the last copy of the old bytes away."""
    keep = tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        with_kept(target, keep, KeyboardInterrupt(), new=b"new\n")
    assert target.read_bytes() == b"new\n"
    assert keep.read_bytes() == OLD


def test_kept_bytes_stay_when_the_target_vanished(tmp_path: Path, target: Path) -> None:
    """Where the old name is gone, the kept one is all there is."""
    keep = tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        with_kept(target, keep, KeyboardInterrupt(), new=b"")
    assert not target.exists()
    assert keep.read_bytes() == OLD


def test_same_bytes_kept_before_are_good_enough(tmp_path: Path, target: Path) -> None:
    """A second attempt finds what the first one kept, and a failure does not remove that."""
    keep = tmp_path / "kept"
    keep.write_bytes(OLD)
    with pytest.raises(OSError, match="no"):
        with_kept(target, keep, OSError("no"))
    assert keep.read_bytes() == OLD


def test_other_bytes_kept_before_are_never_overwritten(tmp_path: Path, target: Path) -> None:
    """Somebody else's kept bytes stop the replace."""
    keep = tmp_path / "kept"
    keep.write_bytes(b"something else")
    with pytest.raises(OSError, match="holds something else"):
        with_kept(target, keep)
    assert keep.read_bytes() == b"something else"


def test_name_is_claimed_only_once(tmp_path: Path, target: Path) -> None:
    """A name that is taken is not taken again, with hard links or without."""
    new = tmp_path / "new"
    new.write_bytes(b"new\n")
    with pytest.raises(FileChangedError):
        replacement.claim(new, target)
    with failing("link", 1), pytest.raises(FileChangedError):
        replacement.claim(new, target)
    assert target.read_bytes() == OLD


def test_name_is_claimed_without_hard_links(tmp_path: Path) -> None:
    """Where there are none the file is moved over an empty one that holds the name."""
    new = tmp_path / "new"
    new.write_bytes(b"new\n")
    with failing("link", 1):
        replacement.claim(new, tmp_path / "name")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("name", b"new\n")]


def open_both(target: Path, new: bytes) -> tuple[FileIO, FileIO]:
    """Open an old and a new file for appending."""
    beside = target.with_name("new")
    beside.write_bytes(new)
    return target.open("r+b", buffering=0), beside.open("a+b", buffering=0)


@pytest.mark.parametrize("new", [b"new\n", b"new without end"])
def test_late_lines_are_carried_over(target: Path, new: bytes) -> None:
    """What came at the last moment stands on a line of its own behind the new content."""
    old, fresh = open_both(target, new)
    with old, fresh, target.open("ab") as other:
        other.write(b"late\n")
        other.flush()
        replacement.carry_over(old, fresh, len(OLD))
    assert target.with_name("new").read_bytes() == new.rstrip(b"\n") + b"\nlate\n"


def test_nothing_late_adds_nothing(target: Path) -> None:
    """Without late lines, or with the old file closed before, the new content stays as it is."""
    old, fresh = open_both(target, b"new")
    with fresh:
        with old:
            replacement.carry_over(old, fresh, len(OLD))
        replacement.carry_over(old, fresh, len(OLD))
    assert target.with_name("new").read_bytes() == b"new"


def swapping(target: Path, known: os.stat_result) -> bool:
    """Swap a new file in, and tell whether both files were open then."""
    old, fresh = open_both(target, b"new\n")
    with old, fresh:
        replacement.swap(target.with_name("new"), fresh, target, old, known)
        return not old.closed and not fresh.closed


def test_swap_replaces_under_the_lock(target: Path) -> None:
    """Both files are still open, so the lock is held, when the name changes hands."""
    assert swapping(target, target.stat()) is True
    assert target.read_bytes() == b"new\n"


def test_swap_closes_first_where_open_files_cannot_be_replaced(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Windows has it: close, then replace."""
    monkeypatch.setattr(replacement, "_REPLACES_OPEN_FILES", False)
    assert swapping(target, target.stat()) is False
    assert target.read_bytes() == b"new\n"


def test_swap_refuses_a_file_that_was_touched(target: Path) -> None:
    """Another size or another time of change means that somebody wrote."""
    known = target.stat()
    os.utime(target, ns=(0, known.st_mtime_ns + 1))
    with pytest.raises(FileChangedError):
        swapping(target, known)
    target.write_bytes(b"longer than before\n")
    os.utime(target, ns=(0, known.st_mtime_ns))
    with pytest.raises(FileChangedError):
        swapping(target, known)
    assert target.read_bytes() == b"longer than before\n"
