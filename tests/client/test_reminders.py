"""What attachments say."""

from __future__ import annotations

from typing import Any

import pytest

from steno.client.reminders import CLOSING, OPENING, attachment_text, is_reminder, reminder

FILE = {"type": "text", "file": {"content": "a\nb", "startLine": 3}}


@pytest.mark.parametrize(
    ("attachment", "told"),
    [
        ({"type": "file", "filename": "/x", "content": FILE}, "3\ta\n4\tb"),
        ({"type": "file", "filename": "/x.png", "content": {"type": "image"}}, "image /x.png"),
        ({"type": "directory", "path": "/x", "content": "a.py"}, "a.py"),
        ({"type": "queued_command", "prompt": "WAIT"}, "WAIT"),
        ({"type": "queued_command", "prompt": [{"type": "text", "text": "WAIT"}]}, "WAIT"),
        ({"type": "hook_additional_context", "content": ["ONE", "TWO"]}, "ONE\nTWO"),
        ({"type": "hook_blocking_error", "blockingError": {"blockingError": "NO"}}, "NO"),
        ({"type": "hook_stopped_continuation", "message": "ENOUGH"}, "ENOUGH"),
        ({"type": "hook_success", "content": "HELLO"}, "HELLO"),
        ({"type": "nested_memory", "path": "/x", "content": {"content": "RULE"}}, "RULE"),
        ({"type": "budget_usd", "used": 1, "total": 2}, "$2"),
        ({"type": "edited_text_file", "filename": "/x", "snippet": "NEW"}, "NEW"),
        ({"type": "plan_mode"}, "change nothing"),
        ({"type": "plan_mode_exit"}, "again"),
        ({"type": "agent_listing_delta", "addedLines": ["- a: b"]}, "- a: b"),
        ({"type": "skill_listing", "content": "- s: t"}, "- s: t"),
    ],
)
def test_what_is_told(attachment: dict[str, Any], told: str) -> None:
    """Each kind is put into words that hold what it holds."""
    assert told in attachment_text(attachment)


def test_what_is_not_told() -> None:
    """Kinds without words say nothing, and odd shapes are no error."""
    assert attachment_text({"type": "max_turns_reached"}) == ""
    assert attachment_text({}) == ""
    for kind in ("file", "nested_memory", "hook_blocking_error", "agent_listing_delta"):
        assert isinstance(attachment_text({"type": kind}), str)


def test_marks() -> None:
    """Our own words are marked at both ends, and known by that."""
    words = reminder("x")
    assert words.startswith(OPENING)
    assert words.endswith(CLOSING)
    assert is_reminder({"type": "text", "text": words})
    assert not is_reminder({"type": "text", "text": "x"})
