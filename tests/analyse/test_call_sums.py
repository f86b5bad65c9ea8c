"""Tool calls summed up."""

from __future__ import annotations

from typing import Any

import pytest

from steno.analyse.call_sums import CallSums, FileSum, ToolSum, file_of, output_bytes
from steno.session.tool_calls import ToolCall


def call(name: str, milliseconds: int | None = None, **own: Any) -> ToolCall:
    """Make a call that took so long."""
    facts = {
        "id": "t", "use_row": 0, "use_line": 1, "result_row": 1, "result_line": 2,
        "message_id": None, "turn": 1, "started": None, "ended": None, "is_error": False,
        "progress_rows": (), "hook_rows": (), "server": False, "agent_id": None, **own,
    }  # fmt: skip
    return ToolCall(name=name, duration_ms=milliseconds, **facts)


def test_tools_are_summed_up_the_most_used_first() -> None:
    """Times by total, median and maximum; output in bytes."""
    sums = CallSums()
    sums.see(call("Bash", 100), {}, "ab")
    sums.see(call("Bash", 400, is_error=True), {}, "é")
    sums.see(call("Bash", 201), {}, None)
    sums.see(call("Read", None, result_row=None), {"file_path": "/a"}, None)
    assert sums.tools() == [
        ToolSum(
            name="Bash", calls=3, errors=1, unanswered=0, total_ms=701, median_ms=201,
            longest_ms=400, output_bytes=4,
        ),
        ToolSum(
            name="Read", calls=1, errors=0, unanswered=1, total_ms=0, median_ms=None,
            longest_ms=None, output_bytes=0,
        ),
    ]  # fmt: skip


def test_files_are_summed_up_the_most_used_first() -> None:
    """A call that failed neither read nor changed one; one without a result tells nothing."""
    sums = CallSums()
    for name in ("Read", "Edit", "Write"):
        sums.see(call(name), {"file_path": "/b"}, "")
    sums.see(call("Edit", is_error=True), {"file_path": "/b"}, "")
    sums.see(call("NotebookEdit"), {"notebook_path": "/a"}, "")
    sums.see(call("Read", result_row=None), {"file_path": "/c"}, None)
    sums.see(call("Grep"), {"path": "/d"}, "")
    assert sums.files() == [
        FileSum(path="/b", reads=1, changes=2, errors=1),
        FileSum(path="/a", reads=0, changes=1, errors=0),
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
    ("result", "size"),
    [(None, 0), ("", 0), ("tide", 4), ("\ud800", 3), ([{"text": "a"}], 14), (17, 2)],
)
def test_output_is_measured_in_bytes(result: Any, size: int) -> None:
    """Texts as they are, the rest as JSON."""
    assert output_bytes(result) == size
