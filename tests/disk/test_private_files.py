"""What is created is private under every umask, and what existed stays as it was."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.disk import private_files
from tests.disk.faults import failing

if TYPE_CHECKING:
    from collections.abc import Iterator

UMASKS = [0, 0o022, 0o077, 0o177, 0o777]


@pytest.fixture(params=UMASKS, ids=oct)
def umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Run under this umask, in a folder that was made before."""
    assert tmp_path.is_dir()
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    """Give the permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def descriptors(path: Path) -> list[int]:
    """Name the descriptors of this process that hold the file, whatever else it has open."""
    held = []
    for fd in range(os.sysconf("SC_OPEN_MAX") if os.name == "posix" else 0)[:4096]:
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(fd), path.stat()):
                held.append(fd)
    return held


@pytest.mark.usefixtures("umask")
def test_new_folders_are_private(tmp_path: Path) -> None:
    """Every folder that is made is 0700, and those above it that were there are left alone."""
    tmp_path.chmod(0o755)
    private_files.make_private_folder(tmp_path / "a" / "b")
    assert [mode(p) for p in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")] == [
        0o755,
        0o700,
        0o700,
    ]


@pytest.mark.usefixtures("umask")
def test_new_files_are_private(tmp_path: Path) -> None:
    """A file that is made is 0600 and can be read and written through its descriptor."""
    fd = private_files.create_private(tmp_path / "file")
    assert os.write(fd, b"x") == 1
    os.close(fd)
    assert mode(tmp_path / "file") == 0o600


def test_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    """Opening a file that exists changes nothing about it."""
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o644)
    fd, created = private_files.open_or_create(path)
    os.close(fd)
    assert (created, mode(path)) == (False, 0o644)


def test_missing_file_is_created_where_a_link_points(tmp_path: Path) -> None:
    """A link that leads to nothing stays a link; folders on the way are made."""
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "far" / "file")
    fd, created = private_files.open_or_create(link)
    os.close(fd)
    assert created
    assert link.is_symlink()
    assert mode(tmp_path / "far" / "file") == 0o600


def test_creating_never_takes_an_existing_file(tmp_path: Path) -> None:
    """Creation is exclusive."""
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        private_files.create_private(tmp_path / "file")


def test_file_that_cannot_be_made_private_is_not_left(tmp_path: Path) -> None:
    """Where the mode cannot be set there is no file afterwards."""
    with failing("fchmod", 1), pytest.raises(OSError, match="Input/output"):
        private_files.create_private(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_only_regular_files_are_opened(tmp_path: Path, kind: str) -> None:
    """A folder or a pipe of that name is an error, and nobody waits for the pipe's other end."""
    path = tmp_path / "it"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    with pytest.raises(OSError, match=r"no regular file|directory"):
        private_files.open_existing(path)


def test_descriptor_is_closed_when_looking_at_it_fails(tmp_path: Path) -> None:
    """A failing fstat leaks no descriptor."""
    path = tmp_path / "file"
    path.touch()
    with failing("fstat", 1), pytest.raises(OSError, match="Input/output"):
        private_files.open_existing(path)
    assert not descriptors(path)


def test_file_that_comes_and_goes_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening and creating in turn ends in an error, not in a loop for ever."""

    def missing(_: Path) -> int:
        raise FileNotFoundError

    def there(_: Path) -> int:
        raise FileExistsError

    monkeypatch.setattr(private_files, "open_existing", missing)
    monkeypatch.setattr(private_files, "create_private", there)
    with pytest.raises(OSError, match="comes and goes"):
        private_files.open_or_create(tmp_path / "file")


def test_folder_that_another_process_makes_first_is_taken(tmp_path: Path) -> None:
    """Losing the race for a folder is as good as winning it; its mode is the other's affair."""
    real = os.mkdir

    def beaten(path: Path, mode: int) -> None:
        real(path, 0o755)
        real(path, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "mkdir", beaten)
        private_files.make_private_folder(tmp_path / "a")
    assert (tmp_path / "a").is_dir()


def test_top_without_folder_above_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drive that does not exist is no endless climb."""
    monkeypatch.setattr(Path, "is_dir", lambda _: False)
    private_files.make_private_folder(Path("/"))


def test_folder_sync_reports_a_broken_disk(tmp_path: Path) -> None:
    """An error of the disk is told, a file system that syncs no folders is not one."""
    with failing("fsync", 1, errno.EIO), pytest.raises(OSError, match="Input/output"):
        private_files.sync_folder(tmp_path)
    with failing("fsync", 1, errno.EINVAL) as fault:
        private_files.sync_folder(tmp_path)
    assert fault.fired


def test_locked_file_is_private_and_for_one_alone(tmp_path: Path) -> None:
    """Who comes second waits as long as asked, leaks nothing, and gets it once it is free."""
    path = tmp_path / "one.lock"
    first = private_files.open_locked(path)
    assert mode(path) == 0o600
    with pytest.raises(TimeoutError):
        private_files.open_locked(path, patience=0)
    assert descriptors(path) == [first], "the descriptor of the one who gave up is closed"
    os.close(first)
    os.close(private_files.open_locked(path, patience=0))
    assert path.exists()
