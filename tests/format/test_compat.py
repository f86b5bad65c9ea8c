"""Steps from the shapes of older files to the one that new clients write."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.codec import encode_value
from steno.format.compat import STEPS, modernise
from steno.format.decode import decode
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.file_history_snapshot import FileHistorySnapshotEntry
from steno.format.entries.user import UserEntry
from steno.format.message import MessageEntry
from steno.format.tool_results.files import ReadResult

if TYPE_CHECKING:
    from pathlib import Path

TEXT = {"type": "text", "text": "hi"}
STAMP = "2025-01-15T10:00:05Z"
AGENT = {"content": [], "totalDurationMs": 1, "totalTokens": 2}
GREP = {"filenames": ["a"], "numFiles": 1}


def call(name: str) -> dict[str, Any]:
    """Make a call of a tool."""
    return {"type": "tool_use", "id": "t", "name": name, "input": {}}


def assistant(content: object, **keys: Any) -> dict[str, Any]:
    """Make an assistant line."""
    return {"type": "assistant", "message": {"role": "assistant", "content": content}, **keys}


def result(value: object) -> dict[str, Any]:
    """Make a user line with a tool's result."""
    return {"type": "user", "message": {"content": []}, "toolUseResult": value}


def snapshot(backups: object) -> dict[str, Any]:
    """Make a snapshot of files."""
    inner = {"messageId": "u", "trackedFileBackups": backups, "timestamp": STAMP}
    return {"type": "file-history-snapshot", "snapshot": inner}


OLD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "type-from-role",
        {"message": {"role": "assistant", "content": [TEXT]}},
        {"type": "assistant", "message": {"role": "assistant", "content": [TEXT]}},
    ),
    (
        "content-into-message",
        {"type": "user", "content": "hello", "uuid": "u"},
        {"type": "user", "uuid": "u", "message": {"role": "user", "content": "hello"}},
    ),
    (
        "timestamp-from-message",
        {"type": "user", "message": {"content": "x", "timestamp": STAMP}},
        {"type": "user", "message": {"content": "x"}, "timestamp": STAMP},
    ),
    (
        "timestamp-from-message",
        {"type": "user", "message": {"content": "x", "timestamp": STAMP}, "timestamp": 5},
        {"type": "user", "message": {"content": "x"}, "timestamp": STAMP},
    ),
    ("blocks-for-string", assistant("hi"), assistant([TEXT])),
    ("blocks-for-string", assistant(""), assistant([])),
    (
        "agent-for-task",
        assistant([TEXT, call("Task"), call("Read"), "stray"]),
        assistant([TEXT, call("Agent"), call("Read"), "stray"]),
    ),
    (
        "text-of-read-file",
        result({"type": "file", "file": "text"}),
        result({"type": "text", "file": {"content": "text"}}),
    ),
    ("mode-of-grep", result(GREP), result({"mode": "files_with_matches", **GREP})),
    (
        "original-of-multi-edit",
        result({"edits": [], "originalFileContents": "a"}),
        result({"edits": [], "originalFile": "a"}),
    ),
    ("status-of-agent", result(AGENT), result({"status": "completed", **AGENT})),
    (
        "subtype-of-system",
        {"type": "system", "content": "Running x"},
        {"type": "system", "content": "Running x", "subtype": "informational"},
    ),
    (
        "backups-for-contents",
        snapshot({"a.md": "text", "b.md": {"backupFileName": "h@v1"}, "c.md": None}),
        snapshot(
            {
                "a.md": {
                    "backupFileName": None,
                    "version": 1,
                    "backupTime": STAMP,
                    "inlineContent": "text",
                },
                "b.md": {"backupFileName": "h@v1"},
                "c.md": None,
            }
        ),
    ),
]

