"""The history of a home follows its projects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.history_lines import changed_history
from steno.edit.path_map import PathMap
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
