"""What an attachment becomes on a resume: a reminder, images, or nothing (rule 20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    Body = Mapping[str, Any]

SPEAKING: Final = frozenset(
    {
        "agent_listing_delta", "agent_mention", "async_hook_response", "auto_mode",
        "auto_mode_exit", "budget_usd", "compact_file_reference", "critical_system_reminder",
        "date_change", "deferred_tools_delta", "diagnostics", "directory", "edited_text_file",
        "file", "goal_status", "hook_additional_context", "hook_blocking_error",
        "hook_stopped_continuation", "hook_success", "invoked_skills", "mcp_instructions_delta",
        "mcp_resource", "nested_memory", "opened_file_in_ide", "output_style",
        "output_token_usage", "pdf_reference", "plan_file_reference", "plan_mode",
        "plan_mode_exit", "plan_mode_reentry", "queued_command", "relevant_memories",
        "selected_lines_in_ide", "skill_listing", "task_reminder", "task_status",
        "todo_reminder", "token_usage", "tool_search_usage_reminder", "total_tokens_reminder",
        "ultra_effort_enter", "ultra_effort_exit", "ultrathink_effort",
        "workflow_keyword_request",
    }
)  # fmt: skip
"""The types that reach the model as a reminder; each was tried with the real client."""
_SPEAKING_HOOKS: Final = ("SessionStart", "UserPromptSubmit")


def is_sent(kind: str, body: Body) -> bool:
    """Say whether an attachment reaches the model at all."""
    if kind != "hook_success":
        return kind in SPEAKING
    attachment = _attachment(body)
    return attachment.get("hookEvent") in _SPEAKING_HOOKS and bool(attachment.get("content"))


def images_of(body: Body) -> list[dict[str, Any]]:
    """Give the images that an attachment is sent with: of a queued prompt, or of a file."""
    attachment = _attachment(body)
    kind, prompt, content = (attachment.get(key) for key in ("type", "prompt", "content"))
    if kind == "queued_command" and isinstance(prompt, list):
        return [dict(part) for part in prompt if _is_image(part)]
    if kind == "file" and isinstance(content, dict) and _is_image(content):
        file = content.get("file")
        return [_image(file)] if isinstance(file, dict) else []
    return []


def _is_image(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "image"


def _image(file: Body) -> dict[str, Any]:
    source = {"type": "base64", "media_type": file.get("type"), "data": file.get("base64")}
    return {"type": "image", "source": source}


def _attachment(body: Body) -> Body:
    attachment = body.get("attachment")
    return attachment if isinstance(attachment, dict) else {}
