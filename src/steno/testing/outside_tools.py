"""Calls of the tools that reach beyond the machine: the web and MCP servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.testing.tool_run import Call, Outcome, ToolRun

if TYPE_CHECKING:
    from collections.abc import Mapping


def web_search(query: str, hits: Mapping[str, str], summary: str) -> ToolRun:
    """Search the web; ``hits`` are addresses by their titles."""

    def answer(call: Call) -> Outcome:
        found = [{"title": title, "url": url} for title, url in hits.items()]
        results = [
            {"tool_use_id": call.session.ids.server_tool_use(), "content": found}, summary,
        ]  # fmt: skip
        result = {"query": query, "results": results, "durationSeconds": 6.25, "searchCount": 1}
        links = "\n".join(f"- {title}: {url}" for title, url in hits.items())
        return Outcome(f'Results for "{query}"\n\n{links}\n\n{summary}', result)

    return ToolRun("WebSearch", {"query": query}, answer, seconds=6.25)


def web_fetch(url: str, prompt: str, answer: str, *, size: int = 48_213) -> ToolRun:
    """Fetch a page and have it answer a question."""
    result = {
        "bytes": size, "code": 200, "codeText": "OK", "result": answer, "durationMs": 2140,
        "url": url,
    }  # fmt: skip
    return ToolRun("WebFetch", {"url": url, "prompt": prompt}, Outcome(answer, result), seconds=2.1)


def mcp(
    server: str, tool: str, arguments: dict[str, Any], *content: str | dict[str, Any], **own: Any
) -> ToolRun:  # fmt: skip
    """Call a tool of an MCP server; ``own`` are more keys of the result's line."""
    blocks = [{"type": "text", "text": part} if isinstance(part, str) else part for part in content]
    outcome = Outcome(blocks, blocks, own=own)
    return ToolRun(f"mcp__{server}__{tool}", arguments, outcome, seconds=1.3)


def mcp_with_large_output(
    server: str, tool: str, arguments: dict[str, Any], output: str
) -> ToolRun:  # fmt: skip
    """Call a tool of an MCP server whose output goes to a file beside the session."""

    def answer(call: Call) -> Outcome:
        name = f"mcp-{server}-{tool}-{call.session.clock.milliseconds}.txt"
        path = call.session.keep_result(name, output)
        told = (
            f"Error: result ({len(output):,} characters) exceeds maximum allowed tokens. "
            f"Output has been saved to {path}."
        )
        return Outcome(told, told)

    return ToolRun(f"mcp__{server}__{tool}", arguments, answer, seconds=3.8)


def tool_search(query: str, *names: str, deferred: int = 37) -> ToolRun:
    """Look for tools that are not loaded yet."""
    found = [{"type": "tool_reference", "tool_name": name} for name in names]
    result = {"matches": list(names), "query": query, "total_deferred_tools": deferred}
    return ToolRun("ToolSearch", {"query": query, "max_results": 5}, Outcome(found, result))
