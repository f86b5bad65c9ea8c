"""What kind of input opened a turn."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.format.entries.user import UserEntry
from steno.session.input_kind import InputKind, input_kind
from tests.written import line_of, user

IMAGE = {"type": "image", "source": {"type": "base64"}}


def kind_of(content: Any, **own: Any) -> InputKind | None:
    """Make a user line and say what kind of input it is."""
    entry = decode(line_of(user(content, **own)))
    assert isinstance(entry, UserEntry)
    return input_kind(entry)


@pytest.mark.parametrize(
    ("content", "keys", "kind"),
    [
        ("go", {}, "plain"),
        ("go", {"promptSource": "sdk"}, "plain"),
        ([{"type": "document"}], {}, "plain"),
        ([{"type": "text", "text": "look"}, IMAGE], {}, "image"),
        ("<ide_selection>a</ide_selection>go", {}, "ide_selection"),
        ("<ide_opened_file>a</ide_opened_file>go", {}, "ide_opened_file"),
        ("<ide_diagnostics>a</ide_diagnostics>go", {}, "plain"),
        ("<command-name>/x</command-name>", {}, "command"),
        ("<bash-input>ls</bash-input>", {}, "bash"),
        ("go", {"promptSource": "queued"}, "queued"),
        ("<task-notification>x</task-notification>", {}, "task_notification"),
        ("<teammate-message>x</teammate-message>", {}, "agent"),
    ],
)
def test_every_input_has_its_kind(content: Any, keys: dict[str, Any], kind: str) -> None:
    """The content and the sender tell."""
    assert kind_of(content, **keys) == kind


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("<task-notification>x</task-notification>", "task_notification"),
        ("<command-name>/x</command-name>", "command"),
        ("<bash-input>ls</bash-input>", "bash"),
        ([{"type": "text", "text": "<ide_selection>a</ide_selection>"}, IMAGE], "queued"),
    ],
)
def test_what_was_queued_may_be_more_than_a_prompt(content: Any, kind: str) -> None:
    """A queued command is a command; a queued selection was queued."""
    assert kind_of(content, promptSource="queued") == kind


def test_a_selection_goes_before_an_open_file_and_both_before_an_image() -> None:
    """A prompt with all three has one kind."""
    opened = "<ide_opened_file>a</ide_opened_file>"
    selected = "<ide_selection>a</ide_selection>"
    assert kind_of([{"type": "text", "text": opened + selected}, IMAGE]) == "ide_selection"
    assert kind_of([{"type": "text", "text": opened}, IMAGE]) == "ide_opened_file"


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        ([{"type": "tool_result", "tool_use_id": "t"}], {}),
        ("body", {"isMeta": True}),
        ("so far", {"isCompactSummary": True}),
        ("<local-command-stdout>x</local-command-stdout>", {}),
        ("<bash-stdout>x</bash-stdout>", {}),
        ("[Request interrupted by user]", {}),
    ],
)
def test_what_belongs_to_the_running_turn_is_no_input(content: Any, keys: dict[str, Any]) -> None:
    """Nobody sent it."""
    assert kind_of(content, **keys) is None


def test_persons_are_told_from_machines() -> None:
    """Only three kinds are no person's."""
    machines = {kind for kind in InputKind if not kind.is_human}
    assert machines == {"task_notification", "agent", "start"}
