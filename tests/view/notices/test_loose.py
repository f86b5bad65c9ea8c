"""Lines beside the conversation as notices."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.view.notices.loose import STANDING, find_news, tell_loose
from tests.held import held
from tests.written import line_of


def text(body: dict[str, Any] | bytes) -> str | None:
    """Give the line that tells a loose line."""
    raw = body if isinstance(body, bytes) else line_of(body)
    told = tell_loose(decode(raw, line=4))
    return None if told is None else told.text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"type": "custom-title", "customTitle": "Tides"}, "title: Tides"),
        ({"type": "ai-title", "aiTitle": "Tides"}, "title by the model: Tides"),
        ({"type": "summary", "summary": "Tides"}, "title of what came before: Tides"),
        ({"type": "tag", "tag": "sea"}, "tag: sea"),
        ({"type": "agent-name", "agentName": "scout"}, "name of the agent: scout"),
        ({"type": "agent-setting", "agentSetting": "Explore"}, "runs as: Explore"),
        ({"type": "mode", "mode": "plan"}, "mode: plan"),
        ({"type": "permission-mode", "permissionMode": "plan"}, "permission mode: plan"),
        ({"type": "worktree-state", "worktreeSession": None}, "left the worktree"),
        ({"type": "worktree-state", "worktreeSession": {"worktreePath": "/w"}},
         "in the worktree: /w"),
        ({"type": "relocated", "relocatedCwd": "/x"}, "went on in: /x"),
        ({"type": "pr-link", "prNumber": 7, "prRepository": "a/b", "prUrl": "https://x"},
         "pull request 7: a/b"),
        ({"type": "pr-link"}, "pull request"),
        ({"type": "frame-link", "path": "/p", "frameUrl": "https://x"}, "published: /p"),
        ({"type": "ended-by-model"}, "the model closed the session"),
        ({"type": "last-prompt", "lastPrompt": "x"}, None),
        ({"type": "custom-title"}, None),
        ({"type": "from-the-future"}, None),
        (b"\n", None),
    ],
)  # fmt: skip
def test_loose_lines_tell_what_changed(body: dict[str, Any] | bytes, expected: str | None) -> None:
    """Most are bookkeeping."""
    assert text(body) == expected


def test_damage_is_told_with_its_line() -> None:
    """So that it can be looked at."""
    told = tell_loose(decode(b'{"type": "us\n', line=4))
    assert told is not None
    assert told.text.startswith("line 4 is no record: ")
    assert told.level == "warning"


def test_only_changes_are_news() -> None:
    """Clients write titles and modes again and again; the usual mode is none at the start."""
    lines = [
        {"type": "permission-mode", "permissionMode": "default"},
        {"type": "custom-title", "customTitle": "a"},
        {"type": "permission-mode", "permissionMode": "plan"},
        {"type": "permission-mode", "permissionMode": "plan"},
        {"type": "custom-title", "customTitle": "a"},
        {"type": "permission-mode", "permissionMode": "default"},
        {"type": "custom-title", "customTitle": "b"},
        {"type": "mode", "mode": "normal"},
        {"type": "tag"},
    ]
    session = held(*lines)
    assert find_news(session.outline, session.records) == {1, 2, 5, 6}


def test_standing_lines_are_all_told() -> None:
    """Otherwise their news could not be."""
    values = {
        "customTitle": "x", "aiTitle": "x", "tag": "x", "agentName": "x", "agentSetting": "x",
        "mode": "x", "permissionMode": "x", "worktreeSession": {},
    }  # fmt: skip
    assert all(text({"type": kind, **values}) for kind in STANDING)


@pytest.mark.parametrize(
    ("body", "quiet"),
    [
        ({"type": "ai-title", "aiTitle": "x"}, True),
        ({"type": "permission-mode", "permissionMode": "acceptEdits"}, True),
        ({"type": "permission-mode", "permissionMode": "bypassPermissions"}, False),
        ({"type": "agent-setting", "agentSetting": "Explore"}, False),
    ],
)
def test_only_what_a_reader_should_know_is_told_aloud(body: dict[str, Any], quiet: bool) -> None:
    """Titles stand above the session; a mode matters where nobody is asked any more."""
    told = tell_loose(decode(line_of(body)))
    assert told is not None
    assert told.is_quiet is quiet
