"""Tool calls as rows of documents and tables."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from steno.cli.output import Cell
from steno.cli.tool_rows import (
    DEEPEST,
    TOO_DEEP,
    CallRow,
    call_cells,
    call_row,
    showable,
    table_of_calls,
)
from steno.format.deep import TooDeep
from steno.session.all_calls import find_calls, read_calls
from tests.held import calls, held, progress, prompt, result, says

if TYPE_CHECKING:
    from steno.session.session import Session


def rows(session: Session, *live: str | None) -> list[CallRow]:
    """Give the rows of a session."""
    return [call_row(records, live) for records in read_calls(find_calls(session))]


def test_call_without_a_result_was_stopped_unless_its_session_is_live() -> None:
    """And only in the last turn: what is older was left behind."""
    session = held(
        prompt("p", None, 0), calls("a", "p", 1), prompt("q", "a", 2), calls("b", "q", 3)
    )
    assert [row.status for row in rows(session)] == ["interrupted", "interrupted"]
    # A session that is only at hand has no id.
    assert [row.status for row in rows(session, None)] == ["interrupted", "running"]


def test_call_of_a_sub_agent_without_a_file_has_no_place() -> None:
    """Its lines were carried in progress lines of its parent."""
    carried = {"type": "assistant", "uuid": "x", "message": {
        "id": "msg_x", "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_x", "name": "Grep", "input": {}}],
    }}  # fmt: skip
    news = {"type": "agent_progress", "agentId": "gone", "message": carried}
    session = held(prompt("p", None, 0), calls("a", "p", 1), progress("n", "a", 2, **news))
    own, carried_row = rows(session)
    assert (carried_row.agent, carried_row.path, carried_row.line) == ("gone", None, None)
    assert (own.agent, own.line) == (None, None)


def test_odd_lines_give_rows_too() -> None:
    """A use on a line without a folder, a result of an odd shape."""
    block = {"type": "tool_use", "id": "toolu_a", "name": "Bash", "input": 17}
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1, message={"content": [block]}, cwd=None),
        result("r", "a", 2, toolUseResult=17, toolDenialKind="user-rejected"),
    )
    (row,) = rows(session)
    assert (row.input, row.result, row.status, row.name) == (17, "done", "denied", "Bash")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (math.nan, None),
        (-math.inf, None),
        (1.5, 1.5),
        (True, True),
        ({"a": [1, None, "x"]}, {"a": [1, None, "x"]}),
        (TooDeep(b"[[]]"), TOO_DEEP),
        ([TooDeep(b"[]")], [TOO_DEEP]),
    ],
)
def test_values_are_made_showable(value: Any, expected: Any) -> None:
    """Everything that JSON can hold stays as it is."""
    assert showable(value) == expected


def test_deep_values_end_somewhere() -> None:
    """However deep they are."""
    value: Any = "bottom"
    for _ in range(DEEPEST):
        value = [value]
    assert showable(value) == value
    shown = showable([value])
    for _ in range(DEEPEST):
        (shown,) = shown
    assert shown == TOO_DEEP


def row(**own: Any) -> CallRow:
    """Make a row."""
    facts: dict[str, Any] = {
        "id": "t", "name": "Bash", "session": "s" * 36, "turn": 1, "input": {}, "result": "",
        "is_error": False, "started": None, "duration_ms": None, "agent": None, "ended": None,
        "status": "ok", "title": "Bash: ls", "summary": "", "path": None, "line": 1,
        "result_line": None, "server": False, **own,
    }  # fmt: skip
    return CallRow(**facts)


@pytest.mark.parametrize(
    ("name", "title", "shown"),
    [
        ("Bash", "Bash: ls -l", "ls -l"),
        ("Read", "Read src/moon.py", "src/moon.py"),
        ("CronList", "CronList", ""),
        ("mcp__a__b", "mcp a · b", "mcp a · b"),
        ("", "?", "?"),
    ],
)
def test_person_does_not_read_the_tools_name_twice(name: str, title: str, shown: str) -> None:
    """A program gets the whole title."""
    assert call_cells(row(name=name, title=title))["call"] == Cell(shown, title)


def test_columns_that_say_nothing_are_spared() -> None:
    """The session where there is only one, the agent where there is none."""
    plain, of_agent = call_cells(row()), call_cells(row(agent="a17", turn=None))
    assert "agent" not in table_of_calls([plain], one_session=False).columns
    assert "session" in table_of_calls([plain], one_session=False).columns
    columns = table_of_calls([plain, of_agent], one_session=True).columns
    assert "agent" in columns
    assert "session" not in columns
    assert of_agent["turn"] == Cell("", "")
