"""The registry: every type that is known by name has its class."""

from __future__ import annotations

import pytest

from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.system import SYSTEM_KINDS, SystemEntry
from steno.format.entries.user import UserEntry
from steno.format.entry import UnknownEntry
from steno.format.registry import ENTRY_KINDS, entry_kind

KNOWN = [
    "user",
    "assistant",
    "system",
    "attachment",
    "progress",
    "summary",
    "file-history-snapshot",
    "file-history-delta",
    "queue-operation",
    "pr-link",
    "last-prompt",
    "mode",
    "permission-mode",
    "custom-title",
    "ai-title",
    "agent-name",
    "agent-setting",
    "worktree-state",
    "tag",
    "agent-color",
    "content-replacement",
    "bridge-session",
    "frame-link",
    "isolation-latch",
    "relocated",
    "fork-context-ref",
    "attribution-snapshot",
    "speculation-accept",
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "tools-used",
    "cost-state",
    "ended-by-model",
    "marble-origami-commit",
    "marble-origami-snapshot",
    "marble-origami-reset",
]

SUBTYPES = [
    "compact_boundary",
    "microcompact_boundary",
    "turn_duration",
    "local_command",
    "stop_hook_summary",
    "api_error",
    "away_summary",
    "informational",
    "model_refusal_fallback",
    "model_fallback",
    "memory_saved",
    "agents_killed",
    "permission_retry",
    "bridge_status",
    "scheduled_task_fire",
    "file_snapshot",
    "task_summary",
]


@pytest.mark.parametrize("tag", KNOWN)
def test_every_known_type_has_its_own_class(tag: str) -> None:
    """A type of the lists is never unknown, and its class stands for it alone."""
    kind = entry_kind({"type": tag})
    assert kind is ENTRY_KINDS[tag]
    assert tag == kind.TAG
    assert kind.SINCE


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_every_known_subtype_has_its_own_class(subtype: str) -> None:
    """A system line is read in the class of its subtype."""
    kind = entry_kind({"type": "system", "subtype": subtype})
    assert kind is SYSTEM_KINDS[subtype]
    assert issubclass(kind, SystemEntry)
    assert kind.TAG == "system"
    assert subtype == kind.SUBTYPE
    assert kind.SINCE


@pytest.mark.parametrize("subtype", [None, "from_the_future", 5, ["turn_duration"]])
def test_system_line_of_unknown_subtype_is_a_plain_one(subtype: object) -> None:
    """The base class takes what has no subtype, or none that we know."""
    assert entry_kind({"type": "system", "subtype": subtype}) is SystemEntry


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "from-the-future"},
        {"type": 5},
        {"type": ["user"]},
        {"type": "started"},
        {"type": "result"},
        {"message": {"role": "mode"}},
        {"message": {"role": ["user"]}},
        {"role": "system"},
        {"message": "text"},
    ],
)
def test_what_is_no_known_type_is_an_unknown_entry(body: dict[str, object]) -> None:
    """Neither odd types nor odd roles are taken for something else, nor is a workflow's journal."""
    assert entry_kind(body) is UnknownEntry


def test_role_stands_in_for_a_missing_type() -> None:
    """The message's role says what a line without a type is."""
    assert entry_kind({"message": {"role": "assistant"}}) is AssistantEntry
    assert entry_kind({"type": None, "message": {"role": "user"}}) is UserEntry
    assert entry_kind({"role": "user", "content": "hi"}) is UserEntry
