"""System lines at the end of a turn."""

from __future__ import annotations

from steno.format.entries.system.entry import SystemEntry
from steno.format.shapes import FREE, ListOf
from steno.format.view import NAMED, Field, View, flag, integer, text, texts, views


class TurnDurationEntry(SystemEntry):
    """How long a turn took; interactive clients alone write it."""

    SUBTYPE = "turn_duration"
    SINCE = "2.1.1"

    duration_ms = integer("durationMs", since="2.1.1")
    """The turn's duration in milliseconds."""
    message_count = integer("messageCount", since="2.1.92")
    """Messages in the conversation so far."""
    pending_background_agent_count = integer("pendingBackgroundAgentCount", since=NAMED)
    """Sub-agents that still ran in the background."""
    pending_workflow_count = integer("pendingWorkflowCount", since=NAMED)
    """Workflows that still ran in the background."""


class HookInfo(View):
    """One hook that ran."""

    command = text("command", since="2.0.64")
    """The command."""
    duration_ms = integer("durationMs", since="2.1.49")
    """How long it ran."""


class StopHookSummaryEntry(SystemEntry):
    """The hooks that ran when the model stopped."""

    SUBTYPE = "stop_hook_summary"
    SINCE = "2.0.64"

    hook_count = integer("hookCount", since="2.0.64")
    """How many ran."""
    hook_infos = views("hookInfos", HookInfo, since="2.0.64")
    """Which ones."""
    hook_errors = texts("hookErrors", since="2.0.64")
    """What went wrong in them."""
    hook_additional_context: Field[tuple[object, ...]] = Field(
        "hookAdditionalContext", ListOf(FREE), since="2.1.169"
    )
    """What they gave the model to know."""
    prevented_continuation = flag("preventedContinuation", since="2.0.64")
    """True where a hook ended the session's work."""
    stop_reason = text("stopReason", since="2.0.64")
    """Why; empty in every line seen."""
    has_output = flag("hasOutput", since="2.0.64")
    """True where a hook printed something."""


class AwaySummaryEntry(SystemEntry):
    """What happened while the user was away, in ``content``."""

    SUBTYPE = "away_summary"
    SINCE = "2.1.114"


class TaskSummaryEntry(SystemEntry):
    """What a task came to; known by name alone."""

    SUBTYPE = "task_summary"
    SINCE = NAMED


class MemorySavedEntry(SystemEntry):
    """Something was written to the memory; known by name alone."""

    SUBTYPE = "memory_saved"
    SINCE = NAMED


class FileSnapshotEntry(SystemEntry):
    """Files that were copied; known by name alone."""

    SUBTYPE = "file_snapshot"
    SINCE = NAMED
