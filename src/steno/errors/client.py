"""Errors about how the console client is started and set up."""

from __future__ import annotations

from steno.errors.base import StenoError, UsageError


class FlagError(UsageError):
    """A command line of ``steno-agent`` that makes no sense."""

    def __init__(self, problem: str) -> None:
        """Take what is wrong, in words."""
        super().__init__(f"{problem}. Run 'steno-agent --help' for what there is.")


class PermissionUpdateError(StenoError):
    """A change of permissions cannot be made as it was asked for."""

    def __init__(self, reason: str) -> None:
        """Take what is wrong with it, in a few words."""
        super().__init__(
            f"the permissions were left as they are: {reason}. Name a type, a destination and "
            "values that the SDK documents, then retry."
        )


class PermissionRuleError(UsageError):
    """What was given as a permission rule is none."""

    def __init__(self, text: str, reason: str) -> None:
        """Take the rule as it was written, and what is wrong with it."""
        super().__init__(
            f"{text!r} is no permission rule: {reason}. A rule is Tool or Tool(content), such as "
            "Bash(git log:*)."
        )
        self.reason = reason


class AgentDefinitionError(StenoError):
    """What was given as definitions of agents is none."""

    def __init__(self, reason: str) -> None:
        """Take the reason in a few words."""
        super().__init__(
            f"the agents that were given cannot be used: {reason}. "
            'Give an object such as {"name": {"description": "…", "prompt": "…"}}.'
        )


class McpConfigError(UsageError):
    """MCP servers that are not described as they have to be."""

    def __init__(self, where: str, problem: str) -> None:
        """Take where they are described, and what is wrong."""
        super().__init__(
            f"the MCP servers of {where} cannot be used: {problem}. Give a file or JSON such as "
            '{"mcpServers": {"name": {"command": "program", "args": []}}}.'
        )


class McpPackageError(StenoError):
    """The package that talks to MCP servers is not installed."""

    def __init__(self) -> None:
        """Take nothing: there is one way to mend it."""
        super().__init__(
            "MCP servers need the package mcp, which is not installed. "
            "Install it with: pip install 'steno[client]'"
        )
