"""Skills and slash commands that the model took up by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.skill import SkillResult
from steno.view.parts import ListPart, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import failure_parts

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build(facts: ToolFacts) -> ToolCard:
    """Show which skill was taken up, and with which words."""
    result = facts.typed(SkillResult)
    name = facts.text("skill", "command", "name") or result.command_name or ""
    words = facts.text("args")
    tools = result.allowed_tools or ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=f"{name} {words}".strip(),
        status="error" if result.success is False else facts.status,
        parts=(
            *((TextPart(words, heading="Arguments"),) if "\n" in words else ()),
            *((ListPart(tools, heading="Allowed tools"),) if tools else ()),
            *failure_parts(facts),
        ),
    )
