"""Glob: names, order, limits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_files_come_oldest_first_and_hidden_ones_too(around: Surroundings) -> None:
    """Files are in the order of their changes; nothing is hidden or ignored."""
    for at, name in enumerate(("src/b.py", ".a.py", "c.py")):
        os.utime(around.file(name), (1000 + at, 1000 + at))
    around.file(".gitignore", "c.py")
    assert around.call("Glob", pattern="*.py").content == "src/b.py\n.a.py\nc.py"


def test_an_absolute_pattern_says_where(around: Surroundings) -> None:
    """The folder is taken from the pattern."""
    around.file("src/b.py")
    answer = around.call("Glob", pattern=f"{around.root}/src/*.py")
    assert answer.content == "src/b.py"


def test_too_many_files_are_cut_and_told(around: Surroundings) -> None:
    """A hundred are listed, the rest is counted."""
    for number in range(103):
        around.file(f"{number:03}.x")
    answer = around.call("Glob", pattern="*.x")
    assert (answer.kept["numFiles"], answer.kept["totalMatches"]) == (100, 103)
    assert "Showing 100 of 103 matching files; 3 more" in str(answer.content)


def test_folders_that_are_none_are_told(around: Surroundings) -> None:
    """A missing folder and a file are refused."""
    around.file("a")
    assert "Directory does not exist" in str(around.call("Glob", pattern="*", path="no").content)
    assert "not a directory" in str(around.call("Glob", pattern="*", path="a").content)
    assert around.call("Glob", pattern="*.none").content == "No files found"


def test_hidden_files_are_not_named(around: Surroundings) -> None:
    """What the rules hide is left out, and not counted."""
    around.file("a.txt")
    around.file(".env")
    around.context.hides = lambda tool, path: (tool, path.name) == ("Glob", ".env")
    answer = around.call("Glob", pattern="*")
    assert (answer.content, answer.kept["totalMatches"]) == ("a.txt", 1)
