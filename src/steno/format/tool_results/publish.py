"""Results of the tools that hand something to the user: findings and published pages."""

from __future__ import annotations

from steno.format.shapes import FREE, ListOf
from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, Field, flag, integer, text


class ReportFindingsResult(ToolResult):
    """Findings of a review."""

    TOOLS = ("ReportFindings",)
    MARKERS = keys("count findings")

    count = integer("count", since="2.1.205")
    """How many there are."""
    findings: Field[tuple[object, ...]] = Field("findings", ListOf(FREE), since="2.1.205")
    """The findings, as the model put them."""
    level = text("level", since=SEEN)
    """How thorough the review was."""


class ArtifactResult(ToolResult):
    """A page that was published."""

    TOOLS = ("Artifact",)
    MARKERS = keys("url path title", "url path version")

    url = text("url", since="2.1.217")
    """Its address."""
    path = text("path", since="2.1.217")
    """The file that it was made from."""
    title = text("title", since="2.1.217")
    """Its title."""
    updated = flag("updated", since="2.1.217")
    """True where it was there before."""
    live_subscription = text("liveSubscription", since="2.1.217")
    """Whether the client follows what happens on it."""
    version = text("version", since=NAMED)
    """Which version of it this is."""
    mcp_dropped = text("mcpDropped", since=NAMED)
    """Known by its name alone."""
