"""Questions to a language server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.lsp import LspResult
from steno.view.parts import OutputPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import result_parts
from steno.view.tools.wording import count, short_path

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build(facts: ToolFacts) -> ToolCard:
    """Show what was asked about which place, and the answer."""
    result = facts.typed(LspResult)
    path = short_path(facts.text("filePath") or result.file_path or "", facts.cwd)
    answer = result.result or ""
    places = result.result_count
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=f"{facts.text('operation') or result.operation or ''} {_place(facts, path)}",
        path=path,
        summary=_summary(result),
        status=facts.status,
        parts=(OutputPart(answer.strip("\n")),) if answer else result_parts(facts),
        figures=() if places is None else (Figure("places", places),),
    )


def _place(facts: ToolFacts, path: str) -> str:
    place = (path, facts.integer("line"), facts.integer("character"))
    return ":".join(str(step) for step in place if step not in (None, ""))


def _summary(result: LspResult) -> str:
    if result.result_count is None:
        return ""
    files = "" if result.file_count is None else f" in {count(result.file_count, 'file')}"
    return f"{count(result.result_count, 'place')}{files}"
