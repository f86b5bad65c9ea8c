"""Results of the tool that looks for other tools."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import integer, text, texts


class ToolSearchResult(ToolResult):
    """Tools that were found."""

    TOOLS = ("ToolSearch",)
    MARKERS = keys("matches query total_deferred_tools")

    matches = texts("matches", since="2.1.81")
    """The tools' names."""
    query = text("query", since="2.1.81")
    """What was searched for."""
    total_deferred_tools = integer("total_deferred_tools", since="2.1.81")
    """Among how many tools."""
