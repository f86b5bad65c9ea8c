"""The body of a request: what it holds for which model, and where the marks are."""

from __future__ import annotations

from typing import Any

import pytest

from steno.client.request import (
    EFFORT_BETA,
    INTERLEAVED_BETA,
    LONG_CONTEXT_BETA,
    MOST_MARKS,
    Request,
    Thinking,
    is_adaptive,
    most_output,
    tool_entries,
)
from steno.client.tools.read import Read

TALK = [
    {"role": "user", "content": "one"},
    {"role": "assistant", "content": [{"type": "text", "text": "two"}]},
    {"role": "user", "content": [{"type": "text", "text": "three"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "four"}]},
    {"role": "user", "content": [{"type": "text", "text": "five"}]},
]


def request(model: str = "claude-sonnet-4-5", **own: Any) -> Request:
    """Make a request."""
    given: dict[str, Any] = {
        "system": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
        "tools": tool_entries([Read(), Read()]),
        "messages": TALK,
        **own,
    }
    return Request(model=model, **given)


def marks(value: Any) -> int:
    """Count the marks in a body."""
    if isinstance(value, dict):
        return ("cache_control" in value) + sum(map(marks, value.values()))
    return sum(map(marks, value)) if isinstance(value, list) else 0


def test_marks_are_at_the_ends_and_few() -> None:
    """The last of system, tools and of the last two user messages is marked, and nothing else."""
    body = request().body()
    assert marks(body) == MOST_MARKS
    assert "cache_control" in body["system"][-1]
    assert "cache_control" in body["tools"][-1]
    marked = [marks(message) for message in body["messages"]]
    assert marked == [0, 0, 1, 0, 1]
    assert marks(TALK) == 0


def test_a_plain_text_becomes_a_block_to_be_marked() -> None:
    """Text as content cannot be marked, a block can."""
    body = request(messages=TALK[:1]).body()
    assert body["messages"][0]["content"][0]["text"] == "one"


@pytest.mark.parametrize(
    ("model", "thinking", "wanted"),
    [
        ("claude-opus-4-8", Thinking(), {"type": "adaptive"}),
        ("claude-opus-4-8", Thinking(budget=5000), {"type": "adaptive"}),
        ("claude-opus-4-8", Thinking(mode="disabled"), {"type": "disabled"}),
        ("claude-sonnet-4-5", Thinking(budget=5000), {"type": "enabled", "budget_tokens": 5000}),
        ("claude-sonnet-4-5", Thinking(budget=0), {"type": "disabled"}),
        ("claude-sonnet-4-5", Thinking(budget=10), None),
        ("claude-3-5-haiku-20241022", Thinking(budget=5000), None),
        ("claude-3-5-haiku-20241022", Thinking(mode="disabled"), None),
    ],
)
def test_thinking(model: str, thinking: Thinking, wanted: object) -> None:
    """A model is told to think in the way that it understands."""
    assert request(model, thinking=thinking).body().get("thinking") == wanted


def test_a_budget_is_smaller_than_the_answer() -> None:
    """Thinking leaves room for an answer, however much is asked for."""
    body = request(thinking=Thinking(budget=10**6), max_tokens=5000).body()
    assert body["thinking"]["budget_tokens"] < body["max_tokens"] == 5000


def test_calls_that_nobody_thought_of_forbid_thinking() -> None:
    """Results of calls without a thought before them are sent without thinking."""
    calling = [{"type": "tool_use", "id": "t", "name": "Read", "input": {}}]
    result = [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]
    messages = [
        TALK[0],
        {"role": "assistant", "content": calling},
        {"role": "user", "content": result},
    ]
    assert "thinking" not in request(messages=messages).body()
    assert "thinking" in request("claude-opus-4-8", messages=messages).body()


def test_betas() -> None:
    """What is still tried out is named where it is used, once."""
    assert request(betas=("mine", "mine")).all_betas() == ["mine", INTERLEAVED_BETA]
    long = request("claude-sonnet-4-5[1m]", thinking=Thinking(mode="disabled"))
    assert long.all_betas() == [LONG_CONTEXT_BETA]
    assert long.body()["model"] == "claude-sonnet-4-5"
    tries = request("claude-opus-4-8", thinking=Thinking(effort="low"))
    assert tries.all_betas() == [EFFORT_BETA]
    assert tries.body()["output_config"] == {"effort": "low"}
    assert "output_config" not in request(thinking=Thinking(effort="low")).body()


def test_tools_may_be_told_of_and_not_be_used() -> None:
    """A summary is written without calls, though earlier ones are in the messages."""
    body = request(uses_tools=False).body()
    assert body["tool_choice"] == {"type": "none"}
    assert len(body["tools"]) == 2


def test_whom_it_is_for() -> None:
    """What the service is told of its user is one text."""
    assert request(user_id={"session_id": "s"}).body()["metadata"] == {
        "user_id": '{"session_id":"s"}'
    }


@pytest.mark.parametrize(
    ("model", "adaptive", "most"),
    [
        ("claude-opus-4-8", True, 64_000),
        ("claude-sonnet-5", True, 64_000),
        ("claude-opus-4-1-20250805", False, 32_000),
        ("claude-sonnet-4-20250514", False, 32_000),
        ("claude-3-5-haiku-20241022", False, 8192),
        ("something-else", False, 32_000),
    ],
)
def test_models(model: str, adaptive: bool, most: int) -> None:
    """Dates in names are no versions."""
    assert is_adaptive(model) is adaptive
    assert most_output(model) == most
