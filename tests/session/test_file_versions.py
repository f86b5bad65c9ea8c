"""One content of one file, read from wherever it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.discover import Home
from steno.session.file_versions import (
    Change,
    FileVersion,
    Source,
    changes_of,
    read_content,
    recorded_content,
)
from tests.held import held, prompt
from tests.written import ONE, TWO, user

if TYPE_CHECKING:
    from pathlib import Path

FILE = "/home/mira/ebb/tide.py"


def told(**result: Any) -> Change | None:
    """Give what a result tells."""
    block = {"type": "tool_result", "tool_use_id": "t", "content": "done"}
    return changes_of(held(user([block], uuid="r", toolUseResult=result)).entries[0])


def edit(**own: Any) -> Change | None:
    """Give what an edit of "one two one" tells."""
    result = {"filePath": FILE, "oldString": "one", "newString": "1", "structuredPatch": []}
    return told(**{**result, "originalFile": "one two one", **own})


def write(**own: Any) -> Change | None:
    """Give what a write tells."""
    result = {"type": "update", "filePath": FILE, "content": "new", "structuredPatch": []}
    return told(**{**result, "originalFile": "old", **own})


def test_a_write_tells_both_sides() -> None:
    """A new file had no content before."""
    assert write() == Change(FILE, "old", "new", is_new=False)
    assert write(type="create", originalFile=None) == Change(FILE, None, "new", is_new=True)


def test_what_waits_for_a_review_changed_nothing() -> None:
    """The file is as it was."""
    assert write(staged=True) is None
    assert edit(staged=True) is None


@pytest.mark.parametrize(
    ("own", "after"),
    [
        ({}, "1 two one"),
        ({"replaceAll": True}, "1 two 1"),
        ({"oldString": "three"}, None),
        ({"originalFile": None}, None),
        ({"userModified": True}, None),
        ({"newString": 7}, None),
        ({"oldString": "", "newString": "all", "originalFile": ""}, "all"),
        ({"oldString": "", "newString": "all"}, None),
        ({"originalFile": "a\nb\nc\n", "oldString": "b", "newString": ""}, "a\nc\n"),
        ({"originalFile": "a\nb\nc\n", "oldString": "b\n", "newString": ""}, "a\nc\n"),
        ({"originalFile": "a\nb", "oldString": "b", "newString": ""}, "a\n"),
        ({"originalFile": "a b c", "oldString": "b ", "newString": ""}, "a c"),
    ],
)
def test_the_content_after_an_edit_is_worked_out(own: dict[str, Any], after: str | None) -> None:
    """As the client does it; where the result does not tell enough, nothing is made up."""
    change = edit(**own)
    assert change is not None
    assert change.after == after
    assert not change.is_new


def test_an_edit_may_make_a_new_file() -> None:
    """It replaces nothing, and there was no file."""
    change = edit(oldString="", newString="all", originalFile=None)
    assert change == Change(FILE, None, "all", is_new=True)


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        ([("one", "1", True), ("two", "2", None)], "1 2 1"),
        ([("one", "1", None), ("gone", "", None)], None),
        ([("one", None, None)], None),
    ],
)
def test_several_edits_are_made_in_order(
    steps: list[tuple[str, str | None, bool | None]], after: str | None
) -> None:
    """Up to 1.0.128 one result told of several."""
    edits = [{"old_string": o, "new_string": n, "replace_all": every} for o, n, every in steps]
    change = told(filePath=FILE, edits=edits, originalFileContents="one two one")
    assert change == Change(FILE, "one two one", after, is_new=False)
    modified = told(filePath=FILE, edits=edits, originalFileContents="x", userModified=True)
    assert modified == Change(FILE, "x", None, is_new=False)


def test_a_notebook_tells_both_sides() -> None:
    """Its result holds the whole file twice."""
    change = told(notebook_path="/n.ipynb", original_file="{}", updated_file="[]")
    assert change == Change("/n.ipynb", "{}", "[]", is_new=False)


def test_other_lines_tell_of_no_change() -> None:
    """Results of other tools, errors, and what is no result."""
    assert told(stdout="", stderr="", interrupted=False) is None
    assert told(type="create", filePath=3, content="new", structuredPatch=[]) is None
    assert changes_of(held(prompt("p", None, 0)).entries[0]) is None
    assert changes_of(held({"type": "mode"}).entries[0]) is None
    error = user("refused", uuid="r", toolUseResult="Error: no such file")
    assert changes_of(held(error).entries[0]) is None


def version(source: Source, row: int = 0, **own: Any) -> FileVersion:
    """Make a version of the file."""
    keys = {"tracked_path": FILE, "version": None, "backup_name": None, **own}
    return FileVersion(path=FILE, time=None, message_uuid=None, row=row, source=source, **keys)


def test_recorded_contents_are_read_again_from_their_line() -> None:
    """Nothing of them is kept in memory."""
    result = {"type": "update", "filePath": FILE, "content": "new", "originalFile": "old",
              "structuredPatch": []}  # fmt: skip
    snapshot = {"messageId": "p", "trackedFileBackups": {FILE: "inline"}}
    session = held(
        user("done", uuid="r", toolUseResult=result),
        {"type": "file-history-snapshot", "messageId": "p", "snapshot": snapshot},
        {"type": "mode"},
    )
    read = session.records
    assert recorded_content(version(Source.BEFORE), read) == "old"
    assert recorded_content(version(Source.AFTER), read) == "new"
    assert recorded_content(version(Source.INLINE, 1), read) == "inline"
    assert recorded_content(version(Source.INLINE, 1, tracked_path="other"), read) is None
    assert recorded_content(version(Source.INLINE, 2), read) is None
    assert recorded_content(version(Source.AFTER, 2), read) is None
    assert recorded_content(version(Source.BEFORE, exists=False), read) is None
    assert recorded_content(version(Source.BACKUP), read) is None
    assert read_content(version(Source.AFTER), read) == b"new"
    assert read_content(version(Source.AFTER, 2), read) is None


def test_copies_are_read_from_the_folder_of_any_of_the_sessions(tmp_path: Path) -> None:
    """A fork may use what its origin kept."""
    name = "0123456789abcdef@v2"
    folder = tmp_path / "file-history" / TWO
    folder.mkdir(parents=True)
    (folder / name).write_bytes(b"tide = 1\r\n")
    copy = version(Source.BACKUP, backup_name=name)
    read = held().records
    home = Home(tmp_path)
    assert read_content(copy, read, home, [ONE, TWO]) == b"tide = 1\r\n"
    assert read_content(copy, read, home, [ONE]) is None
    assert read_content(copy, read, None, [TWO]) is None
    assert read_content(version(Source.BACKUP, exists=False), read, home, [TWO]) is None
