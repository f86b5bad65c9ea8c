"""Results of the tools that look at the resources of MCP servers."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import NAMED, View, text, views


class ListedResource(View):
    """A resource that a server offers; the result of ``ListMcpResourcesTool`` is an array of them.

    That tool's array is no object, so it is read by ``decode_tool_items``.
    """

    uri = text("uri", since="2.1.197")
    """Its address."""
    name = text("name", since="2.1.197")
    """Its name."""
    mime_type = text("mimeType", since=NAMED)
    """Its MIME type."""
    description = text("description", since=NAMED)
    """What it is."""
    server = text("server", since="2.1.197")
    """The server."""


class ResourceContent(View):
    """What one resource holds."""

    uri = text("uri", since="2.1.197")
    """Its address."""
    mime_type = text("mimeType", since="2.1.197")
    """Its MIME type."""
    blob_saved_to = text("blobSavedTo", since=NAMED)
    """Where it was put, if it is no text."""
    text = text("text", since="2.1.197")
    """Its text."""


class ReadMcpResourceResult(ToolResult):
    """A resource that was read."""

    TOOLS = ("ReadMcpResourceTool",)
    EXACT = keys("contents", "contents error")

    contents = views("contents", ResourceContent, since="2.1.197")
    """What it holds."""
    error = text("error", since=NAMED)
    """Why the server could not read it."""


class ResourceChild(View):
    """What lies right below a resource that is a folder."""

    uri = text("uri", since=NAMED)
    """Its address."""
    name = text("name", since=NAMED)
    """Its name."""
    mime_type = text("mimeType", since=NAMED)
    """Its MIME type; ``inode/directory`` for a folder."""


class ReadMcpResourceDirResult(ToolResult):
    """A resource that is a folder and was looked into; no real line showed one."""

    TOOLS = ("ReadMcpResourceDirTool",)
    EXACT = keys("resources", "resources error")

    resources = views("resources", ResourceChild, since=NAMED)
    """What lies right below it."""
    error = text("error", since=NAMED)
    """Why the server could not list it."""
