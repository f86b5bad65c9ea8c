"""Tool calls summed up by file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from steno.analyse.files import ChangedLines, FileSum, FileSums, changed_lines, file_of
from tests.analyse.made_calls import call
from tests.session.documents.hostile import any_value

HUNKS = [{"lines": [" same", "-old", "+new", "+more"]}, {"lines": ["+last", "\\ No newline"]}]


def test_files_are_summed_up_the_most_used_first() -> None:
    """A call that failed neither read nor changed one; one without a result tells nothing."""
    sums = FileSums()
    for name in ("Read", "Edit", "Write"):
        sums.see(call(name), {"file_path": "/b"}, {"structuredPatch": HUNKS})
    sums.see(call("Edit", is_error=True), {"file_path": "/b"}, "")
    sums.see(call("NotebookEdit"), {"notebook_path": "/a"})
    sums.see(call("Read", result_row=None), {"file_path": "/c"})
    sums.see(call("Grep"), {"path": "/d"})
    assert sums.sums() == [
        FileSum(path="/b", reads=1, changes=2, writes=1, added=6, removed=2, errors=1),
        FileSum(path="/a", reads=0, changes=1, writes=0, added=0, removed=0, errors=0),
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "path"),
    [
        ("Read", {"file_path": "/a"}, "/a"),
        ("NotebookRead", {"file_path": "", "notebook_path": "/n"}, "/n"),
        ("Read", {"file_path": ["/a"]}, None),
        ("Read", ["/a"], None),
        ("Read", None, None),
        ("mcp__files__read", {"file_path": "/a"}, None),
    ],
)
def test_file_is_named_by_the_arguments(tool: str, arguments: Any, path: str | None) -> None:
    """Whatever shape they have."""
    assert file_of(tool, arguments) == path


@pytest.mark.parametrize(
    ("arguments", "structured", "changed"),
    [
        ({}, {"structuredPatch": HUNKS}, (3, 1)),
        ({"old_string": "a\nb\nc", "new_string": "a\nx\ny\nc"}, "text", (2, 1)),
        ({"old_string": "a\n", "new_string": ""}, None, (0, 1)),
        ({"old_string": "", "new_string": "a\n\nb\n"}, None, (3, 0)),
        ({"old_string": "a a", "new_string": "a a"}, None, (0, 0)),
        ({"old_string": "a\na", "new_string": "a"}, None, (0, 1)),
        ({"content": "one\ntwo\n"}, {"structuredPatch": [], "originalFile": None}, (2, 0)),
        ({"content": "one\ntwo\n"}, {"originalFile": "one\n2\n3\n"}, (1, 2)),
        (
            {"edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c"}, 7]},
            {"structuredPatch": [7, {"lines": 7}, {"lines": [7]}]},
            (1, 1),
        ),
        ({"new_source": "cell"}, {"new_source": "cell"}, (0, 0)),
        (["old_string"], None, (0, 0)),
    ],
)
def test_lines_are_counted_from_the_patch_or_the_texts(
    arguments: Any, structured: Any, changed: tuple[int, int]
) -> None:
    """A new file is all new; what stays at both ends of a text is not counted."""
    assert changed_lines(arguments, structured) == ChangedLines(*changed)


@given(any_value, any_value)
def test_no_shape_stops_the_counting(arguments: Any, structured: Any) -> None:
    """Lines put in and taken out are never less than none."""
    changed = changed_lines(arguments, structured)
    assert min(changed) >= 0
    FileSums().see(call("Edit"), arguments, structured)
