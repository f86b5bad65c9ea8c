"""Teams of agents: founded, dissolved, listed, and the messages between their members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.agents import (
    ListAgentsResult,
    SendMessageResult,
    TeamCreateResult,
    TeamDeleteResult,
)
from steno.view.parts import FactsPart, JsonPart, OutputPart, Part, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts, result_parts
from steno.view.tools.facts import first_text, member
from steno.view.tools.wording import first_line, joined

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build_message(facts: ToolFacts) -> ToolCard:
    """Show a message to another agent."""
    result = facts.typed_or_told(SendMessageResult)
    routing = result.routing
    target = facts.text("to", "recipient") or result.target or (routing and routing.target) or ""
    words = facts.text("message", "content") or first_text(member(facts.input, "message"), "type")
    kind = facts.text("type").replace("_", " ")
    about = facts.text("summary") or first_line(words) or kind
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=f"to {target}: {about}" if target else about,
        summary="" if result.success is not False else "not sent",
        status="error" if result.success is False else facts.status,
        parts=(*_message(facts, words), *_told(result), *failure_parts(facts)),
    )


def _message(facts: ToolFacts, words: str) -> tuple[Part, ...]:
    message = member(facts.input, "message")
    if isinstance(message, dict):
        return (JsonPart(message),)
    return markdown_parts(words)


def _told(result: SendMessageResult) -> tuple[Part, ...]:
    told = result.message or result.display or ""
    return (TextPart(told, "error" if result.success is False else "dim"),) if told else ()


def build_create(facts: ToolFacts) -> ToolCard:
    """Show the team that was founded."""
    result = facts.typed_or_told(TeamCreateResult)
    pairs = (
        ("leader", result.lead_agent_id or ""),
        ("described in", result.team_file_path or ""),
    )
    known = tuple((name, value) for name, value in pairs if value)
    name = facts.text("team_name") or result.team_name or ""
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=joined(name, facts.text("description")),
        status=facts.status,
        parts=(*((FactsPart(known),) if known else ()), *failure_parts(facts)),
    )


def build_delete(facts: ToolFacts) -> ToolCard:
    """Show the team that was dissolved."""
    result = facts.typed_or_told(TeamDeleteResult)
    failed = result.success is False
    told = (TextPart(result.message, "error" if failed else "dim"),) if result.message else ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=result.team_name or facts.text("team_name"),
        status="error" if failed else facts.status,
        parts=(*told, *failure_parts(facts)),
    )


def build_list(facts: ToolFacts) -> ToolCard:
    """Show the agents that can be written to."""
    listing = facts.typed(ListAgentsResult).listing or ""
    shown = (OutputPart(listing.strip("\n")),) if listing else result_parts(facts)
    return ToolCard(facts.name, facts.name, status=facts.status, parts=shown)
