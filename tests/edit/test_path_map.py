"""Paths of one place or machine as those of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from steno.edit.path_map import PathMap, absolute, is_below, parsed
from steno.errors import UsageError
from tests.edit.projects import names, paths

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("pairs", "path", "expected"),
    [
        ([("/a", "/b")], "/a", "/b"),
        ([("/a", "/b")], "/a/x/y", "/b/x/y"),
        ([("/a", "/b")], "/ab", "/ab"),
        ([("/a", "/b")], "a", "a"),
        ([("/a/", "/b/")], "/a/x", "/b/x"),
        ([("/a", "/b"), ("/a/x", "/c")], "/a/x/y", "/c/y"),
        ([("/", "/root")], "/x", "/root/x"),
        ([("/root", "/")], "/root/x", "/x"),
        ([("/root", "/")], "/root", "/"),
        ([(r"C:\work", "/work")], r"C:\work\a\b", "/work/a/b"),
        ([("/work", r"C:\work")], "/work/a/b", r"C:\work\a\b"),
        ([("/a", "/a")], "/a/x", "/a/x"),
    ],
)
def test_what_lies_below_an_old_folder_lies_below_the_new_one(
    pairs: list[tuple[str, str]], path: str, expected: str
) -> None:
    """The longest pair counts, and only whole names do."""
    assert PathMap.of(pairs).map(path) == expected


def test_map_without_pairs_is_none() -> None:
    """Also one whose pairs change nothing."""
    assert not PathMap.of([])
    assert not PathMap.of([("/a", "/a/")])
    assert PathMap.of([("/a", "/b")])


@given(old=paths, new=paths, name=names)
def test_there_and_back_is_the_same(old: str, new: str, name: str) -> None:
    """For whatever lies below the old folder."""
    there, back = PathMap.of([(old, new)]), PathMap.of([(new, old)])
    for path in (old, f"{old}/{name}"):
        assert is_below(there.map(path), new)
        assert back.map(there.map(path)) == path


def test_typed_paths_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From where the user stands, or from his own folder; those of other systems are so already."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/me")
    assert absolute("x/../y/") == str(tmp_path / "y")
    assert absolute("~/x") == "/home/me/x"
    assert absolute("C:\\work\\") == "C:\\work"
    with pytest.raises(UsageError, match="empty"):
        absolute("")


def test_pairs_are_read() -> None:
    """Both sides have to be there."""
    assert parsed("/a=/b/") == ("/a", "/b")
    for text in ("/a", "/a=", "=/b", "="):
        with pytest.raises(UsageError, match="OLD=NEW"):
            parsed(text)
