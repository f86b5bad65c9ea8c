"""Messages as OpenInference has them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from steno.trace.profiles.messages import flattened
from steno.trace.span import Said
from tests.trace.made import CALL, RESULT, SAYINGS, text

THINKING = {"type": "thinking", "thinking": "hm", "signature": "s"}
PICTURE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/gif", "data": "R0lG"},
}


def flat(role: str, *blocks: Any) -> dict[str, str]:
    """Flatten one message."""
    return flattened("m", [Said(role, blocks)])


def test_single_text_is_the_content() -> None:
    """As most messages have it."""
    assert flat("user", text("hi")) == {"m.0.message.role": "user", "m.0.message.content": "hi"}


def test_several_contents_are_numbered() -> None:
    """Thoughts and pictures beside the text."""
    content = "m.0.message.contents"
    assert flat("assistant", THINKING, text("hi"), PICTURE) == {
        "m.0.message.role": "assistant",
        f"{content}.0.message_content.type": "reasoning",
        f"{content}.0.message_content.text": "hm",
        f"{content}.1.message_content.type": "text",
        f"{content}.1.message_content.text": "hi",
        f"{content}.2.message_content.type": "image",
        f"{content}.2.message_content.image.image.url": "data:image/gif;base64,R0lG",
    }


def test_calls_are_numbered() -> None:
    """With id, name and arguments."""
    call = "m.0.message.tool_calls.0.tool_call"
    assert flat("assistant", text("hi"), CALL) == {
        "m.0.message.role": "assistant",
        "m.0.message.content": "hi",
        f"{call}.id": "t1",
        f"{call}.function.name": "Task",
        f"{call}.function.arguments": '{"prompt":"look"}',
    }


def test_every_result_is_a_message_of_its_own() -> None:
    """A message can answer one call only; what the user said besides comes behind them."""
    assert flat("tool", RESULT, text("and this"), {**RESULT, "content": [1]}) == {
        "m.0.message.role": "tool",
        "m.0.message.tool_call_id": "t1",
        "m.0.message.content": "found",
        "m.1.message.role": "tool",
        "m.1.message.tool_call_id": "t1",
        "m.1.message.content": "[1]",
        "m.2.message.role": "user",
        "m.2.message.content": "and this",
    }


@pytest.mark.parametrize(
    ("source", "url"),
    [({"url": "https://a.example/b"}, "https://a.example/b"), ({"file_id": "f"}, "f"), (7, "")],
)
def test_picture_may_lie_elsewhere(source: Any, url: str) -> None:
    """Then its address is told."""
    told = flat("user", {"type": "image", "source": source})
    assert told["m.0.message.contents.0.message_content.image.image.url"] == url


def test_unknown_blocks_are_told_as_json() -> None:
    """And thoughts that are kept to themselves as thoughts."""
    told = flat("assistant", {"type": "novelty"}, {"type": "redacted_thinking", "data": "x"})
    content = "m.0.message.contents"
    assert told[f"{content}.0.message_content.text"] == '{"type":"novelty"}'
    assert told[f"{content}.1.message_content.type"] == "reasoning"


@given(SAYINGS)
def test_all_attributes_are_texts_with_a_role(said: Said) -> None:
    """Whatever the blocks are."""
    told = flattened("m", [said])
    assert "m.0.message.role" in told
    assert all(isinstance(value, str) for value in told.values())
