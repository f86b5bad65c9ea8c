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


def test_nothing_of_hidden_files_is_shown(around: Surroundings) -> None:
    """What the rules hide is neither named nor counted nor quoted, in any mode."""
    around.file("a.txt", "x\nneedle\n")
    around.file("hidden.txt", "needle too\n")
    around.context.hides = lambda tool, path: (tool, path.name) == ("Grep", "hidden.txt")
    content = around.call("Grep", pattern="needle", output_mode="content", **{"-B": 1})
    assert content.content == "a.txt-1-x\na.txt:2:needle"
    bare = around.call("Grep", pattern="needle", output_mode="content", **{"-n": False})
    assert bare.content == "a.txt:needle"
    count = around.call("Grep", pattern="needle", output_mode="count")
    assert count.content == "a.txt:1\n\nFound 1 total occurrence across 1 file."
    assert around.call("Grep", pattern="needle").content == "Found 1 file\na.txt"


def test_lines_of_one_file_without_numbers(around: Surroundings) -> None:
    """A file that is named itself is not named in front of its lines."""
    path = str(around.file("a.txt", "needle\n"))
    answer = around.call(
        "Grep", pattern="needle", path=path, output_mode="content", **{"-n": False}
    )
    assert answer.content == "needle"


def test_nothing_of_hidden_files_is_shown_by_ripgrep(around: Surroundings) -> None:
    """What ripgrep found is looked through, too."""
    program = around.file("bin/rg", "#!/bin/sh\nprintf '%s\\0001:x\\n' $PWD/a $PWD/hidden\n")
    program.chmod(0o755)
    around.context.environ = {"PATH": f"{program.parent}:/usr/bin:/bin"}
    around.context.hides = lambda _, path: path.name == "hidden"
    assert around.call("Grep", pattern="x", output_mode="content").content == "a:1:x"
