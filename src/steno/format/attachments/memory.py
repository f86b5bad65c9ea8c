"""Attachments that bring instructions and memories into the conversation."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.view import NAMED, View, anything, flag, text, texts, view


class MemoryFile(View):
    """A file of instructions."""

    path = text("path", since="2.1.197")
    """The file."""
    type = text("type", since="2.1.197")
    """Whose instructions: ``Project``, ``User`` and others."""
    content = text("content", since="2.1.197")
    """The instructions as the model sees them."""
    raw_content = text("rawContent", since="2.1.209")
    """The file as it lies on disk."""
    content_differs_from_disk = flag("contentDiffersFromDisk", since="2.1.209")
    """True where the two are not the same."""
    globs = texts("globs", since="2.1.209")
    """The files that the instructions are for."""
    parent = text("parent", since=NAMED)
    """The file that includes this one."""


class NestedMemory(Attachment):
    """Instructions of a folder that the model came to."""

    TAG = "nested_memory"
    SINCE = "2.1.197"

    path = text("path", since="2.1.197")
    """The file."""
    display_path = text("displayPath", since="2.1.197")
    """The file as the terminal shows it."""
    content = view("content", MemoryFile, since="2.1.197")
    """The instructions."""


class RelevantMemories(Attachment):
    """Memories that suit the prompt; known by name alone."""

    TAG = "relevant_memories"
    SINCE = NAMED

    memories = anything("memories", since=NAMED)
    """The memories."""


class McpResource(Attachment):
    """A resource of an MCP server that the prompt mentions."""

    TAG = "mcp_resource"
    SINCE = NAMED

    server = text("server", since=NAMED)
    """The server."""
    uri = text("uri", since=NAMED)
    """The resource's address."""
    name = text("name", since=NAMED)
    """Its name."""
    content = anything("content", since=NAMED)
    """What the server gave."""
