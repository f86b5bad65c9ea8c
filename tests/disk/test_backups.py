"""Copies of files from before a change."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from steno.disk import layout
from steno.disk.backups import backups_of, find_backup
from steno.disk.discover import Home
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.walk import Problem

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")

FILE = "/home/ann/a.py"


def make(home: Path, name: str, content: bytes = b"old") -> Path:
    """Write one backup of session ``s``."""
    folder = home / "file-history" / "s"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return folder / name


def test_backups_are_listed_by_file_and_version(tmp_path: Path) -> None:
    """Version ten comes after nine; other files are none."""
    for version in (10, 9, 1):
        make(tmp_path, layout.backup_name(FILE, version))
    make(tmp_path, "readme.txt")
    backups = backups_of(Home(tmp_path), "s")
    assert [backup.version for backup in backups] == [1, 9, 10]
    assert all(backup.is_of(FILE) for backup in backups)
    assert not backups[0].is_of("/home/ann/b.py")


def test_backup_is_read_up_to_a_limit(tmp_path: Path) -> None:
    """The bytes come back as they are."""
    name = layout.backup_name(FILE, 1)
    make(tmp_path, name, b"\xff\x00old")
    backup = find_backup(Home(tmp_path), "s", name)
    assert backup is not None
    assert backup.size == 5
    assert backup.read().content == b"\xff\x00old"
    assert backup.read(2).truncated


@pytest.mark.parametrize("name", ["../s/x", "", "0123456789abcdef@v1"])
def test_name_that_is_not_there_is_not_found(tmp_path: Path, name: str) -> None:
    """A snapshot may name anything."""
    make(tmp_path, layout.backup_name(FILE, 1))
    assert find_backup(Home(tmp_path), "s", name) is None


@pytest.mark.parametrize("session_id", ["missing", "..", "a/../s"])
def test_session_without_backups_has_none(tmp_path: Path, session_id: str) -> None:
    """A missing folder is no problem, and an id never leaves its place."""
    make(tmp_path, layout.backup_name(FILE, 1))
    (tmp_path / "file-history" / "a").mkdir()
    problems: list[Problem] = []
    assert backups_of(Home(tmp_path), session_id, problems) == ()
    assert problems == []


@posix
def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither a linked folder nor a linked backup, not even one that became a link later."""
    home = Home(tmp_path)
    path = make(tmp_path, layout.backup_name(FILE, 1))
    (backup,) = backups_of(home, "s")
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    with pytest.raises(UnreadableFileError):
        backup.read()
    assert backups_of(home, "s") == ()
    make(tmp_path, layout.backup_name(FILE, 2))
    (tmp_path / "file-history" / "t").symlink_to(tmp_path / "file-history" / "s")
    assert len(backups_of(home, "s")) == 1
    assert backups_of(home, "t") == ()
