"""Folders that were listed (the LS tool of early versions)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.view.parts import OutputPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.wording import count, short_path

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

NOTE = "\nNOTE: "
"""What the client put behind the listing for the model alone."""


def build(facts: ToolFacts) -> ToolCard:
    """Show the folder and what lies in it."""
    path = short_path(facts.text("path"), facts.cwd)
    if facts.status != "ok":
        return _card(facts, path, "")
    shown = facts.structured if isinstance(facts.structured, str) else facts.result_text
    return _card(facts, path, shown.partition(NOTE)[0].strip("\n"))


def _card(facts: ToolFacts, path: str, listing: str) -> ToolCard:
    entries = sum(line.lstrip().startswith("- ") for line in listing.split("\n")) - 1
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=path,
        path=path,
        summary=count(entries, "entry", "entries") if entries > 0 else "",
        status=facts.status,
        parts=(*((OutputPart(listing),) if listing else ()), *failure_parts(facts)),
        figures=(Figure("entries", entries),) if entries > 0 else (),
    )
