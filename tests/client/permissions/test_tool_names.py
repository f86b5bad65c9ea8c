"""Rules about tools that there are not."""

from __future__ import annotations

import pytest

from steno.client.permissions.rule import Rule
from steno.client.permissions.tool_names import KNOWN, name_note
from steno.client.tools import ALIASES, builtin_tools


def test_all_tools_of_ours_are_known() -> None:
    """Ours, and the names that older clients had for them."""
    assert {*builtin_tools(), *ALIASES} <= KNOWN


@pytest.mark.parametrize("tool", ["Bash", "Task", "mcp__lab", "mcp__lab__x", "KillShell", "LSP"])
def test_nothing_is_said_of_a_tool_that_there_is(tool: str) -> None:
    """Nor of one that only the real client has: settings are for both."""
    assert name_note(Rule(tool), "deny") is None


def test_a_slip_is_named() -> None:
    """With the tool that was meant; a no counts for that one all the same."""
    assert "did you mean Bash?" in (name_note(Rule("bash", "ls"), "allow") or "")
    assert "counts for Bash" in (name_note(Rule("BASH"), "deny") or "")
    assert "no tool Nonsense" in (name_note(Rule("Nonsense"), "allow") or "")
