"""Resources of MCP servers: listed and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results import decode_tool_items
from steno.format.tool_results.mcp import (
    ListedResource,
    ReadMcpResourceDirResult,
    ReadMcpResourceResult,
    ResourceContent,
)
from steno.view.parts import FactsPart, Link, LinksPart, Part, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, result_parts, text_parts
from steno.view.tools.wording import count, joined

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build_list(facts: ToolFacts) -> ToolCard:
    """Show the resources that servers offer."""
    listed = decode_tool_items(facts.structured, facts.name)
    links = tuple(
        Link(item.uri or "", item.name or "", joined(item.server or "", item.description or ""))
        for item in listed
        if isinstance(item, ListedResource)
    )
    return _linked(facts, links, facts.text("server"))


def build_folder(facts: ToolFacts) -> ToolCard:
    """Show what lies right below a resource that is a folder."""
    result = facts.typed(ReadMcpResourceDirResult)
    links = tuple(
        Link(child.uri or "", child.name or "", child.mime_type or "")
        for child in result.resources or ()
    )
    card_parts = _wrong(result.error)
    return _linked(facts, links, _address(facts), card_parts)


def _linked(
    facts: ToolFacts, links: tuple[Link, ...], argument: str, wrong: tuple[Part, ...] = ()
) -> ToolCard:
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=argument,
        summary=count(len(links), "resource") if facts.status == "ok" and not wrong else "",
        status="error" if wrong else facts.status,
        parts=(*wrong, LinksPart(links)) if links else wrong or result_parts(facts),
        figures=(Figure("resources", len(links)),) if links else (),
    )


def build_read(facts: ToolFacts) -> ToolCard:
    """Show what a resource holds."""
    result = facts.typed(ReadMcpResourceResult)
    wrong = _wrong(result.error)
    held = tuple(part for content in result.contents or () for part in _content(content))
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=_address(facts),
        status="error" if wrong else facts.status,
        parts=(*wrong, *held, *failure_parts(facts)) if held or wrong else result_parts(facts),
    )


def _address(facts: ToolFacts) -> str:
    return joined(facts.text("server"), facts.text("uri"))


def _content(content: ResourceContent) -> tuple[Part, ...]:
    if content.text is not None:
        return text_parts(content.text)
    pairs = (("kind", content.mime_type or ""), ("kept in", content.blob_saved_to or ""))
    known = tuple((name, value) for name, value in pairs if value)
    return (FactsPart(known),) if known else ()


def _wrong(error: str | None) -> tuple[Part, ...]:
    return (TextPart(error, "error"),) if error else ()
