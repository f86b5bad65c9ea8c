"""Results of the tools that reach the web."""

from __future__ import annotations

from typing import Final

from steno.format.shapes import TEXT, AnyOf, ListOf, Shape, ViewOf
from steno.format.tool_results.files import ArtifactRead
from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, Field, View, integer, number, text, view


class WebFetchResult(ToolResult):
    """A page that was fetched and read by a small model."""

    TOOLS = ("WebFetch",)
    MARKERS = keys("url code result")

    url = text("url", since="2.0.37")
    """The page."""
    code = integer("code", since="2.0.37")
    """The HTTP status."""
    code_text = text("codeText", since="2.0.37")
    """The status in words."""
    bytes = integer("bytes", since="2.0.37")
    """The page's size."""
    duration_ms = integer("durationMs", since="2.0.37")
    """How long it took."""
    result = text("result", since="2.0.37")
    """What the model was told."""
    artifact_read = view("artifactRead", ArtifactRead, since=NAMED)
    """The published page that it was, where it was one."""


class WebPage(View):
    """A page that a search found."""

    title = text("title", since="2.1.17")
    """Its title."""
    url = text("url", since="2.1.17")
    """Its address."""


class WebHits(View):
    """What one search found."""

    tool_use_id = text("tool_use_id", since="2.1.17")
    """The API's own call."""
    content: Field[tuple[WebPage, ...]] = Field("content", ListOf(ViewOf(WebPage)), since="2.1.17")
    """The pages."""


RESULTS: Final[Shape[tuple[WebHits | str, ...]]] = ListOf(AnyOf(ViewOf(WebHits), TEXT))


class WebSearchResult(ToolResult):
    """What was found on the web."""

    TOOLS = ("WebSearch",)
    MARKERS = keys("query results durationSeconds")

    query = text("query", since="2.0.37")
    """What was searched for."""
    results: Field[tuple[WebHits | str, ...]] = Field("results", RESULTS, since="2.0.37")
    """What was found, and in between what the searching model wrote."""
    duration_seconds = number("durationSeconds", since="2.0.37")
    """How long it took."""
    search_count = integer("searchCount", since=SEEN)
    """How many searches it took."""
