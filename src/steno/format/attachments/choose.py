"""Which class reads which attachment."""

from __future__ import annotations

from typing import Final

from steno.format.attachments import (
    files,
    hooks,
    ide,
    listings,
    memory,
    modes,
    prompts,
    reminders,
    surroundings,
    teams,
)
from steno.format.attachments.attachment import Attachment, NamedAttachment, UnknownAttachment
from steno.format.shapes import Shape, Tagged

_KINDS: Final[tuple[type[Attachment], ...]] = (
    files.FileAttachment,
    files.AlreadyReadFile,
    files.CompactFileReference,
    files.EditedTextFile,
    files.EditedImageFile,
    files.PdfReference,
    files.Directory,
    files.ReadTruncationNotice,
    memory.NestedMemory,
    memory.RelevantMemories,
    memory.McpResource,
    hooks.HookSuccess,
    hooks.HookNonBlockingError,
    hooks.HookAdditionalContext,
    hooks.HookSystemMessage,
    hooks.HookBlockingError,
    hooks.HookCancelled,
    hooks.AsyncHookResponse,
    hooks.HookErrorDuringExecution,
    hooks.HookPermissionDecision,
    hooks.HookStoppedContinuation,
    hooks.HookDeferredTool,
    listings.SkillListing,
    listings.AgentListingDelta,
    listings.DeferredToolsDelta,
    listings.DeferredToolsRecord,
    listings.McpInstructionsDelta,
    listings.CommandPermissions,
    listings.InvokedSkills,
    listings.DynamicSkill,
    reminders.TaskReminder,
    reminders.TodoReminder,
    reminders.TotalTokensReminder,
    reminders.SilentTurnReminder,
    reminders.CriticalSystemReminder,
    reminders.DateChange,
    reminders.BashOutputAudienceNote,
    modes.PlanMode,
    modes.PlanModeExit,
    modes.PlanModeReentry,
    modes.PlanFileReference,
    modes.AutoMode,
    modes.AutoModeExit,
    modes.UltrathinkEffort,
    modes.OutputStyle,
    ide.Diagnostics,
    ide.OpenedFileInIde,
    ide.SelectedLinesInIde,
    prompts.QueuedCommand,
    prompts.StructuredOutput,
    prompts.MaxTurnsReached,
    prompts.BudgetUsd,
    prompts.CommandFallback,
    prompts.GoalStatus,
    surroundings.Date,
    surroundings.Environment,
    surroundings.Instructions,
    surroundings.Model,
    surroundings.OutputStyleInstructions,
    surroundings.PromptSnapshot,
    surroundings.RemoteSessionChange,
    surroundings.SessionContext,
    teams.TeammateMailbox,
    teams.AgentMention,
    teams.TaskStatus,
)

NAMED_ONLY: Final = (
    "context_tip",
    "output_token_usage",
    "team_context",
    "teammate_shutdown_batch",
    "token_usage",
    "tool_search_usage_reminder",
    "ultra_effort_enter",
    "ultra_effort_exit",
    "workflow_keyword_request",
)
"""Types of which nothing but the name is known."""

ATTACHMENT_KINDS: Final[dict[str, type[Attachment]]] = {
    **{str(kind.TAG): kind for kind in _KINDS},
    **dict.fromkeys(NAMED_ONLY, NamedAttachment),
}
"""The class of every known attachment, by its ``type``."""

ATTACHMENT: Final[Shape[Attachment]] = Tagged(UnknownAttachment, "type", ATTACHMENT_KINDS)
