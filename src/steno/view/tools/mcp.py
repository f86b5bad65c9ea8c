"""Tools of MCP servers: ``mcp__server__tool``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.view.tools.card import ToolCard
from steno.view.tools.contents import result_parts
from steno.view.tools.raw import argument_parts, gist
from steno.view.tools.wording import joined

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

PREFIX: Final = "mcp__"


def build(facts: ToolFacts) -> ToolCard:
    """Show the server, its tool, the arguments and the result."""
    server, _, tool = facts.name.removeprefix(PREFIX).partition("__")
    return ToolCard(
        tool=facts.name,
        label="mcp",
        argument=joined(server, tool, gist(facts.input)),
        status=facts.status,
        parts=(*argument_parts(facts.input), *result_parts(facts)),
    )
