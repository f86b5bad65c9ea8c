"""What an attachment becomes: rule 20 of docs/resume.md."""

from __future__ import annotations

from typing import Any

import pytest

from steno.session.attached import SPEAKING, images_of, is_sent
from tests.session.transcripts import image, text

SILENT = [
    "hook_non_blocking_error", "hook_system_message", "command_permissions", "structured_output",
    "already_read_file", "max_turns_reached", "hook_cancelled", "zebra", "",
]  # fmt: skip


def sent(kind: str, **own: Any) -> bool:
    """Say whether an attachment reaches the model."""
    return is_sent(kind, {"attachment": {"type": kind, **own}})


def images(**own: Any) -> list[str]:
    """Name the images that an attachment is sent with."""
    return [found["source"]["data"] for found in images_of({"attachment": own})]


@pytest.mark.parametrize("kind", sorted(SPEAKING - {"hook_success"}))
def test_most_kinds_reach_the_model(kind: str) -> None:
    """As a reminder, whatever is in them."""
    assert sent(kind)


@pytest.mark.parametrize("kind", SILENT)
def test_some_kinds_and_all_unknown_ones_do_not(kind: str) -> None:
    """They are notes for the user or for the client itself."""
    assert not sent(kind)


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_a_hook_speaks_where_a_session_or_a_turn_begins(event: str) -> None:
    """If it said anything."""
    assert sent("hook_success", hookEvent=event, content="note")
    assert not sent("hook_success", hookEvent=event, content="")
    assert not sent("hook_success", hookEvent=event)


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", None, ["SessionStart"], {}, 5])
def test_other_hooks_are_silent(event: object) -> None:
    """Whatever they said, and whatever stands there."""
    assert not sent("hook_success", hookEvent=event, content="note")


@pytest.mark.parametrize("body", [{}, {"attachment": None}, {"attachment": "hook_success"}])
def test_an_attachment_of_nothing_says_nothing(body: dict[str, Any]) -> None:
    """There is no hook, and no image."""
    assert not is_sent("hook_success", body)
    assert images_of(body) == []


def test_images_of_a_queued_prompt_are_sent() -> None:
    """Its words are not: they stand in the reminder alone."""
    prompt = [text("look"), image("one"), "x", 5, image("two")]
    assert images(type="queued_command", prompt=prompt) == ["one", "two"]
    assert images(type="queued_command", prompt="look") == []


def test_an_image_file_is_sent() -> None:
    """In the form that the API takes."""
    content = {"type": "image", "file": {"type": "image/png", "base64": "pixels"}}
    body = {"attachment": {"type": "file", "content": content}}
    assert images_of(body) == [image("pixels")]


@pytest.mark.parametrize(
    "content",
    [
        None,
        "image",
        [],
        {"type": "text", "file": {}},
        {"type": "image"},
        {"type": "image", "file": 5},
    ],
)
def test_a_file_of_another_shape_has_no_image(content: object) -> None:
    """Text files above all."""
    assert images(type="file", content=content) == []


def test_images_of_other_kinds_are_not_sent() -> None:
    """Only these two have any."""
    assert (
        images(type="todo_reminder", prompt=[image()], content={"type": "image", "file": {}}) == []
    )
