"""Tests of the border around a project: what is inside, and what is in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from steno.edit.project_files import (
    inside,
    look,
    missing_folders,
    new_mode,
    refusal,
    root_of,
)
from steno.errors import UsageError


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("/work/a.txt", ("a.txt",)),
        ("/work//src/b.py", ("src", "b.py")),
        ("/work", None),
        ("/worked/a.txt", None),
        ("/etc/passwd", None),
        ("/work/../etc/passwd", None),
        ("/work/./a", None),
        ("a.txt", None),
    ],
)
def test_only_what_is_below_the_project_is_inside(path: str, steps: tuple[str, ...]) -> None:
    """By the words of the paths: nothing is looked up on the disk."""
    assert inside("/work", path) == steps


def test_windows_paths_are_parted_at_their_own_separators() -> None:
    """So that a session of Windows can be restored below another folder."""
    assert inside("C:\\work", "C:\\work\\src\\a.txt") == ("src", "a.txt")
    assert inside("C:\\work", "D:\\work\\a.txt") is None


@pytest.mark.parametrize("name", [".git", ".hg", ".svn"])
def test_version_control_is_left_alone(tmp_path: Path, name: str) -> None:
    """What lies there decides what other programs run."""
    assert refusal(tmp_path, ("sub", name, "hooks", "x")) == "it belongs to version control"


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_and_odd_files_are_in_the_way(tmp_path: Path) -> None:
    """A missing file is not."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    assert refusal(tmp_path, ("new", "file")) is None
    assert refusal(tmp_path, ("file",)) is None
    assert refusal(tmp_path, ("link",)) == "a link stands there"
    assert refusal(tmp_path, ("link", "x")) == f"{tmp_path / 'link'} on the way to it is a link"
    assert refusal(tmp_path, ("folder",)) == "it is no regular file"
    assert refusal(tmp_path, ("file", "x")) == f"{tmp_path / 'file'} on the way to it is no folder"
    assert refusal(tmp_path, ("a\0b",)) == "it is no name that a file can have here"


def test_look_gives_content_and_mode(tmp_path: Path) -> None:
    """Or that there is nothing."""
    assert look(tmp_path / "none").content is None
    path = tmp_path / "file"
    path.write_bytes(b"words")
    path.chmod(0o640)
    assert look(path).content == b"words"
    assert look(path).mode == path.stat().st_mode & 0o7777


def test_long_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that big is source code."""
    monkeypatch.setattr("steno.edit.project_files.MOST_BYTES", 1 << 20)
    (tmp_path / "long").write_bytes(b"x" * ((1 << 20) + 1))
    with pytest.raises(UsageError, match="longer than 1 MiB"):
        look(tmp_path / "long")


def test_root_is_never_a_whole_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transcript that claims so would reach all that the user has."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "user"))
    (tmp_path / "user" / "work").mkdir(parents=True)
    assert root_of(str(tmp_path / "user" / "work"), None) == (tmp_path / "user" / "work").resolve()
    for project in (tmp_path / "user", tmp_path, Path(tmp_path.anchor)):
        with pytest.raises(UsageError, match="holds your whole home"):
            root_of(str(project), None)
    with pytest.raises(UsageError, match="no line tells which folder"):
        root_of(None, None)
    assert root_of(None, tmp_path) == tmp_path.resolve()


def test_folders_that_are_missing_come_from_the_top(tmp_path: Path) -> None:
    """So they can be made in this order."""
    root = tmp_path / "new"
    found = missing_folders(root, [root / "a" / "b" / "file"])
    assert found == [root, root / "a", root / "a" / "b"]
    assert missing_folders(root, []) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_new_files_have_the_usual_mode() -> None:
    """That of the umask, which stays as it is."""
    before = os.umask(0o027)
    try:
        assert new_mode(is_executable=False) == 0o640
        assert new_mode(is_executable=True) == 0o750
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
