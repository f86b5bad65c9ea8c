"""Files found by their names, and how many there are."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.file_tools import glob
from steno.testing.tool_run import failed
from steno.view.parts import ListPart, TextPart
from tests.view.calls import HERE, card, card_of, figures, only


def test_files_are_listed_under_their_pattern() -> None:
    """The pattern, the number, the files and how long it took."""
    built = card_of(glob("**/*.py", "a.py", "b.py"))
    assert (built.title, built.summary) == ("Glob **/*.py", "2 files")
    assert built.parts == (ListPart(("a.py", "b.py"), are_paths=True),)
    assert figures(built) == {"files": 2, "duration": 31}


def test_folder_is_named_where_one_was_given() -> None:
    """It is shown within the project."""
    built = card("Glob", {"pattern": "*.py", "path": f"{HERE}/src"}, "No files found")
    assert (built.title, built.path, built.summary) == ("Glob *.py in src", "src", "no files")
    assert built.parts == ()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"truncated": True}, "1 file, there are more"),
        ({"timedOut": True}, "1 file, there are more"),
        ({"totalMatches": 90, "countIsComplete": True}, "1 of 90 files"),
        ({"totalMatches": 90, "countIsComplete": False}, "1 of at least 90 files"),
        ({"totalMatches": 1}, "1 file"),
    ],
)
def test_shortened_list_says_so(more: dict[str, Any], said: str) -> None:
    """Nobody takes a cut list for the whole."""
    record = {"filenames": ["a.py"], "numFiles": 1, "truncated": False, **more}
    assert card("Glob", {"pattern": "*"}, structured=record).summary == said


def test_files_are_read_off_what_the_model_was_told() -> None:
    """One on each line; notes of the client are no files, brackets in names are."""
    told = "(app)/page.tsx\nb.py\n(Results are truncated.)\n"
    assert only(card("Glob", {"pattern": "*"}, told), ListPart).entries == (
        "(app)/page.tsx",
        "b.py",
    )


def test_failed_search_found_nothing() -> None:
    """The error is no file."""
    built = card_of(failed(glob("*"), "No such folder."))
    assert (built.status, built.summary) == ("error", "No such folder.")
    assert built.parts == (TextPart("No such folder.", "error"),)
