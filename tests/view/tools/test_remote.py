"""Notifications and triggers."""

from __future__ import annotations

from typing import Any

import pytest

from steno.view.parts import FactsPart, JsonPart, TextPart
from tests.view.calls import card, figures, only, parts


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"pushSent": True}, "sent"), ({"localSent": True}, "sent"), ({}, ""),
        ({"disabledReason": "config_off"}, "not sent: switched off"),
        ({"disabledReason": "no_transport"}, "not sent: no transport"),
    ],
)  # fmt: skip
def test_notification_says_whether_it_was_sent(record: dict[str, Any], said: str) -> None:
    """And if not, why."""
    built = card("PushNotification", {"message": "Tide is in."}, structured=record)
    assert (built.title, built.summary) == ("PushNotification: Tide is in.", said)


def test_long_notification_is_shown_whole() -> None:
    """The title has its first line."""
    built = card("PushNotification", {}, structured={"message": "Tide\nis in."})
    assert (built.title, only(built, TextPart).text) == ("PushNotification: Tide", "Tide\nis in.")


def test_answer_of_a_trigger_is_json() -> None:
    """The arguments, the status and the answer of the service."""
    record = {"status": 200, "json": '{"id": "t1"}'}
    built = card("RemoteTrigger", {"action": "create"}, structured=record)
    assert (built.title, built.summary) == ("RemoteTrigger create", "200")
    assert only(built, FactsPart).pairs == (("action", "create"),)
    assert (only(built, JsonPart).value, figures(built)) == ({"id": "t1"}, {"status": 200})


def test_failed_trigger_says_why() -> None:
    """Without an answer there is the error."""
    built = card("RemoteTrigger", {"action": "run"}, "Gone.", is_error=True)
    assert parts(built, TextPart) == [TextPart("Gone.", "error")]
