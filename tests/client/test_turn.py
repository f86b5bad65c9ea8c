"""What a turn took, and how it is told."""

from __future__ import annotations

from typing import Any

from steno.client.spending import Spending
from steno.client.turn import Turn


def message(*texts: str) -> dict[str, Any]:
    """Make an answer."""
    blocks = [{"type": "text", "text": text} for text in texts]
    usage = {"input_tokens": 2, "output_tokens": 3}
    return {"content": blocks, "usage": usage, "stop_reason": "end_turn", "model": "m"}


def test_answers_add_up() -> None:
    """Usage is summed, the last words and the last usage are kept."""
    turn = Turn()
    turn.answered(message("a", "b"), 5)
    turn.answered(message("c"), 7)
    ended = turn.ended(Spending(), None)
    assert (ended.text, ended.api_ms, turn.requests) == ("c", 12, 2)
    assert ended.usage["output_tokens"] == 6
    assert turn.last_usage["output_tokens"] == 3


def test_a_failed_turn_says_why() -> None:
    """An end at a limit has no answer, but a reason."""
    turn = Turn()
    turn.answered(message("a"), 5)
    turn.fail("error_max_turns", "Reached it")
    ended = turn.ended(Spending(), "call")
    assert (ended.text, ended.is_error, ended.errors) == ("", True, ("Reached it",))
    assert ended.parent_call == "call"
