"""The history of a home follows its projects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.edit.history_lines import OldHistory, changed_history, count_lines
from steno.edit.path_map import PathMap
from steno.edit.way_back import Move
from steno.store.edit_rows import Edit, FileChange
from steno.store.kept import keep_bytes
from tests.written import ONE, TWO, line_of, write_lines

if TYPE_CHECKING:
    from pathlib import Path

PATHS = PathMap.of([("/old", "/new")])


def test_projects_follow(tmp_path: Path) -> None:
    """Of all sessions or of one; what was typed stays, and so do lines that cannot be read."""
    path = tmp_path / "history.jsonl"
    lines: list[bytes] = [
        line_of({"display": "/old", "project": "/old", "sessionId": ONE}),
        line_of({"display": "x", "project": "/old/sub", "sessionId": TWO}),
        b"torn {\n",
        line_of({"display": "x", "project": "/older"}),
        line_of({"display": "x", "project": None}),
    ]
    write_lines(path, *lines)
    first = line_of({"display": "/old", "project": "/new", "sessionId": ONE})
    second = line_of({"display": "x", "project": "/new/sub", "sessionId": TWO})
    everything = changed_history(path, PATHS)
    assert everything is not None
    assert list(everything()) == [first, second, *lines[2:]]
    one = changed_history(path, PATHS, ONE)
    assert one is not None
    assert list(one()) == [first, *lines[1:]]


def test_nothing_to_change_is_none(tmp_path: Path) -> None:
    """So that the file is left alone."""
    assert changed_history(tmp_path / "history.jsonl", PATHS) is None
    path = write_lines(tmp_path / "history.jsonl", {"display": "x", "project": "/older"})
    assert changed_history(path, PATHS) is None


def move(data: Path, kept: bytes | None, **options: object) -> Move:
    """Make the record of a relocation from /old to /new, with the history of that time."""
    edit = Edit(
        id=1, kind="relocate", state="done", made_at="2026", source_session=ONE,
        options={"old": "/old", "new": "/new", **options},
    )  # fmt: skip
    change = FileChange(number=1, role="history", path="/history.jsonl", action="replace")
    if kept is None:
        return Move.of(edit, [], data)
    return Move.of(edit, [replace(change, kept_path=keep_bytes(data, 1, 1, kept))], data)


def test_lines_are_as_they_were_before_a_move(tmp_path: Path) -> None:
    """Those that it changed and those that it did not; newer ones, and changed ones, follow."""
    lines = [line_of({"project": one, "sessionId": ONE}) for one in ("/old", "/new", "/new/x")]
    kept = b"".join(lines[:2]) + line_of({"project": "/edited", "sessionId": ONE})
    path = write_lines(tmp_path / "history.jsonl", lines[1], lines[1], lines[2], lines[1])
    was = OldHistory({ONE: move(tmp_path / "data", kept)}, None).line
    back = PathMap.of([("/new", "/old")])
    content = changed_history(path, back, ONE, was)
    assert content is not None
    follows = line_of({"project": "/old/x", "sessionId": ONE})
    assert list(content()) == [lines[0], lines[1], follows, lines[0]]
    other = OldHistory({TWO: move(tmp_path / "data", kept)}, None).line
    content = changed_history(path, back, ONE, other)
    assert content is not None
    assert list(content()) == [lines[0], lines[0], follows, lines[0]]


def test_lines_that_a_move_left_alone_stay(tmp_path: Path) -> None:
    """As many as there were then; where that was not noted, or is lost, the path decides."""
    line = line_of({"project": "/new"})
    path = write_lines(tmp_path / "history.jsonl", line, line)
    assert (count_lines(path), count_lines(tmp_path / "none")) == (2, 0)
    back, data = PathMap.of([("/new", "/old")]), tmp_path / "data"
    for known, stay in ((move(data, None, history=1), 1), (move(data, None), 0)):
        content = changed_history(path, back, None, OldHistory({}, known).line)
        assert content is not None
        assert list(content()).count(line) == stay
    lost = move(data, line)
    (data / "kept" / "1").rename(data / "gone")
    content = changed_history(path, back, None, OldHistory({}, lost).line)
    assert content is not None
    assert list(content()).count(line) == 0
