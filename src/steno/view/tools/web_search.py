"""Searches of the web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.tool_results.web import WebPage, WebSearchResult
from steno.view.parts import Link, LinksPart, Part
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts, result_parts
from steno.view.tools.facts import json_in, member, objects_in, texts_in
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.view.tools.facts import ToolFacts

LINKS_MARK: Final = "\nLinks: "
"""What stands before the pages in the text that the model saw; they are JSON on one line."""


def build(facts: ToolFacts) -> ToolCard:
    """Show what was searched for, the pages, and what was made of them."""
    result = facts.typed(WebSearchResult)
    query = facts.text("query") or result.query or ""
    parts = _found(facts, result)
    pages = sum(len(part.links) for part in parts if isinstance(part, LinksPart))
    took = result.duration_seconds
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=(f'"{query}"' if query else "") + _among(facts),
        summary=count(pages, "page") if facts.status == "ok" else "",
        status=facts.status,
        parts=(*parts, *failure_parts(facts)),
        figures=(
            *((Figure("pages", pages),) if facts.status == "ok" else ()),
            *(() if took is None else (Figure("duration", took, "s"),)),
        ),
    )


def _among(facts: ToolFacts) -> str:
    domains = ", ".join(texts_in(member(facts.input, "allowed_domains")))
    return f" on {domains}" if domains else ""


def _found(facts: ToolFacts, result: WebSearchResult) -> tuple[Part, ...]:
    if facts.status != "ok":
        return ()
    if result.results is not None:
        return tuple(part for found in result.results for part in _stored(found))
    links = _links(WebPage(body) for body in objects_in(facts.result))
    if links:
        return links
    return _told(facts)


def _stored(found: Any) -> tuple[Part, ...]:
    if isinstance(found, str):
        return markdown_parts(found)
    return _links(found.content or ())


def _links(pages: Iterable[WebPage]) -> tuple[Part, ...]:
    links = tuple(Link(page.url, page.title or "") for page in pages if page.url)
    return (LinksPart(links),) if links else ()


def _told(facts: ToolFacts) -> tuple[Part, ...]:
    _, mark, rest = facts.result_text.partition(LINKS_MARK)
    listed, _, words = rest.partition("\n")
    pages = objects_in(json_in(listed)) if mark else ()
    if not pages:
        return result_parts(facts)
    return (*_links(WebPage(body) for body in pages), *markdown_parts(words))
