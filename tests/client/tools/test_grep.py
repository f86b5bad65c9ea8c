"""Grep: modes, pages, and what it refuses."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def _files(around: Surroundings) -> None:
    for at, name in enumerate(("a.py", "b.py", "c.js")):
        path = around.file(name, f"def {name}\nother\n")
        os.utime(path, (1000 + at, 1000 + at))


def test_files_come_newest_first(around: Surroundings) -> None:
    """The file that was changed last is named first."""
    _files(around)
    assert around.call("Grep", pattern="def").content == "Found 3 files\nc.js\nb.py\na.py"


def test_content_has_paths_and_numbers(around: Surroundings) -> None:
    """Lines come with the file and the number; the page is told."""
    _files(around)
    answer = around.call("Grep", pattern="def", output_mode="content", head_limit=1, offset=1)
    assert answer.content == (
        "b.py:1:def b.py\n\n[Showing results with pagination = limit: 1, offset: 1]"
    )
    assert answer.kept["appliedOffset"] == 1


def test_counts_are_summed(around: Surroundings) -> None:
    """Matches are counted by file and in all."""
    _files(around)
    answer = around.call("Grep", pattern="o", output_mode="count", type="py")
    assert answer.content == "a.py:1\nb.py:1\n\nFound 2 total occurrences across 2 files."


def test_a_pattern_may_look_like_an_option(around: Surroundings) -> None:
    """``-n`` and ``--`` are searched for as they are."""
    around.file("a.txt", "run -n --\n")
    for pattern in ("-n", "--"):
        assert around.call("Grep", pattern=pattern).kept["numFiles"] == 1


def test_wrong_patterns_and_places_are_told(around: Surroundings) -> None:
    """A pattern that is none is an error, not an empty answer."""
    assert "rejected the pattern" in str(around.call("Grep", pattern="(").content)
    assert "Path does not exist" in str(around.call("Grep", pattern="a", path="none").content)
    assert around.call("Grep", pattern="zzz").content == "No files found"


def test_odd_names_are_found(around: Surroundings) -> None:
    """Spaces and other scripts in names are no trouble."""
    around.file("a b \u6f6e.txt", "needle")
    assert around.call("Grep", pattern="needle").kept["filenames"] == ["a b \u6f6e.txt"]
