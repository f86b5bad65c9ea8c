"""Calls of the tools that run commands."""

from __future__ import annotations

import pytest

from steno.format.tool_results import ToolResult, UnknownToolResult, decode_tool_result
from steno.testing import shell_tools
from steno.testing.session import SessionBuilder
from steno.testing.tool_run import Call, ToolRun

RUNS = {
    "plain": shell_tools.bash("ls", "a", description="List", stderr="b"),
    "windows": shell_tools.powershell("dir", "a"),
    "background": shell_tools.bash_in_background("sleep 9", "b1", description="Wait"),
    "large": shell_tools.bash_with_large_output("seq 9999", "x" * 5000),
    "output": shell_tools.bash_output("b1", "sleep 9", "one\ntwo", "2026-01-01T00:00:00.000Z"),
    "kill": shell_tools.kill_shell("b1"),
}


@pytest.mark.parametrize("name", RUNS)
def test_result_is_one_that_the_format_knows(name: str) -> None:
    """Every result reads as its tool's own class, without unknown keys or shapes."""
    run = RUNS[name]
    outcome = run.answer(Call(SessionBuilder(), "toolu_1", "u"))
    assert outcome is not None
    result = decode_tool_result(outcome.result, run.name)
    assert isinstance(result, ToolResult)
    assert not isinstance(result, UnknownToolResult)
    assert result.unknown_keys == ()


def test_model_sees_both_streams() -> None:
    """What went to stderr follows what went to stdout."""
    outcome = RUNS["plain"].answer(Call(SessionBuilder(), "toolu_1", "u"))
    assert outcome is not None
    assert outcome.content == "a\nb"
    assert outcome.is_error is False


def test_failure_tells_the_exit_code() -> None:
    """A failed command is an error with its exit code in front."""
    run: ToolRun = shell_tools.bash_failed("false", 1, "no", description="Fail")
    outcome = run.answer(Call(SessionBuilder(), "toolu_1", "u"))
    assert outcome is not None
    assert outcome.result == "Error: Exit code 1\nno"
    assert outcome.is_error


def test_large_output_is_kept_beside_the_session() -> None:
    """The file holds everything, the line only its beginning and where the rest is."""
    session = SessionBuilder()
    outcome = RUNS["large"].answer(Call(session, "toolu_1", "u"))
    assert outcome is not None
    ((name, content),) = session.folder_files.items()
    assert content == b"x" * 5000
    assert outcome.result["persistedOutputPath"].endswith(name)
    assert outcome.result["persistedOutputSize"] == 5000
    assert len(outcome.content) < 1000
