"""A made-up answer as the Messages API tells it."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.script import Request, answer, call
from steno.model.script_events import estimated, events_of, message_of, pieces

REQUEST = Request(body={"model": "claude-test-1"})


def test_events_have_the_order_of_the_real_service() -> None:
    """A ping behind the first start, deltas in pieces, and the end with its reason and usage."""
    message = message_of(answer("abcd"), REQUEST)
    events = list(events_of(message, 3))
    assert [event["type"] for event in events] == [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    start = events[0]["message"]
    assert (start["content"], start["stop_reason"]) == ([], None)
    assert start["usage"]["output_tokens"] == 1
    assert events[-2]["delta"]["stop_reason"] == "end_turn"
    assert events[-2]["usage"]["output_tokens"] == message["usage"]["output_tokens"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (answer("x"), "end_turn"),
        (answer("x", call("Bash")), "tool_use"),
        (answer("x", call("Bash"), stop_reason="max_tokens"), "max_tokens"),
    ],
)
def test_reason_follows_from_the_blocks(given: Any, reason: str) -> None:
    """Unless the script says another one."""
    assert message_of(given, REQUEST)["stop_reason"] == reason


def test_tokens_are_guessed_but_for_what_is_said() -> None:
    """By the size of things."""
    few = message_of(answer("x", usage={"cache_read_input_tokens": 7}), REQUEST)
    many = message_of(answer("x" * 400), Request(body={"system": "x" * 400}))
    assert few["usage"]["cache_read_input_tokens"] == 7
    assert many["usage"]["input_tokens"] > few["usage"]["input_tokens"] + 90
    assert many["usage"]["output_tokens"] > few["usage"]["output_tokens"] + 90
    assert estimated("") == 1


def test_text_is_cut_into_pieces() -> None:
    """The last one may be shorter; nothing has none."""
    assert pieces("abcde", 2) == ["ab", "cd", "e"]
    assert pieces("", 2) == []
