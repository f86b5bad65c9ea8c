"""Which content blocks the Messages API takes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from steno.model.script import call, say, think
from steno.testing.messages_blocks import check_block
from steno.testing.messages_shape import RefusedError

MARK = {"cache_control": {"type": "ephemeral"}}
RESULT: dict[str, Any] = {"type": "tool_result", "tool_use_id": "t", "content": "x"}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/x.png"}}


@pytest.mark.parametrize(
    ("block", "role"),
    [
        (say("x") | MARK, "user"),
        (say("x") | {"citations": None}, "assistant"),
        (call("Bash", a=1) | MARK, "assistant"),
        (call("Bash") | {"caller": {"type": "direct"}}, "assistant"),
        (think(""), "assistant"),
        (RESULT | MARK, "user"),
        ({"type": "tool_result", "tool_use_id": "t"}, "user"),
        (RESULT | {"content": [say("x"), IMAGE]}, "user"),
        (RESULT | {"content": [{"type": "tool_reference", "tool_name": "x"}]}, "user"),
        (IMAGE | MARK, "user"),
        (say("x"), "system"),
        ({"type": "web_search_tool_result", "tool_use_id": "s", "content": []}, "assistant"),
    ],
)
def test_block_is_taken(block: dict[str, Any], role: str) -> None:
    """From whoever may say it."""
    check_block("messages.0.content.0", block, role)


@pytest.mark.parametrize(
    ("block", "role", "said"),
    [
        (3, "user", "content.0: Input should be a valid dictionary"),
        ({}, "user", "content.0.type: Field required"),
        ({"type": "strange"}, "user", "Input tag 'strange' found using 'type' does not match"),
        (call("Bash"), "user", "Input tag 'tool_use'"),
        (think("x"), "user", "Input tag 'thinking'"),
        (RESULT, "assistant", "Input tag 'tool_result'"),
        (IMAGE, "assistant", "Input tag 'image'"),
        (IMAGE, "system", "Input tag 'image'"),
        ({"type": "text"}, "user", "content.0.text.text: Field required"),
        ({"type": "text", "text": 3}, "user", "Input should be a valid string"),
        (say("x") | {"foo": 1}, "user", "content.0.text.foo: Extra inputs are not permitted"),
        (say("") | MARK, "user", "cache_control cannot be set for empty text blocks"),
        (think("x") | MARK, "assistant", "thinking.cache_control: Extra inputs"),
        ({"type": "thinking", "thinking": "x"}, "assistant", "thinking.signature: Field required"),
        (call("Bash") | {"id": "a b"}, "assistant", "tool_use.id: String should match pattern"),
        (call("Bash") | {"name": ""}, "assistant", "tool_use.name: String should have at least 1"),
        (
            call("Bash") | {"input": "x"},
            "assistant",
            "tool_use.input: Input should be a valid dict",
        ),
        (RESULT | {"is_error": "no"}, "user", "is_error: Input should be a valid boolean"),
        (RESULT | {"is_error": True, "content": ""}, "user", "content cannot be empty if"),
        (RESULT | {"is_error": True, "content": [IMAGE]}, "user", "must be type `text` if"),
        (RESULT | {"content": 3}, "user", "content: Input should be a valid list"),
        (RESULT | {"content": [say("")]}, "user", "text content blocks must be non-empty"),
        (RESULT | {"content": [RESULT]}, "user", "Input tag 'tool_result'"),
    ],
)
def test_block_is_refused(block: Any, role: str, said: str) -> None:
    """For its kind, its members, or what they hold."""
    with pytest.raises(RefusedError, match=re.escape(said)):
        check_block("messages.0.content.0", block, role)
