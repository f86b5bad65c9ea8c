"""The keys by which message lists are compared: nothing of the conversation escapes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.interop.oracle_keys import exact_key, exact_keys
from tests.resume_keys import is_own_words, recorded_key, recorded_keys

if TYPE_CHECKING:
    from collections.abc import Callable

CALL: Final = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {"path": "a"}}
RESULT: Final = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "wet"}
REMINDER: Final = "<system-reminder>\nBe brief.\n</system-reminder>"


def text(words: str) -> dict[str, Any]:
    """Give a block of text."""
    return {"type": "text", "text": words}


def user(*blocks: dict[str, Any]) -> dict[str, Any]:
    """Give a message of the user."""
    return {"role": "user", "content": list(blocks)}


@pytest.mark.parametrize(
    "words",
    [
        REMINDER,
        f"\n{REMINDER}",
        "No response requested.",
        "Continue from where you left off.",
        "<task-notification>\n<task-id>b1</task-id>\nNo completion record was found",
        "<task-notification> it was running when the previous session ended",
        "the new prompt",
    ],
)
def test_words_of_the_client_are_left_out(words: str) -> None:
    """Reminders, fillers, notices of lost work and the new prompt are no conversation."""
    assert is_own_words(words, "the new prompt")
    assert exact_keys([user(text(words))], "the new prompt") == []


@pytest.mark.parametrize(
    "words",
    [
        "No response requested. Really.",
        f"Look: {REMINDER}",
        "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>",
        "the new prompt, and more",
        "",
    ],
)
def test_words_of_people_stay(words: str) -> None:
    """What only resembles the words of the client is conversation."""
    assert not is_own_words(words, "the new prompt")
    assert len(recorded_keys([user(text(words))], "the new prompt")) == 1


@pytest.mark.parametrize("keys", [recorded_keys, exact_keys])
def test_borders_between_messages_count(keys: Callable[[Any], Any]) -> None:
    """Two messages are not one message with the blocks of both."""
    apart = [user(text("one")), user(text("two"))]
    assert keys(apart) != keys([user(text("one"), text("two"))])
    assert keys([{"role": "user", "content": "one"}]) == keys([user(text("one"))])


@pytest.mark.parametrize("keys", [recorded_keys, exact_keys])
def test_order_and_roles_count(keys: Callable[[Any], Any]) -> None:
    """The same blocks in another order, or said by another side, are something else."""
    assert keys([user(text("one"), text("two"))]) != keys([user(text("two"), text("one"))])
    assert keys([user(text("one"))]) != keys([user(text("one")) | {"role": "assistant"}])
    assert keys([user(text("one")) | {"role": "system"}]) == []


@pytest.mark.parametrize(
    "change",
    [{"id": "toolu_2"}, {"name": "Write"}, {"input": {"path": "b"}}, {"caller": {}}],
    ids=str,
)
def test_every_change_of_a_call_changes_its_exact_key(change: dict[str, Any]) -> None:
    """No key of a block is left aside, but for the mark of where to cache."""
    assert exact_key(CALL | change) != exact_key(CALL)
    assert exact_key(CALL | {"cache_control": {"type": "ephemeral"}}) == exact_key(CALL)


@pytest.mark.parametrize("key", [recorded_key, exact_key])
def test_reminders_inside_a_result_are_left_out(key: Callable[[Any], str]) -> None:
    """A reminder that the client wrote into a result leaves the result what it was."""
    assert key(RESULT | {"content": f"wet\n\n{REMINDER}"}) == key(RESULT)
    parts = [text("wet")]
    assert key(RESULT | {"content": [*parts, text(REMINDER)]}) == key(RESULT | {"content": parts})
    assert key(RESULT | {"content": "dry"}) != key(RESULT)


def test_errors_are_told_from_results_by_the_exact_key() -> None:
    """Whether a tool failed is part of its result."""
    assert exact_key(RESULT | {"is_error": True}) != exact_key(RESULT)


def test_white_space_counts_for_the_exact_key_alone() -> None:
    """Recorded keys strip the text; exact ones let go of the newlines at its end at most."""
    assert recorded_key(text(" wet\n")) == recorded_key(text("wet"))
    assert exact_key(text("wet\n")) == exact_key(text("wet"))
    assert exact_key(text(" wet")) != exact_key(text("wet"))
