"""Results of the tool that asks a language server."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import integer, text


class LspResult(ToolResult):
    """What a language server answered."""

    TOOLS = ("LSP",)
    MARKERS = keys("operation filePath result")

    operation = text("operation", since="2.1.15")
    """What was asked, such as ``findReferences``."""
    file_path = text("filePath", since="2.1.15")
    """The file that it was asked about."""
    result = text("result", since="2.1.15")
    """The answer, in words."""
    result_count = integer("resultCount", since="2.1.15")
    """How many places were found."""
    file_count = integer("fileCount", since="2.1.15")
    """In how many files."""
