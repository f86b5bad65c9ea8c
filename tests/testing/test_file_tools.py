"""Calls of the tools for files: arguments, what the model sees, what the terminal shows."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from steno.format.tool_results import ToolResult, UnknownToolResult, decode_tool_result
from steno.testing import file_tools
from steno.testing.demo.pictures import tide_curve
from steno.testing.tool_run import Outcome

if TYPE_CHECKING:
    from steno.testing.tool_run import ToolRun

TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine"

RUNS = {
    "Read": file_tools.read("/a.txt", TEXT),
    "Read part": file_tools.read("/a.txt", "two\nthree", start=2, total=9),
    "Read image": file_tools.read_image("/a.png", tide_curve()),
    "Write": file_tools.write("/a.txt", TEXT),
    "Write over": file_tools.write("/a.txt", TEXT, before="one"),
    "Edit": file_tools.edit("/a.txt", TEXT, "two", "2"),
    "MultiEdit": file_tools.multi_edit("/a.txt", TEXT, ("one", "1"), ("nine", "9")),
    "Glob": file_tools.glob("*.txt", "a.txt"),
    "Grep": file_tools.grep("o", "/", "a.txt:1:one"),
    "Grep files": file_tools.grep_files("o", "a.txt"),
}


def _result(run: ToolRun) -> Any:
    assert isinstance(run.outcome, Outcome)
    return run.outcome.result


@pytest.mark.parametrize("name", RUNS)
def test_result_is_one_that_the_format_knows(name: str) -> None:
    """Every result reads as its tool's own class, without unknown keys or shapes."""
    run = RUNS[name]
    result = decode_tool_result(_result(run), run.name)
    assert isinstance(result, ToolResult)
    assert not isinstance(result, UnknownToolResult)
    assert result.unknown_keys == ()
    assert list(result.misshapen()) == []


def test_part_of_a_file_is_numbered_as_in_the_file() -> None:
    """The model sees real line numbers, and the arguments say which part was wanted."""
    run = RUNS["Read part"]
    assert isinstance(run.outcome, Outcome)
    assert run.outcome.content == "     2\ttwo\n     3\tthree"
    assert run.arguments == {"file_path": "/a.txt", "offset": 2, "limit": 2}
    assert _result(run)["file"]["totalLines"] == 9


def test_image_comes_back_whole() -> None:
    """The picture in the block is the picture that was read."""
    block = file_tools.image_block(tide_curve())
    assert base64.b64decode(block["source"]["data"]) == tide_curve()


def test_edit_gives_the_hunk_between_old_and_new() -> None:
    """A hunk has three lines of context and both sides of the change."""
    (hunk,) = _result(file_tools.edit("/a.txt", TEXT, "five", "5"))["structuredPatch"]
    assert hunk == {
        "oldStart": 2, "oldLines": 7, "newStart": 2, "newLines": 7,
        "lines": [" two", " three", " four", "-five", "+5", " six", " seven", " eight"],
    }  # fmt: skip


def test_far_changes_make_two_hunks() -> None:
    """Changes that are far apart do not share a hunk."""
    hunks = _result(RUNS["MultiEdit"])["structuredPatch"]
    assert [hunk["oldStart"] for hunk in hunks] == [1, 6]


@pytest.mark.parametrize(("everywhere", "changed"), [(False, 1), (True, 2)])
def test_edit_replaces_once_or_everywhere(*, everywhere: bool, changed: int) -> None:
    """Without replace_all only the first piece is replaced."""
    result = _result(file_tools.edit("/a", "x\nx", "x", "y", replace_all=everywhere))
    added = [line for hunk in result["structuredPatch"] for line in hunk["lines"] if line[0] == "+"]
    assert len(added) == changed


def test_empty_search_is_told() -> None:
    """Nothing found is a sentence, not an empty string."""
    for run in (file_tools.glob("*.rs"), file_tools.grep("x", "/")):
        assert isinstance(run.outcome, Outcome)
        assert run.outcome.content


def test_listing_shows_the_folder() -> None:
    """The old LS tool gave a tree as text."""
    run = file_tools.list_folder("/tides", "a.csv", "b.csv")
    assert _result(run) == "- /tides/\n  - a.csv\n  - b.csv"
