"""What a tool gave back, for the user interface: one class per tool (``toolUseResult``)."""

from __future__ import annotations

from steno.format.tool_results.choose import (
    ARRAY_TOOLS,
    RESULT_KINDS,
    TEXT_TOOLS,
    TOOL_RESULTS,
    decode_tool_items,
    decode_tool_result,
    kind_by_keys,
)
from steno.format.tool_results.result import ToolResult, UnknownToolResult

__all__ = [
    "ARRAY_TOOLS",
    "RESULT_KINDS",
    "TEXT_TOOLS",
    "TOOL_RESULTS",
    "ToolResult",
    "UnknownToolResult",
    "decode_tool_items",
    "decode_tool_result",
    "kind_by_keys",
]
