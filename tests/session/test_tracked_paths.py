"""The absolute paths of files that snapshots name relative to a project."""

from __future__ import annotations

import pytest

from steno.disk import layout
from steno.session.tracked_paths import TrackedPaths, is_absolute, joined


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/home/mira/ebb", True),
        ("C:\\ebb", True),
        ("D:/ebb", True),
        ("\\\\server\\ebb", True),
        ("src/ebb.py", False),
        ("..\\ebb", False),
        ("", False),
    ],
)
def test_paths_of_every_system_are_told_apart(path: str, expected: bool) -> None:
    """A transcript may come from another machine."""
    assert is_absolute(path) is expected


@pytest.mark.parametrize(
    ("folder", "path", "expected"),
    [
        ("/home/mira", "src/ebb.py", "/home/mira/src/ebb.py"),
        ("/", "ebb.py", "/ebb.py"),
        ("D:\\ebb", "src\\a.py", "D:\\ebb\\src\\a.py"),
        ("/home/mira", "/etc/hosts", "/etc/hosts"),
    ],
)
def test_paths_are_joined_as_their_system_does(folder: str, path: str, expected: str) -> None:
    """With its own separator, and only where they are relative."""
    assert joined(folder, path) == expected


def test_the_backups_name_tells_the_folder() -> None:
    """Of several folders the one counts whose path gives the hash in the name."""
    paths = TrackedPaths(["/home/mira/ebb", "/home/mira/ebb/docs", "/home/mira/ebb"])
    assert paths.absolute("other.md") == "/home/mira/ebb/other.md"
    paths.learn("notes.md", layout.backup_name("/home/mira/ebb/docs/notes.md", 2))
    paths.learn("notes.md", layout.backup_name("/elsewhere/notes.md", 3))
    paths.learn("strange.md", "no backup's name")
    assert paths.absolute("notes.md") == "/home/mira/ebb/docs/notes.md"
    assert paths.absolute("strange.md") == "/home/mira/ebb/strange.md"


def test_a_hash_that_fits_no_folder_changes_nothing() -> None:
    """Scrubbed transcripts have other paths than those that were hashed."""
    paths = TrackedPaths(["/home/mira/ebb"])
    paths.learn("a.py", layout.backup_name("/secret/a.py", 1))
    assert paths.absolute("a.py") == "/home/mira/ebb/a.py"


def test_without_a_folder_the_path_stays_as_it_is() -> None:
    """Nothing says where it lies."""
    assert TrackedPaths([]).absolute("a.py") == "a.py"
