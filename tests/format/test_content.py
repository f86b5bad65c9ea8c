"""Content blocks: every kind has its class, and nothing is dropped."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.content import (
    BLOCK_KINDS,
    BLOCKS,
    CONTENT,
    CompactionBlock,
    ContainerUploadBlock,
    DocumentBlock,
    FallbackBlock,
    FallbackModel,
    ImageBlock,
    McpToolUseBlock,
    RedactedThinkingBlock,
    SearchResultBlock,
    ServerToolResultBlock,
    ServerToolUseBlock,
    TextBlock,
    ThinkingBlock,
    ToolReferenceBlock,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)

SOURCE = {"type": "base64", "media_type": "image/png", "data": "aGk="}
CALLER = {"type": "direct"}

SAMPLES: list[tuple[type, dict[str, Any]]] = [
    (TextBlock, {"type": "text", "text": "hi", "citations": None}),
    (ThinkingBlock, {"type": "thinking", "thinking": "hm", "signature": "s"}),
    (RedactedThinkingBlock, {"type": "redacted_thinking", "data": "x"}),
    (
        ToolUseBlock,
        {"type": "tool_use", "id": "t", "name": "Bash", "input": {}, "caller": CALLER},
    ),
    (
        ToolResultBlock,
        {"type": "tool_result", "tool_use_id": "t", "content": "out", "is_error": False},
    ),
    (ImageBlock, {"type": "image", "source": SOURCE}),
    (DocumentBlock, {"type": "document", "source": SOURCE, "title": "t", "context": "c"}),
    (ToolReferenceBlock, {"type": "tool_reference", "tool_name": "Read"}),
    (ServerToolUseBlock, {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}),
    (McpToolUseBlock, {"type": "mcp_tool_use", "id": "s", "name": "n", "server_name": "x"}),
    (ServerToolResultBlock, {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}),
    (ServerToolResultBlock, {"type": "advisor_tool_result", "tool_use_id": "s", "content": {}}),
    (FallbackBlock, {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}}),
    (SearchResultBlock, {"type": "search_result", "source": "s", "title": "t", "content": []}),
    (ContainerUploadBlock, {"type": "container_upload", "file_id": "f"}),
    (CompactionBlock, {"type": "compaction", "content": "c"}),
]


@pytest.mark.parametrize(("kind", "body"), SAMPLES)
def test_each_kind_of_block_has_its_class(kind: type, body: dict[str, Any]) -> None:
    """A block is read in its own class, which knows all of its keys."""
    (block,) = BLOCKS.read([body])
    assert type(block) is kind
    assert block.unknown_keys == ()
    assert list(block.misshapen()) == []


def test_every_registered_kind_is_sampled_or_a_server_tool_result() -> None:
    """No class of the table is forgotten above."""
    sampled = {body["type"] for _, body in SAMPLES}
    others = {tag for tag, kind in BLOCK_KINDS.items() if kind is not ServerToolResultBlock}
    assert others <= sampled


def test_unknown_block_is_kept_whole() -> None:
    """A kind from the future is an UnknownBlock with everything in it."""
    body = {"type": "hologram", "beam": [1, 2]}
    (block,) = BLOCKS.read([body])
    assert isinstance(block, UnknownBlock)
    assert block.body == body


def test_block_without_a_type_is_unknown() -> None:
    """What does not say its kind is kept all the same."""
    (block,) = BLOCKS.read([{"text": "hi"}])
    assert type(block) is UnknownBlock


def test_empty_blocks_are_kept() -> None:
    """An empty text and an empty thought stay in their place."""
    empty = [{"type": "text", "text": ""}, {"type": "thinking", "thinking": "", "signature": ""}]
    first, second = BLOCKS.read(empty)
    assert isinstance(first, TextBlock)
    assert first.text == ""
    assert isinstance(second, ThinkingBlock)
    assert (second.thinking, second.signature) == ("", "")


def test_content_is_a_string_or_blocks() -> None:
    """Both shapes of a message's content fit, and nothing else does."""
    assert CONTENT.read("hi") == "hi"
    assert CONTENT.read([{"type": "text", "text": "hi"}]) == (
        TextBlock({"type": "text", "text": "hi"}),
    )
    assert not CONTENT.fits({"type": "text"})
    assert not CONTENT.fits(["a"])


def test_tool_result_holds_a_string_or_blocks() -> None:
    """A result's content is what the model saw: text, or blocks such as images."""
    plain = ToolResultBlock({"type": "tool_result", "content": "out"})
    assert plain.content == "out"
    rich = ToolResultBlock(
        {"type": "tool_result", "content": [{"type": "image", "source": SOURCE}]}
    )
    assert isinstance(rich.content, tuple)
    (image,) = rich.content
    assert isinstance(image, ImageBlock)
    assert image.source is not None
    assert (image.source.type, image.source.media_type, image.source.data) == (
        "base64", "image/png", "aGk=",
    )  # fmt: skip


def test_fallback_names_its_models_in_either_shape() -> None:
    """The models stand as objects in real lines; a plain name is read as well."""
    block = FallbackBlock({"type": "fallback", "from": {"model": "a"}, "to": "b"})
    assert isinstance(block.origin, FallbackModel)
    assert block.origin.model == "a"
    assert block.to == "b"


def test_caller_says_who_asked() -> None:
    """A call of the model itself is direct."""
    block = ToolUseBlock({"type": "tool_use", "caller": {"type": "direct", "tool_id": "x"}})
    assert block.caller is not None
    assert (block.caller.type, block.caller.tool_id) == ("direct", "x")
