"""Lines in memory, and the messages that they become."""

from __future__ import annotations

from typing import Any

from steno.client.conversation import Conversation
from steno.client.reminders import is_reminder

MODEL = "claude-sonnet-4-5"


def user(content: Any, **own: Any) -> dict[str, Any]:
    """Make a line of the user's side."""
    return {"type": "user", "message": {"role": "user", "content": content}, **own}


def reply(name: str, *blocks: dict[str, Any], model: str = MODEL) -> dict[str, Any]:
    """Make a line of a model."""
    message = {"id": name, "role": "assistant", "model": model, "content": list(blocks)}
    return {"type": "assistant", "message": message}


def attached(**attachment: Any) -> dict[str, Any]:
    """Make an attachment."""
    return {"type": "attachment", "attachment": attachment}


def text(words: str) -> dict[str, Any]:
    """Make a block of text."""
    return {"type": "text", "text": words}


def talk(*lines: dict[str, Any]) -> Conversation:
    """Make a conversation."""
    conversation = Conversation()
    for line in lines:
        conversation.add(line)
    return conversation


def test_only_lines_of_the_chain_count() -> None:
    """Queue operations and news of tools are no part of what is said."""
    conversation = talk(user("a"), {"type": "queue-operation"}, {"type": "progress"})
    assert len(conversation) == 1


def test_the_opening_comes_first_as_a_reminder() -> None:
    """What is told before the first message is a block of its own in it."""
    (message,) = talk(user("hello")).messages([MODEL], "Today.")
    first, second = message["content"]
    assert is_reminder(first)
    assert second == text("hello")


def test_attachments_are_told_before_the_words_that_they_go_with() -> None:
    """A reminder stands before the prompt that it came with, so that the prompt is last."""
    context = attached(
        type="hook_additional_context", content=["EXTRA"], hookName="UserPromptSubmit"
    )
    (message,) = talk(user("hello"), context).messages([MODEL])
    assert "EXTRA" in message["content"][0]["text"]
    assert message["content"][1] == text("hello")


def test_silent_attachments_say_nothing() -> None:
    """What is only kept for people does not reach the model."""
    held = attached(type="hook_system_message", content="x")
    assert talk(user("hello"), held).messages([MODEL]) == [{"role": "user", "content": "hello"}]


def test_thinking_of_other_models_is_left_out() -> None:
    """A thought goes back to the model that had it, by any of its names."""
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    conversation = talk(user("a"), reply("1", thought, text("b"), model="other"))
    assert conversation.messages([MODEL])[1]["content"] == [text("b")]
    assert conversation.messages([MODEL, "other"])[1]["content"] == [thought, text("b")]


def test_what_stands_for_all_that_was_said() -> None:
    """Other lines can take the place of a conversation."""
    conversation = talk(user("a"), reply("1", text("b")))
    last = conversation.last_reply()
    assert last is not None
    assert last["message"]["id"] == "1"
    conversation.replace(talk(user("c")).lines)
    assert conversation.last_reply() is None
    assert conversation.messages([MODEL]) == [{"role": "user", "content": "c"}]
