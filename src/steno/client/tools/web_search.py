"""WebSearch: searches the web by the Messages API's own tool."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from steno.client import loose_lines
from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, FailedError, RefusedError, Takes
from steno.errors import StenoError
from steno.format.codec import encode_value
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steno.client.tool import ToolContext
    from steno.client.tools.services import Services

_REMINDER = (
    "REMINDER: You MUST include the sources above in your response to the user using markdown "
    "hyperlinks."
)


class WebSearchInput(Takes):
    """What WebSearch takes."""

    query: Annotated[str, Meta(min_length=2, description="What to search for.")]
    allowed_domains: Annotated[
        list[str] | None, Meta(description="Results of these domains only.")
    ] = None
    blocked_domains: Annotated[
        list[str] | None, Meta(description="No results of these domains.")
    ] = None


class WebSearch(BuiltIn[WebSearchInput]):
    """The tool."""

    name = "WebSearch"
    description = (
        "Searches the web, for what is newer than what you know. Name the pages that you used, as "
        "links, at the end of what you say."
    )
    takes = WebSearchInput
    read_only = True

    def __init__(self, services: Services) -> None:
        """Take what searches."""
        self._search = services.search_web

    async def refuse(self, wanted: WebSearchInput, context: ToolContext) -> None:
        """Refuse domains that contradict each other."""
        del context
        if wanted.allowed_domains and wanted.blocked_domains:
            raise RefusedError(
                "Error: Cannot specify both allowed_domains and blocked_domains in the same request"
            )

    async def act(self, wanted: WebSearchInput, context: ToolContext) -> ToolAnswer:
        """Search and give texts and links in the order of the answer."""
        if self._search is None:
            raise FailedError(
                "Web search is not available: the model in use has no search of its own. Use "
                "WebFetch with an address that you know."
            )
        began = time.monotonic()
        context.news(loose_lines.query_update(context.call_id, wanted.query))
        allowed, blocked = wanted.allowed_domains or (), wanted.blocked_domains or ()
        try:
            blocks = await self._search(wanted.query, allowed, blocked)
        except StenoError as error:
            raise FailedError(f"Web search failed: {error}") from error
        for query, count in _counts(blocks, wanted.query):
            context.news(loose_lines.search_results_received(context.call_id, count, query))
        results = list(_results(blocks))
        kept = {
            "query": wanted.query,
            "results": results,
            "durationSeconds": time.monotonic() - began,
            "searchCount": sum(1 for block in blocks if block.get("type") == "server_tool_use"),
        }
        return ToolAnswer(_words(wanted.query, results), kept)


def _results(blocks: Sequence[Mapping[str, Any]]) -> Iterator[str | dict[str, Any]]:
    for block in blocks:
        if block.get("type") == "text" and str(block.get("text", "")).strip():
            yield str(block["text"]).strip()
        elif block.get("type") == "web_search_tool_result":
            yield _found(block)


def _counts(blocks: Sequence[Mapping[str, Any]], wanted: str) -> Iterator[tuple[str, int]]:
    """Yield what was searched for, and how much was found."""
    asked = {
        block.get("id"): text_in(object_in(block, "input") or {}, "query")
        for block in blocks
        if block.get("type") == "server_tool_use"
    }
    for block in blocks:
        found = block.get("content")
        if block.get("type") == "web_search_tool_result" and isinstance(found, list):
            yield asked.get(block.get("tool_use_id")) or wanted, len(found)


def _found(block: Mapping[str, Any]) -> str | dict[str, Any]:
    content = block.get("content")
    if not isinstance(content, list):
        code = content.get("error_code") if isinstance(content, dict) else "unknown"
        return f"Web search error: {code}"
    links = [{"title": one.get("title"), "url": one.get("url")} for one in content]
    return {"tool_use_id": block.get("tool_use_id"), "content": links}


def _words(query: str, results: Sequence[str | dict[str, Any]]) -> str:
    told = [f'Web search results for query: "{query}"\n\n']
    for result in results:
        if isinstance(result, str):
            told.append(f"{result}\n\n")
        elif result["content"]:
            told.append(f"Links: {encode_value(result['content']).decode()}\n\n")
        else:
            told.append("No links found.\n\n")
    return "".join(told) + f"\n{_REMINDER}"
