"""Whatever names a removed line names the nearest one above that stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steno.edit.draft import Draft
from steno.edit.references import follow_references
from tests.session.transcripts import boundary, reply, session, user


def followed(extra: dict[str, Any], *gone: int) -> dict[str, Any]:
    """Remove rows of a conversation, and give the record that names lines of it."""
    draft = Draft(session(user("a"), reply("b"), user("c"), reply("d"), extra))
    for row in gone:
        draft.remove(row, "gone")
    follow_references(draft)
    found: dict[str, Any] = json.loads(list(draft.lines())[-1])
    return found


@pytest.mark.parametrize("key", ["leafUuid", "messageId", "logicalParentUuid"])
def test_single_names(key: str) -> None:
    """A line that stays is still named, one that goes no more."""
    extra = {"type": "last-prompt", key: "d"}
    assert followed(extra, 1)[key] == "d"
    assert followed(extra, 2, 3)[key] == "b"
    assert followed(extra, 0, 1, 2, 3)[key] is None


def test_snapshots_follow() -> None:
    """Inside as well as outside."""
    extra = {"type": "file-history-snapshot", "messageId": "c", "snapshot": {"messageId": "c"}}
    found = followed(extra, 2)
    assert (found["messageId"], found["snapshot"]) == ("b", {"messageId": "b"})


def test_kept_stretch_begins_and_ends_at_lines_that_stay() -> None:
    """And is none where none of them does."""
    extra = boundary(metadata={"preservedSegment": {"headUuid": "b", "tailUuid": "d"}, "x": 1})
    segment = followed(extra, 1)["compactMetadata"]["preservedSegment"]
    assert segment == {"headUuid": "c", "tailUuid": "d"}
    segment = followed(extra, 3)["compactMetadata"]["preservedSegment"]
    assert segment == {"headUuid": "b", "tailUuid": "c"}
    assert followed(extra, 1, 2, 3)["compactMetadata"] == {"x": 1}
    odd = {"preservedSegment": {"headUuid": "nowhere", "tailUuid": "d"}}
    assert followed(boundary(metadata=odd), 3)["compactMetadata"] == odd


def test_kept_list_leaves_removed_lines_out() -> None:
    """In the order that it had."""
    metadata = {"preservedMessages": {"anchorUuid": "a", "uuids": ["d", "c", 5], "allUuids": None}}
    found = followed(boundary(metadata=metadata), 2)["compactMetadata"]["preservedMessages"]
    assert found == {"anchorUuid": "a", "uuids": ["d", 5], "allUuids": None}


def test_nothing_removed_changes_nothing() -> None:
    """The draft stays empty."""
    draft = Draft(session(user("a"), {"type": "last-prompt", "leafUuid": "a"}))
    follow_references(draft)
    assert draft.is_empty
