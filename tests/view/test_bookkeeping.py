"""A few words about lines of bookkeeping."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.view.bookkeeping import about_line
from tests.written import line_of


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"type": "mode", "mode": "normal", "sessionId": "s"}, "normal"),
        ({"type": "last-prompt", "lastPrompt": "mend\nit"}, "mend it"),
        ({"type": "system", "subtype": "turn_duration", "durationMs": 1500}, "duration: 1.5 s"),
        ({"type": "queue-operation", "operation": "enqueue", "content": "go"}, "enqueue · go"),
        ({"type": "attachment", "attachment": {"type": "x", "addedNames": ["a", "b"], "none": []}},
         "added names: 2 entries"),
        ({"type": "of-tomorrow", "isBright": True, "isDark": False, "size": 3, "huge": 10**400},
         "is bright · size: 3"),
        ({"type": "of-tomorrow"}, ""),
    ],
)  # fmt: skip
def test_lines_say_what_they_hold(body: dict[str, Any], expected: str) -> None:
    """Whatever type they are of, without what only says where they belong."""
    assert about_line(decode(line_of(body))) == expected


def test_lines_that_are_no_record_say_why() -> None:
    """A blank one says nothing."""
    assert about_line(decode(b"bad\n")) != ""
    assert about_line(decode(b"\n")) == ""


def test_long_values_are_cut() -> None:
    """However many and however long they are."""
    body = {"type": "of-tomorrow", **{f"key{number}": "x" * 500 for number in range(50)}}
    assert len(about_line(decode(line_of(body)))) <= 240
