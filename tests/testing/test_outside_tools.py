"""Calls of the tools that reach beyond the machine."""

from __future__ import annotations

import pytest

from steno.disk.results import persisted_path
from steno.format.tool_results import ToolResult, UnknownToolResult, decode_tool_result
from steno.testing import outside_tools as tools
from steno.testing.session import SessionBuilder
from steno.testing.tool_run import Call

RUNS = {
    "search": tools.web_search("tides", {"A page": "https://a.example.org"}, "One page."),
    "fetch": tools.web_fetch("https://a.example.org", "What?", "This."),
    "tools": tools.tool_search("browser", "mcp__browser__shot"),
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


def test_mcp_result_is_the_same_for_model_and_terminal() -> None:
    """MCP results are blocks; plain strings become text."""
    run = tools.mcp("boards", "read", {"n": 1}, "hello", {"type": "image"}, mcpMeta={"a": 1})
    outcome = run.answer(Call(SessionBuilder(), "toolu_1", "u"))
    assert run.name == "mcp__boards__read"
    assert outcome is not None
    assert (
        outcome.content == outcome.result == [{"type": "text", "text": "hello"}, {"type": "image"}]
    )
    assert outcome.own == {"mcpMeta": {"a": 1}}


def test_large_mcp_result_is_kept_under_the_servers_name() -> None:
    """The file's name begins with mcp-, which tells it from other results."""
    session = SessionBuilder()
    run = tools.mcp_with_large_output("boards", "dump", {}, "y" * 99)
    outcome = run.answer(Call(session, "t", "u"))
    (name,) = session.folder_files
    assert name.rpartition("-")[0] == "tool-results/mcp-boards-dump"
    assert outcome is not None
    path = persisted_path(str(outcome.content))
    assert path is not None
    assert path.endswith(f"/{name}")


def test_found_tools_are_references() -> None:
    """A tool search answers with references, not with text."""
    outcome = RUNS["tools"].answer(Call(SessionBuilder(), "toolu_1", "u"))
    assert outcome is not None
    assert outcome.content == [{"type": "tool_reference", "tool_name": "mcp__browser__shot"}]
