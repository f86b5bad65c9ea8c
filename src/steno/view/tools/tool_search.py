"""Searches for tools that are not loaded yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.content import ToolReferenceBlock
from steno.format.tool_results.tool_search import ToolSearchResult
from steno.view.parts import ListPart, Part
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, result_parts
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build(facts: ToolFacts) -> ToolCard:
    """Show what was searched for, and the tools that were found."""
    result = facts.typed(ToolSearchResult)
    blocks = facts.blocks
    named = tuple(b.tool_name or "" for b in blocks if isinstance(b, ToolReferenceBlock))
    found = result.matches if result.matches is not None else named
    ok = facts.status == "ok"
    total = result.total_deferred_tools
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("query") or result.query or "",
        summary=count(len(found), "tool") if ok else "",
        status=facts.status,
        parts=(ListPart(found),) if found and ok else _words(facts),
        figures=() if total is None else (Figure("tools in all", total),),
    )


def _words(facts: ToolFacts) -> tuple[Part, ...]:
    return result_parts(facts) if facts.status == "ok" else failure_parts(facts)
