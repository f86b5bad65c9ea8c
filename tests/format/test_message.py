"""The API message of a line, wherever the five documents put its parts."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.codec import encode_value
from steno.format.content import TextBlock, ToolUseBlock, UnknownBlock
from steno.format.decode import decode
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.message import ApiMessage, MessageEntry, blocks_of

TEXT = {"type": "text", "text": "hi"}


def message_entry(body: dict[str, Any]) -> MessageEntry:
    """Decode a line that is known to carry a message."""
    entry = decode(encode_value(body) + b"\n")
    assert isinstance(entry, MessageEntry)
    return entry


@pytest.mark.parametrize(
    "body",
    [
        {"type": "user", "message": {"role": "user", "content": "hi"}},
        {"type": "user", "message": {"role": "user", "content": [TEXT]}},
        {"type": "user", "content": "hi"},
        {"type": "user", "content": [TEXT]},
        {"message": {"role": "user", "content": "hi"}},
        {"type": "user", "message": {"content": "hi"}, "content": "not this"},
        {"type": "user", "message": "no object", "content": "hi"},
        {"role": "user", "content": "hi"},
    ],
)
def test_role_and_content_are_found_wherever_they_are(body: dict[str, Any]) -> None:
    """Top-level content, a missing type, a message's role: all read alike."""
    entry = message_entry(body)
    assert isinstance(entry, UserEntry)
    assert (entry.role, entry.type) == ("user", "user")
    assert entry.plain_text == "hi"
    assert entry.blocks == (TextBlock(TEXT),)


def test_assistant_without_a_type_is_known_by_its_role() -> None:
    """Spec 002 writes assistant lines without a type."""
    entry = message_entry({"message": {"id": "m1", "role": "assistant", "content": [TEXT]}})
    assert isinstance(entry, AssistantEntry)
    assert entry.role == "assistant"
    assert entry.message is not None
    assert entry.message.id == "m1"


@pytest.mark.parametrize("content", [None, 5, {"type": "text"}, True])
def test_odd_content_reads_as_empty_and_stays_in_the_body(content: object) -> None:
    """A content of no known shape gives no blocks, and nothing is lost."""
    entry = message_entry({"type": "user", "message": {"role": "user", "content": content}})
    assert entry.content == ""
    assert entry.blocks == ()
    assert entry.body["message"]["content"] == content


def test_stray_item_does_not_hide_the_blocks_around_it() -> None:
    """One string among the blocks costs that string, not the message."""
    entry = message_entry({"type": "user", "message": {"content": [TEXT, "stray", {"type": "x"}]}})
    assert entry.blocks == (TextBlock(TEXT), UnknownBlock({"type": "x"}))


def test_empty_content_gives_no_block_but_empty_blocks_stay() -> None:
    """An empty string is no text; an empty text block is one."""
    assert message_entry({"type": "user", "content": ""}).blocks == ()
    empty = {"type": "text", "text": ""}
    assert message_entry({"type": "user", "content": [empty]}).blocks == (TextBlock(empty),)


def test_plain_text_joins_the_text_blocks() -> None:
    """Other blocks and empty texts leave no trace in it."""
    blocks = [TEXT, {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": ""}, TEXT]
    assert message_entry({"type": "assistant", "content": blocks}).plain_text == "hi\nhi"


def test_api_message_knows_every_key() -> None:
    """The whole message of a reply is typed, with the notes of the API."""
    message = ApiMessage(
        {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "x",
            "content": [],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "stop_details": None,
            "usage": {"input_tokens": 1},
            "context_management": {"applied_edits": []},
            "container": None,
            "diagnostics": {
                "cache_miss_reason": {"type": "model_changed", "cache_missed_input_tokens": 9}
            },
            "timestamp": "2026-11-15T10:00:00Z",
        }
    )
    assert message.unknown_keys == ()
    assert list(message.misshapen()) == []
    assert (message.id, message.model, message.stop_reason) == ("m", "x", "end_turn")
    assert message.usage is not None
    assert message.usage.input_tokens == 1
    assert message.context_management is not None
    assert message.context_management.applied_edits == []
    assert message.diagnostics is not None
    assert message.diagnostics.cache_miss_reason is not None
    assert message.diagnostics.cache_miss_reason.cache_missed_input_tokens == 9


def test_blocks_of_takes_arrays_alone() -> None:
    """An array of an MCP tool's result is read as blocks; anything else gives none."""
    assert blocks_of([{"type": "tool_use", "id": "t"}]) == (
        ToolUseBlock({"type": "tool_use", "id": "t"}),
    )
    assert blocks_of("text") == blocks_of(None) == ()
