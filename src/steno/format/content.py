"""Content blocks: what a message is made of."""

from __future__ import annotations

from typing import Final

from steno.format.shapes import TEXT, AnyOf, ListOf, Shape, Tagged, ViewOf
from steno.format.view import NAMED, Field, View, anything, flag, mapping, one_of, text, view


class Block(View):
    """A content block; ``type`` says which."""

    type = text("type", since="1.0.24")
    """The block's kind."""
    cache_control = mapping("cache_control", since=NAMED)
    """A cache mark, as the API takes it."""


class UnknownBlock(Block):
    """A block of a kind that this release does not know; everything is kept in ``body``."""


class TextBlock(Block):
    """Plain text, often Markdown; may be empty."""

    text = text("text", since="1.0.24")
    """The text."""
    citations = anything("citations", since=NAMED)
    """Sources, where the API names them."""


class ThinkingBlock(Block):
    """The model's reasoning."""

    thinking = text("thinking", since="1.0.24")
    """The reasoning's text."""
    signature = text("signature", since="1.0.24")
    """The API's signature over it: keep the block byte for byte or drop it whole."""


class RedactedThinkingBlock(Block):
    """Reasoning that the API keeps to itself."""

    data = text("data", since="2.1.197")
    """The encrypted reasoning."""


class Caller(View):
    """Who asked for a tool."""

    type = text("type", since="2.1.41")
    """``direct``: the model itself."""
    tool_id = text("tool_id", since=NAMED)
    """The server tool that asked, where one did."""


class ToolUseBlock(Block):
    """The model's request to run a tool."""

    id = text("id", since="1.0.24")
    """The call's id; the result names it."""
    name = text("name", since="1.0.24")
    """The tool; ``mcp__server__tool`` for MCP."""
    input = anything("input", since="1.0.24")
    """The tool's arguments."""
    caller = view("caller", Caller, since="2.1.41")
    """Where the call came from."""


class Source(View):
    """Where an image or a document comes from."""

    type = text("type", since="1.0.43")
    """``base64``, ``url``, ``file`` or ``text``."""
    media_type = text("media_type", since="1.0.43")
    """The MIME type."""
    data = text("data", since="1.0.43")
    """The bytes as base64, or the text."""
    url = text("url", since=NAMED)
    """The address, for ``url``."""
    file_id = text("file_id", since=NAMED)
    """The uploaded file, for ``file``."""


class ImageBlock(Block):
    """An image."""

    source = view("source", Source, since="1.0.43")
    """Its bytes or its address."""


class DocumentBlock(Block):
    """A document, such as a PDF."""

    source = view("source", Source, since="2.1.197")
    """Its bytes or its address."""
    title = text("title", since="2.1.197")
    """Its title."""
    context = text("context", since=NAMED)
    """What it is about."""
    citations = anything("citations", since=NAMED)
    """Whether it may be cited."""


class ToolReferenceBlock(Block):
    """A tool that a tool search found."""

    tool_name = text("tool_name", since="2.1.81")
    """The tool's name."""


class ServerToolUseBlock(Block):
    """A tool that the API runs itself."""

    id = text("id", since="2.1.197")
    """The call's id."""
    name = text("name", since="2.1.197")
    """The tool: ``web_search``, ``web_fetch``, ``code_execution`` and others."""
    input = anything("input", since="2.1.197")
    """The tool's arguments."""
    caller = view("caller", Caller, since=NAMED)
    """Where the call came from."""


class ServerToolResultBlock(Block):
    """The result of a tool that the API ran itself."""

    tool_use_id = text("tool_use_id", since="2.1.197")
    """The call that this answers."""
    content = anything("content", since="2.1.197")
    """The result, in the tool's own shape."""
    is_error = flag("is_error", since=NAMED)
    """True where the tool failed."""
    caller = view("caller", Caller, since=NAMED)
    """Where the call came from."""


class McpToolUseBlock(ServerToolUseBlock):
    """An MCP tool that the API calls itself."""

    server_name = text("server_name", since=NAMED)
    """The MCP server."""


CALL_BLOCKS: Final = (ToolUseBlock, ServerToolUseBlock)
"""The blocks that call a tool: one that the client runs, or one that the API runs itself."""


class SearchResultBlock(Block):
    """A search result that the client gave to the model."""

    source = text("source", since=NAMED)
    """Where the result comes from."""
    title = text("title", since=NAMED)
    """Its title."""
    content = anything("content", since=NAMED)
    """Its text blocks."""
    citations = anything("citations", since=NAMED)
    """Whether it may be cited."""


class ContainerUploadBlock(Block):
    """A file put into the API's container."""

    file_id = text("file_id", since=NAMED)
    """The uploaded file."""


class CompactionBlock(Block):
    """A summary that the API itself put in the place of older messages."""

    content = anything("content", since=NAMED)
    """The summary."""


class FallbackModel(View):
    """One side of a change of models."""

    model = text("model", since="2.1.217")
    """The model's name."""


class FallbackBlock(Block):
    """The place where another model took over; never sent back to the API."""

    origin = one_of("from", ViewOf(FallbackModel), TEXT, since="2.1.217")
    """The model that stopped."""
    to = one_of("to", ViewOf(FallbackModel), TEXT, since="2.1.217")
    """The model that went on."""


BLOCK_KINDS: Final[dict[str, type[Block]]] = {
    "text": TextBlock,
    "thinking": ThinkingBlock,
    "redacted_thinking": RedactedThinkingBlock,
    "tool_use": ToolUseBlock,
    "image": ImageBlock,
    "document": DocumentBlock,
    "tool_reference": ToolReferenceBlock,
    "server_tool_use": ServerToolUseBlock,
    "mcp_tool_use": McpToolUseBlock,
    "search_result": SearchResultBlock,
    "container_upload": ContainerUploadBlock,
    "compaction": CompactionBlock,
    "fallback": FallbackBlock,
    **dict.fromkeys(
        (
            "web_search_tool_result",
            "web_fetch_tool_result",
            "code_execution_tool_result",
            "bash_code_execution_tool_result",
            "text_editor_code_execution_tool_result",
            "tool_search_tool_result",
            "advisor_tool_result",
            "mcp_tool_result",
        ),
        ServerToolResultBlock,
    ),
}
"""The class of every kind of block, by its ``type``."""

BLOCKS: Final[Shape[tuple[Block, ...]]] = ListOf(Tagged(UnknownBlock, "type", BLOCK_KINDS))
CONTENT: Final = AnyOf(TEXT, BLOCKS)
"""A string or an array of blocks: what a message and a tool's result hold."""


class ToolResultBlock(Block):
    """What a tool gave back."""

    tool_use_id = text("tool_use_id", since="1.0.24")
    """The call that this answers."""
    content: Field[str | tuple[Block, ...]] = Field("content", CONTENT, since="1.0.24")
    """What the model saw: a string, or blocks (text, image, tool_reference)."""
    is_error = flag("is_error", since="1.0.24")
    """True where the tool failed or was refused."""


BLOCK_KINDS["tool_result"] = ToolResultBlock

CALL_TYPES: Final = frozenset(
    name for name, kind in BLOCK_KINDS.items() if issubclass(kind, CALL_BLOCKS)
)
"""The types of the blocks that call a tool."""
RESULT_TYPES: Final = frozenset(
    name
    for name, kind in BLOCK_KINDS.items()
    if issubclass(kind, (ToolResultBlock, ServerToolResultBlock))
)
"""The types of the blocks that hold a tool's result."""
