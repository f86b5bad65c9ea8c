"""Listing folders that change or are closed."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from steno.disk import walk
from steno.disk.walk import Problem
from steno.errors import UnreadableFileError

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")


def only_entry(folder: Path) -> os.DirEntry[str]:
    """Give the one entry of a folder."""
    with os.scandir(folder) as found:
        (entry,) = found
    return entry


def test_entries_come_by_name(tmp_path: Path) -> None:
    """The order does not depend on the file system."""
    for name in ("b", "a", "c"):
        (tmp_path / name).touch()
    problems: list[Problem] = []
    assert [entry.name for entry in walk.entries(tmp_path, problems)] == ["a", "b", "c"]
    assert problems == []


def test_folder_that_is_gone_is_empty(tmp_path: Path) -> None:
    """Somebody deleted it meanwhile: nothing to tell."""
    problems: list[Problem] = []
    assert walk.entries(tmp_path / "gone", problems) == []
    assert problems == []


def test_file_in_the_place_of_a_folder_is_a_problem(tmp_path: Path) -> None:
    """It is told, and is empty."""
    (tmp_path / "file").touch()
    problems: list[Problem] = []
    assert walk.entries(tmp_path / "file", problems) == []
    assert [problem.path for problem in problems] == [tmp_path / "file"]


def test_closed_folder_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, and the walk goes on."""

    def forbid(_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "scandir", forbid)
    problems: list[Problem] = []
    assert walk.entries(tmp_path, problems) == []
    assert problems == [Problem(tmp_path, "you have no permission")]


@posix
def test_link_in_a_circle_is_a_problem(tmp_path: Path) -> None:
    """It is neither a folder nor a file, and does not hang."""
    (tmp_path / "loop").symlink_to("loop")
    problems: list[Problem] = []
    assert not walk.is_folder(only_entry(tmp_path), problems)
    assert walk.regular_file(only_entry(tmp_path), problems) is None
    assert [problem.path.name for problem in problems] == ["loop", "loop"]


@posix
def test_link_to_nothing_is_a_problem(tmp_path: Path) -> None:
    """A file that has gone is skipped, but a dangling link is told."""
    (tmp_path / "link").symlink_to("nowhere")
    problems: list[Problem] = []
    assert walk.regular_file(only_entry(tmp_path), problems) is None
    assert problems == [Problem(tmp_path / "link", "it is a link to nothing")]


@posix
def test_fifo_is_a_problem(tmp_path: Path) -> None:
    """A pipe is no transcript."""
    os.mkfifo(tmp_path / "pipe")
    problems: list[Problem] = []
    assert walk.regular_file(only_entry(tmp_path), problems) is None
    assert problems == [Problem(tmp_path / "pipe", "it is no regular file")]


def test_file_that_is_gone_is_skipped(tmp_path: Path) -> None:
    """It was listed, then deleted: nothing to tell."""

    class Gone:
        path = str(tmp_path / "gone")

        def stat(self) -> os.stat_result:
            raise FileNotFoundError

        def is_symlink(self) -> bool:
            return False

    entry: Any = Gone()
    problems: list[Problem] = []
    assert walk.regular_file(entry, problems) is None
    assert problems == []


def test_errors_are_noted_unless_the_file_has_gone(tmp_path: Path) -> None:
    """A vanished file is no problem, every other trouble is."""
    gone = UnreadableFileError(tmp_path, "there is no such file")
    gone.__cause__ = FileNotFoundError()
    problems: list[Problem] = []
    walk.note(gone, problems)
    walk.note(UnreadableFileError(Path("b"), "it is not JSON"), problems)
    assert problems == [Problem(Path("b"), "it is not JSON")]