NEW: list[dict[str, Any]] = [
    {},
    {"type": "from-the-future", "content": "x"},
    {"type": "user", "message": {"role": "user", "content": "x", "timestamp": STAMP},
     "timestamp": STAMP},
    {"type": "user", "message": {"content": "x"}, "content": "y"},
    {"type": "queue-operation", "content": "x"},
    {"message": {"role": "system"}},
    {"message": {"content": "x"}, "role": "user"},
    {"role": ["user"]},
    assistant([call("Agent")]),
    assistant(None),
    {"type": "user", "message": {"content": [call("Task")]}},
    result({"type": "text", "file": {"content": "x"}}),
    result({"mode": "content", **GREP}),
    result({"status": "completed", **AGENT}),
    result("Error"),
    {"type": "system", "subtype": "turn_duration"},
    snapshot({"a": {"backupFileName": "x"}}),
    snapshot(None),
    {"type": "file-history-snapshot", "snapshot": "x"},
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new"), OLD)
def test_step_turns_the_old_shape_into_the_new_one(
    name: str, old: dict[str, Any], new: dict[str, Any]
) -> None:
    """Each step does its one change, names itself, and leaves what it was given as it was."""
    before = copy.deepcopy(old)
    assert STEPS[name](old) == new
    assert modernise(old) == (new, (name,))
    assert old == before


@pytest.mark.parametrize("body", NEW)
def test_new_shape_passes_unchanged(body: dict[str, Any]) -> None:
    """Where nothing is old, the very same body comes back and no step is named."""
    changed, steps = modernise(body)
    assert changed is body
    assert steps == ()


def test_every_step_has_an_example() -> None:
    """No step of the table goes untested."""
    assert {name for name, _, _ in OLD} == set(STEPS)


def test_steps_build_on_one_another() -> None:
    """A line of spec 002 takes all the steps that it needs, in their order."""
    body, steps = modernise({"content": "done", "role": "assistant"})
    assert steps == ("type-from-role", "content-into-message", "blocks-for-string")
    assert body == assistant([{"type": "text", "text": "done"}])
    body, steps = modernise({"message": {"role": "assistant", "content": "a", "timestamp": STAMP}})
    assert steps == ("type-from-role", "timestamp-from-message", "blocks-for-string")
    assert body == assistant([{"type": "text", "text": "a"}], timestamp=STAMP)


def test_modern_bodies_are_read_in_their_classes() -> None:
    """What comes out is what the typed fields expect."""

    def entry(body: dict[str, Any]) -> object:
        return decode(encode_value(modernise(body)[0]) + b"\n")

    reply = entry({"message": {"role": "assistant", "content": "hi"}})
    assert isinstance(reply, AssistantEntry)
    assert reply.message is not None
    assert reply.message.content is not None
    user = entry(result({"type": "file", "file": "text"}))
    assert isinstance(user, UserEntry)
    read = user.tool_result("Read")
    assert isinstance(read, ReadResult)
    assert read.text == "text"
    files = entry(snapshot({"a.md": "text"}))
    assert isinstance(files, FileHistorySnapshotEntry)
    assert files.snapshot is not None
    assert files.snapshot.backups["a.md"].inline_content == "text"
    assert files.snapshot.inline_contents == {}


KEYS = st.sampled_from(
    [
        "type",
        "role",
        "message",
        "content",
        "timestamp",
        "toolUseResult",
        "subtype",
        "snapshot",
        "file",
        "filenames",
        "numFiles",
        "trackedFileBackups",
        "originalFileContents",
        "totalDurationMs",
        "totalTokens",
        "name",
    ]
)
WORDS = st.sampled_from(["user", "assistant", "system", "file", "Task", "tool_use", STAMP])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(KEYS, VALUES))
def test_modernising_is_pure_and_final(body: dict[str, Any]) -> None:
    """Nothing is changed in place, and a second time there is nothing left to do."""
    before = copy.deepcopy(body)
    changed, steps = modernise(body)
    assert body == before
    assert (changed is body) == (not steps)
    assert modernise(changed) == (changed, ())


def test_corpus_says_the_same_before_and_after(corpus: Path) -> None:
    """On real sessions the steps change shapes, never what was said."""
    taken: set[str] = set()
    for path in sorted(corpus.rglob("*.jsonl")):
        for raw in path.read_bytes().split(b"\n"):
            for entry in decode(raw).parts:
                body, steps = modernise(dict(entry.body))
                taken.update(steps)
                if steps and isinstance(entry, MessageEntry):
                    after = type(entry)(body, entry.place)
                    assert after.plain_text == entry.plain_text
                    assert (after.role, after.time) == (entry.role, entry.time)
    assert taken == {
        "agent-for-task",
        "mode-of-grep",
        "original-of-multi-edit",
        "status-of-agent",
        "subtype-of-system",
    }
