"""Which conversations the Messages API takes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from steno.model.script import call_with, say, think, think_unseen
from steno.testing.messages_history import Memory, blocks_of, check_history, turns_of
from steno.testing.messages_shape import RefusedError
from tests.testing.messages_talk import assistant, user

ONE = call_with("Bash", {}, call_id="toolu_1")
TWO = call_with("Bash", {}, call_id="toolu_2")


def result(call_id: str, content: Any = "ok", **own: Any) -> dict[str, Any]:
    """Answer a call."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, **own}


def system(content: Any, **own: Any) -> dict[str, Any]:
    """Say something as the system."""
    return {"role": "system", "content": content, **own}


def checked(*messages: Any, thinks: bool = False, betas: tuple[str, ...] = ()) -> list[str]:
    """Check a conversation."""
    return check_history(list(messages), betas, Memory(), thinks=thinks)


@pytest.mark.parametrize(
    "messages",
    [
        [user("a"), assistant("b"), user("c")],
        [user("a"), assistant([say("b"), ONE]), user([result("toolu_1"), say("c")])],
        [user("a"), assistant([ONE, TWO]), user([result("toolu_2"), result("toolu_1")])],
        [user("a"), assistant([think("x"), think_unseen("y"), say("b")]), user("c")],
        [user("a"), assistant("begun")],
        [user("a"), assistant("")],
        [user("a"), assistant([ONE]), user([result("toolu_1", [say("x")], is_error=True)])],
    ],
)
def test_conversation_is_taken(messages: list[Any]) -> None:
    """Without a problem."""
    assert checked(*messages) == []


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([], "messages: at least one message is required"),
        ([assistant("a")], 'first message must use the "user" role'),
        ([user("")], "messages.0: all messages must have non-empty content"),
        ([user([])], "messages.0: all messages must have non-empty content"),
        ([user("a"), assistant(""), user("b")], "messages.1: all messages must have non-empty"),
        ([user([say("")])], "text content blocks must be non-empty"),
        ([user([say(" \n")])], "must contain non-whitespace text"),
        ([user("a"), assistant("b ")], "final assistant content cannot end with trailing white"),
        ([{"role": "other", "content": "x"}], "messages.0.role: Input should be one of"),
        ([system("x")], "messages.0.role: Input should be one of"),
        ([{"role": "user"}], "messages.0.content: Field required"),
        ([user("a") | {"id": 1}], "messages.0.id: Extra inputs"),
        ([user(3)], "messages.0.content: Input should be a valid list"),
        ([3], "messages.0: Input should be a valid dictionary"),
        (
            [user("a"), assistant([ONE]), user("b")],
            "messages.1: `tool_use` ids were found without `tool_result` blocks immediately",
        ),
        ([user("a"), assistant([ONE])], "without `tool_result` blocks immediately after: toolu_1"),
        (
            [user("a"), assistant([ONE, TWO]), user([result("toolu_1")])],
            "without `tool_result` blocks immediately after: toolu_2",
        ),
        (
            [user("a"), assistant([ONE]), user([say("x"), result("toolu_1")])],
            "without `tool_result` blocks immediately after: toolu_1",
        ),
        (
            [user([result("toolu_1")])],
            "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1",
        ),
        (
            [user("a"), assistant([ONE]), user([result("toolu_1"), result("toolu_9")])],
            "messages.2.content.1: unexpected `tool_use_id`",
        ),
        (
            [user("a"), assistant([ONE]), user([result("toolu_1"), result("toolu_1")])],
            "each tool_use must have a single result",
        ),
        (
            [
                *[user("a"), assistant([ONE]), user([result("toolu_1")])],
                *[assistant([ONE]), user([result("toolu_1")])],
            ],
            "`tool_use` ids must be unique",
        ),
        ([user("a"), assistant([ONE, ONE]), user([result("toolu_1")])], "ids must be unique"),
        (
            [user("a"), assistant([think("x") | {"thinking": "y"}, say("b")]), user("c")],
            "messages.1.content.0: Invalid `signature` in `thinking` block",
        ),
        (
            [user("a"), assistant([{"type": "redacted_thinking", "data": "y"}, say("b")])],
            "messages.1.content.0: Invalid `data` in `redacted_thinking` block",
        ),
        (
            [user("a"), assistant([say("b"), think("x")]), user("c")],
            "messages.1.content.1: The final block in an assistant message cannot be `thinking`",
        ),
    ],
)
def test_conversation_is_refused(messages: list[Any], said: str) -> None:
    """In the words of the real service, as far as they are known."""
    with pytest.raises(RefusedError, match=re.escape(said)):
        checked(*messages)


def test_results_may_be_spread_over_messages_in_a_row() -> None:
    """The service takes them for one, and that is odd."""
    calls = assistant([ONE, TWO])
    odd = checked(user("a"), calls, user([result("toolu_1")]), user([result("toolu_2")]))
    assert odd == ["messages.3: a second user message in a row"]


def test_system_may_speak_where_that_is_asked_for() -> None:
    """Between a call and its result, too, and it says more than others."""
    words = system("x", output_config={"effort": "low"})
    betas = ("mid-conversation-system-2026-04-07",)
    messages = [user("a"), words, assistant([ONE]), system("y"), user([result("toolu_1")])]
    assert checked(*messages, betas=betas) == []
    with pytest.raises(RefusedError, match="first message"):
        checked(words, user("a"), betas=betas)


def test_nothing_is_begun_for_a_model_that_thinks() -> None:
    """It would have to think first."""
    with pytest.raises(RefusedError, match="cannot be prefilled"):
        checked(user("a"), assistant("begun"), thinks=True)


def test_thoughts_of_the_last_answer_have_to_stay() -> None:
    """Those of earlier ones, or where the model no longer thinks, may go."""
    memory = Memory()
    memory.remember([think("x"), think_unseen("y"), ONE])
    memory.remember([TWO])
    assert memory.has_made("toolu_1")
    assert not memory.has_made("toolu_9")
    bare = [user("a"), assistant([ONE]), user([result("toolu_1")])]
    with pytest.raises(RefusedError, match="cannot be modified"):
        check_history(bare, (), memory, thinks=True)
    assert check_history(bare, (), memory, thinks=False) == []
    later = [*bare, assistant([TWO]), user([result("toolu_2")])]
    assert check_history(later, (), memory, thinks=True) == []
    whole = [user("a"), assistant([think("x"), think_unseen("y"), ONE]), bare[2]]
    assert check_history(whole, (), memory, thinks=True) == []
    swapped = [user("a"), assistant([think_unseen("y"), think("x"), ONE]), bare[2]]
    with pytest.raises(RefusedError, match="cannot be modified"):
        check_history(swapped, (), memory, thinks=True)


def test_images_of_results_count() -> None:
    """As those of the user do."""
    shown = {"type": "image", "source": {"type": "url", "url": "https://example.com/x.png"}}
    answered = user([result("toolu_1", [shown] * 60), *[shown] * 41])
    with pytest.raises(RefusedError, match="too many images: 101"):
        checked(user("a"), assistant([ONE]), answered)


def test_content_is_blocks() -> None:
    """Text is one of them, and nothing is none; turns put a role's messages together."""
    assert blocks_of("x") == [say("x")]
    assert blocks_of("") == []
    turns = turns_of([user("a"), user([say("b")]), system("s"), assistant("c")])
    assert [(turn.role, turn.number, len(turn.blocks)) for turn in turns] == [
        ("user", 0, 2),
        ("assistant", 3, 1),
    ]
