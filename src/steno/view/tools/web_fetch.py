"""Pages that were fetched from the web."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.web import WebFetchResult
from steno.view.parts import Link, LinksPart, Part, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts, result_parts
from steno.view.tools.wording import joined, size

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build(facts: ToolFacts) -> ToolCard:
    """Show the page's address, what was asked of it, and the answer."""
    result = facts.typed(WebFetchResult)
    url = facts.text("url") or result.url or ""
    prompt = facts.text("prompt")
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=url,
        summary=_summary(result),
        status=facts.status,
        parts=(
            *((LinksPart((Link(url),)),) if url else ()),
            *((TextPart(prompt, heading="Prompt"),) if prompt else ()),
            *_answer(facts, result),
        ),
        figures=_figures(result),
    )


def _answer(facts: ToolFacts, result: WebFetchResult) -> tuple[Part, ...]:
    if facts.status != "ok":
        return failure_parts(facts)
    if result.result is not None:
        return markdown_parts(result.result, "Answer")
    if isinstance(facts.result, str):
        return markdown_parts(facts.result, "Answer")
    return result_parts(facts)


def _summary(result: WebFetchResult) -> str:
    code = "" if result.code is None else f"{result.code} {result.code_text or ''}".strip()
    return joined(code, "" if result.bytes is None else size(result.bytes))


def _figures(result: WebFetchResult) -> tuple[Figure, ...]:
    named = (
        ("status", result.code, ""),
        ("size", result.bytes, "bytes"),
        ("duration", result.duration_ms, "ms"),
    )
    return tuple(Figure(name, value, unit) for name, value, unit in named if value is not None)
