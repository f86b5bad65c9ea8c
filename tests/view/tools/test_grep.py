"""Searches by pattern: files, lines or counts, and how many."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.file_tools import grep, grep_files
from steno.testing.tool_run import failed
from steno.view.parts import ListPart, OutputPart
from tests.view.calls import HERE, card, card_of, figures, only


def test_lines_stand_under_their_pattern() -> None:
    """The pattern, the folder and the lines."""
    built = card_of(grep("TODO", f"{HERE}/src", "src/a.py:3: TODO", "src/b.py:9: TODO"))
    assert (built.title, built.path, built.summary) == ('Grep "TODO" in src', "src", "2 lines")
    assert only(built, OutputPart).text == "src/a.py:3: TODO\nsrc/b.py:9: TODO"
    assert figures(built) == {"lines": 2}


def test_files_are_a_list() -> None:
    """Without lines there are paths."""
    built = card_of(grep_files("TODO", "a.py", "b.py", "c.py"))
    assert (built.title, built.summary) == ('Grep "TODO"', "3 files")
    assert built.parts == (ListPart(("a.py", "b.py", "c.py"), are_paths=True),)
    assert figures(built) == {"files": 3}


@pytest.mark.parametrize("among", [{"glob": "*.py"}, {"type": "*.py"}])
def test_kind_of_files_is_named(among: dict[str, Any]) -> None:
    """Where only some files were searched, the title says which."""
    built = card("Grep", {"pattern": "x", "path": "src", **among}, "No matches found")
    assert (built.title, built.summary) == ('Grep "x" in src (*.py)', "no matches")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"mode": "count", "content": "a.py:3", "numMatches": 3, "numFiles": 1},
         "3 matches in 1 file"),
        ({"mode": "content", "content": "a", "numLines": 1, "totalLines": 50}, "1 of 50 lines"),
        ({"mode": "files_with_matches", "filenames": ["a"], "totalFiles": 7}, "1 of 7 files"),
        ({"mode": "content", "content": "a\nb"}, "2 lines"),
        ({"mode": "content", "content": ""}, "no matches"),
        ({"filenames": [], "numFiles": 0}, "no matches"),
    ],
)  # fmt: skip
def test_each_mode_counts_in_its_own_way(record: dict[str, Any], said: str) -> None:
    """Files, lines and matches are not taken for one another."""
    assert card("Grep", {"pattern": "x"}, structured=record).summary == said


def test_told_files_and_lines_stand_in_for_a_missing_record() -> None:
    """What the model was told says the same, in the mode that was asked for."""
    built = card("Grep", {"pattern": "x"}, "Found 2 files\na.py\nb.py")
    assert only(built, ListPart).entries == ("a.py", "b.py")
    built = card("Grep", {"pattern": "x", "output_mode": "content"}, "a.py:1:x\nb.py:2:x")
    assert (built.summary, only(built, OutputPart).lines) == ("2 lines", 2)


def test_long_result_names_its_file() -> None:
    """The record holds the beginning, the model's text the file of the whole."""
    told = "<persisted-output>\nFull output saved to: /x/b.txt\n\nPreview (first 2KB):\na\n"
    record = {"mode": "content", "content": "a\nb", "numLines": 900}
    built = card("Grep", {"pattern": "x"}, told, structured=record)
    assert only(built, OutputPart) == OutputPart("a\nb", kept_in="/x/b.txt")


def test_failed_search_found_nothing() -> None:
    """The error stands in the line."""
    assert card_of(failed(grep("(", "src"), "Bad pattern.")).summary == "Bad pattern."
