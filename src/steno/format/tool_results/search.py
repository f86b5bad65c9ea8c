"""Results of the tools that look for files and text."""

from __future__ import annotations

from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, flag, integer, text, texts


class GlobResult(ToolResult):
    """Files whose names match a pattern."""

    TOOLS = ("Glob",)
    MARKERS = keys("filenames numFiles truncated")

    filenames = texts("filenames", since="1.0.51")
    """The files."""
    num_files = integer("numFiles", since="1.0.51")
    """How many are listed."""
    duration_ms = integer("durationMs", since="1.0.51")
    """How long it took."""
    truncated = flag("truncated", since="1.0.51")
    """True where there are more."""
    total_matches = integer("totalMatches", since="2.1.215")
    """How many there are in all."""
    count_is_complete = flag("countIsComplete", since="2.1.215")
    """True where that count is no lower bound."""
    timed_out = flag("timedOut", since=NAMED)
    """True where time ran out, so that there may be more."""


class GrepResult(ToolResult):
    """Files or lines that match a pattern; which keys it has depends on ``mode``."""

    TOOLS = ("Grep",)
    MARKERS = keys("filenames numFiles mode")
    EXACT = keys("filenames numFiles")

    mode = text("mode", since="1.0.51")
    """files_with_matches, content or count; versions before gave files alone."""
    filenames = texts("filenames", since="1.0.43")
    """The files; empty in the other modes."""
    num_files = integer("numFiles", since="1.0.43")
    """How many files match."""
    content = text("content", since="1.0.51")
    """The lines, or the counts per file."""
    num_lines = integer("numLines", since="1.0.51")
    """How many lines are given."""
    num_matches = integer("numMatches", since=SEEN)
    """In mode count: how many matches there are."""
    applied_limit = integer("appliedLimit", since="2.0.55")
    """The limit that cut the answer."""
    applied_offset = integer("appliedOffset", since=SEEN)
    """How many were passed over."""
    total_lines = integer("totalLines", since="2.1.219")
    """How many lines there are without the limit."""
    total_files = integer("totalFiles", since=SEEN)
    """How many files there are without the limit."""
    timed_out = flag("timedOut", since=NAMED)
    """True where time ran out, so that there may be more."""
