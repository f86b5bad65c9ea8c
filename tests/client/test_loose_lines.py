"""Lines outside of the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client import loose_lines
from steno.format.decode import decode
from steno.format.encode import new_line
from steno.format.entries.progress import ProgressEntry
from tests.client.line_samples import SESSION, TIME, made

if TYPE_CHECKING:
    from steno.client.lines import Draft


@pytest.mark.parametrize(
    ("prompt", "kept"),
    [
        ("one\ntwo", "one two"),
        ("x" * 200, "x" * 200),
        ("x" * 201, "x" * 200 + "…"),
        ("y" * 199 + " and more", "y" * 199 + "…"),
    ],
)
def test_last_prompt_is_one_short_line(prompt: str, kept: str) -> None:
    """As the client cuts it: at 200 characters, without the space that stands there."""
    assert loose_lines.last_prompt(SESSION, "u", prompt)["lastPrompt"] == kept


def test_snapshot_in_the_middle_of_a_turn_belongs_to_its_prompt() -> None:
    """It names the reply that it was made for, and the prompt that it brings up to date."""
    copy = {"backupFileName": "x@v1", "version": 1, "backupTime": TIME}
    body = loose_lines.snapshot("reply", {"a": copy}, TIME, prompt_id="prompt")
    assert body["isSnapshotUpdate"] is True
    assert (body["messageId"], body["snapshot"]["messageId"]) == ("reply", "prompt")
    assert body["snapshot"]["trackedFileBackups"] == {"a": copy}
    assert loose_lines.snapshot("prompt", {}, TIME)["isSnapshotUpdate"] is False


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        (loose_lines.bash_progress("t", "a", "ba"), "bash_progress"),
        (loose_lines.agent_progress("t", {"type": "user", "message": {}}), "agent_progress"),
        (loose_lines.hook_progress("Stop", "Stop", "true"), "hook_progress"),
        (loose_lines.query_update("t", "tides"), "query_update"),
        (loose_lines.search_results_received("t", 3, "tides"), "search_results_received"),
        (loose_lines.waiting_for_task("t", "build", "local_bash"), "waiting_for_task"),
    ],
)
def test_news_are_read_as_what_they_are(draft: Draft, kind: str) -> None:
    """The format knows each of them, and nothing is hung on them."""
    assert draft.is_aside
    entry = decode(new_line(made(draft)))
    assert isinstance(entry, ProgressEntry)
    assert entry.body["data"]["type"] == kind
    assert ("toolUseID" in entry.body) is (kind != "hook_progress")
    assert entry.body.get("parentToolUseID") == entry.body.get("toolUseID")
