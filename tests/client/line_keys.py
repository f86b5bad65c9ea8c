"""The keys of the lines that client 2.1.197 writes, in their order, by kind of line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FRONT: Final = "parentUuid isSidechain"
_END: Final = "userType entrypoint cwd sessionId version gitBranch"
_USER: Final = f"{_FRONT} promptId type message"
_SYSTEM: Final = f"{_FRONT} type subtype"
_HOOK: Final = "hookName toolUseID hookEvent"

KEYS: Final = {
    "prompt by a program": f"{_USER} uuid timestamp permissionMode promptSource {_END}",
    "prompt at a terminal": f"{_USER} uuid timestamp permissionMode origin promptSource {_END}",
    "prompt with a slug": f"{_USER} uuid timestamp permissionMode promptSource {_END} slug",
    "tool result": f"{_USER} uuid timestamp toolUseResult sourceToolAssistantUUID {_END}",
    "tool result of MCP": (
        f"{_USER} uuid timestamp toolUseResult mcpMeta sourceToolAssistantUUID {_END}"
    ),
    "tool result that ends the turn": (
        f"{_USER} uuid timestamp toolUseResult toolEndsTurn sourceToolAssistantUUID {_END}"
    ),
    "tool result of an agent": (
        f"{_FRONT} promptId agentId type message uuid timestamp sourceToolAssistantUUID {_END}"
    ),
    "task of an agent": f"{_FRONT} promptId agentId type message uuid timestamp {_END}",
    "said": f"{_USER} uuid timestamp {_END}",
    "meta": f"{_USER} isMeta uuid timestamp {_END}",
    "body of a skill": f"{_USER} isMeta uuid timestamp sourceToolUseID {_END}",
    "summary": f"{_USER} isVisibleInTranscriptOnly isCompactSummary uuid timestamp {_END} slug",
    "interrupt": f"{_USER} uuid timestamp interruptedMessageId {_END}",
    "reply": f"{_FRONT} message requestId type uuid timestamp {_END}",
    "reply of an agent": (
        f"{_FRONT} agentId message requestId attributionAgent type uuid timestamp {_END}"
    ),
    "filler": f"{_FRONT} type uuid timestamp message isApiErrorMessage {_END}",
    "API error": (
        f"{_FRONT} type uuid timestamp message requestId error isApiErrorMessage apiErrorStatus "
        f"{_END}"
    ),
    "API error with details": (
        f"{_FRONT} type uuid timestamp message requestId error errorDetails isApiErrorMessage "
        f"apiErrorStatus {_END}"
    ),
    "turn_duration": f"{_SYSTEM} durationMs messageCount timestamp uuid isMeta {_END}",
    "local_command": f"{_SYSTEM} content level timestamp uuid isMeta {_END}",
    "informational": (f"{_SYSTEM} content isMeta timestamp uuid level preventContinuation {_END}"),
    "compact_boundary": (
        "parentUuid logicalParentUuid isSidechain type subtype content isMeta timestamp uuid "
        f"level compactMetadata {_END} slug"
    ),
    "stop_hook_summary": (
        f"{_SYSTEM} hookCount hookInfos hookErrors hookAdditionalContext preventedContinuation "
        f"stopReason hasOutput level timestamp uuid toolUseID {_END}"
    ),
    "attachment": f"{_FRONT} attachment type uuid timestamp {_END}",
    "attachment of an agent": f"{_FRONT} agentId attachment type uuid timestamp {_END}",
    "enqueue": "type operation timestamp sessionId content",
    "dequeue": "type operation timestamp sessionId",
    "last-prompt": "type lastPrompt leafUuid sessionId",
    "last-prompt without words": "type leafUuid sessionId",
    "mode": "type mode sessionId",
    "permission-mode": "type permissionMode sessionId",
    "custom-title": "type customTitle sessionId",
    "agent-name": "type agentName sessionId",
    "agent-setting": "type agentSetting sessionId",
    "pr-link": "type sessionId prNumber prUrl prRepository timestamp",
    "file-history-snapshot": "type messageId snapshot isSnapshotUpdate",
    # parts of lines
    "message of a reply": (
        "id type role model content stop_reason stop_sequence usage stop_details"
    ),
    "message made up": (
        "id container model role stop_details stop_reason stop_sequence type usage content "
        "context_management"
    ),
    "usage": (
        "input_tokens cache_creation_input_tokens cache_read_input_tokens output_tokens "
        "server_tool_use service_tier cache_creation inference_geo iterations speed"
    ),
    "answer block": "tool_use_id type content",
    "answer block of Bash": "tool_use_id type content is_error",
    "error block": "type content is_error tool_use_id",
    "compactMetadata": (
        "trigger preTokens durationMs preservedSegment preservedMessages postTokens "
        "cumulativeDroppedTokens"
    ),
    "preservedSegment": "headUuid anchorUuid tailUuid",
    "preservedMessages": "anchorUuid uuids allUuids",
    "snapshot": "messageId trackedFileBackups timestamp",
    "attachment/file": "type filename content displayPath",
    "attachment/directory": "type path content displayPath",
    "attachment/edited_text_file": "type filename snippet",
    "attachment/nested_memory": "type path content displayPath",
    "attachment/skill_listing": "type content skillCount isInitial names",
    "attachment/agent_listing_delta": (
        "type addedTypes addedLines removedTypes isInitial showConcurrencyNote"
    ),
    "attachment/queued_command": "type prompt commandMode timestamp",
    "attachment/queued_command of a person": "type prompt commandMode origin timestamp",
    "attachment/command_permissions": "type allowedTools",
    "attachment/plan_mode": "type reminderType isSubAgent planFilePath planExists",
    "attachment/plan_mode_exit": "type planFilePath planExists",
    "attachment/structured_output": "type data toolUseID",
    "attachment/max_turns_reached": "type maxTurns turnCount",
    "attachment/budget_usd": "type used total remaining",
    "attachment/mcp_instructions_delta": "type addedNames addedBlocks removedNames",
    "attachment/hook_additional_context": f"type content {_HOOK}",
    "attachment/hook_success": f"type {_HOOK} content stdout stderr exitCode command durationMs",
    "attachment/hook_non_blocking_error": (
        f"type {_HOOK} stderr stdout exitCode command durationMs"
    ),
    "attachment/hook_blocking_error": f"type {_HOOK} blockingError",
    "attachment/hook_cancelled": f"type {_HOOK}",
    "attachment/hook_stopped_continuation": f"type message {_HOOK}",
    "attachment/hook_system_message": f"type content {_HOOK}",
}
"""What our builders have to match; the interop tests see it in what the client writes today."""


def keys_of(body: Mapping[str, Any]) -> str:
    """Give the keys of an object in their order."""
    return " ".join(body)


def shapes(body: Mapping[str, Any]) -> Iterator[str]:
    """Give the keys of a line and of every object in it, down to the blocks."""
    yield keys_of(body)
    for value in body.values():
        if isinstance(value, dict):
            yield from shapes(value)
        elif isinstance(value, list):
            for part in value:
                if isinstance(part, dict):
                    yield from shapes(part)
