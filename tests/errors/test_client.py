"""Errors about the client show what the right thing looks like."""

from __future__ import annotations

from steno.errors.client import AgentDefinitionError, FlagError, McpConfigError


def test_wrong_flag_leads_to_the_help() -> None:
    """As the words of it are not click's."""
    assert "steno-agent --help" in str(FlagError("there is no flag --x"))


def test_wrong_definitions_show_a_right_one() -> None:
    """Of agents and of MCP servers."""
    assert '"prompt"' in str(AgentDefinitionError("it is a list"))
    assert '"mcpServers"' in str(McpConfigError("--mcp-config", "it is a list"))
