"""Content blocks as message parts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from steno.trace.profiles.parts import input_messages, output_messages
from steno.trace.span import Said
from tests.trace.made import CALL, RESULT, SAYINGS, text

IMAGE = {"type": "base64", "media_type": "image/png", "data": "aGk="}


@pytest.mark.parametrize(
    ("block", "part"),
    [
        (text("hi"), {"type": "text", "content": "hi"}),
        ({"type": "text"}, {"type": "text", "content": ""}),
        (
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            {"type": "reasoning", "content": "hm"},
        ),
        ({"type": "redacted_thinking", "data": "x"}, {"type": "redacted_thinking"}),
        (CALL, {"type": "tool_call", "id": "t1", "name": "Task", "arguments": {"prompt": "look"}}),
        (
            {"type": "server_tool_use", "input": {}},
            {"type": "tool_call", "name": "unknown", "arguments": {}},
        ),
        (RESULT, {"type": "tool_call_response", "id": "t1", "response": "found"}),
        (
            {"type": "image", "source": IMAGE},
            {"type": "blob", "modality": "image", "mime_type": "image/png", "content": "aGk="},
        ),
        (
            {"type": "document", "source": {"type": "url", "url": "https://a.example/b.pdf"}},
            {"type": "uri", "modality": "document", "uri": "https://a.example/b.pdf"},
        ),
        (
            {"type": "image", "source": {"type": "file", "file_id": "f1"}},
            {"type": "file", "modality": "image", "file_id": "f1"},
        ),
        ({"type": "image", "source": 5}, {"type": "image", "source": 5}),
        ({"type": "novelty", "x": 1}, {"type": "novelty", "x": 1}),
        ({"x": 1}, {"type": "unknown", "x": 1}),
    ],
)
def test_block_becomes_a_part(block: dict[str, Any], part: dict[str, Any]) -> None:
    """By the schemas that the conventions give; what they do not know stays as it is."""
    assert input_messages([Said("user", (block,))]) == [{"role": "user", "parts": [part]}]


@pytest.mark.parametrize(
    ("told", "reason"),
    [("end_turn", "stop"), ("tool_use", "tool_call"), ("pause_turn", "pause_turn"), (None, "")],
)
def test_reason_is_in_the_words_of_the_conventions(told: str | None, reason: str) -> None:
    """It has to be there, so that one that is not known is empty."""
    (message,) = output_messages(Said("assistant", ()), told)
    assert message == {"role": "assistant", "parts": [], "finish_reason": reason}


@given(SAYINGS)
def test_every_part_has_a_type(said: Said) -> None:
    """A part without one would cost a reader the whole list."""
    (message,) = input_messages([said])
    assert all(isinstance(part["type"], str) and part["type"] for part in message["parts"])
