"""What attachments say to the model: reminders in our own words beside those of the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Attachment = Mapping[str, Any]

OPENING: Final = "<system-reminder>"
CLOSING: Final = "</system-reminder>"


def reminder(text: str) -> str:
    """Mark words as the client's own, so that the model does not take them for the user's."""
    return f"{OPENING}\n{text}\n{CLOSING}"


def is_reminder(block: Mapping[str, Any]) -> bool:
    """Say whether a block holds words of the client's own."""
    return (text_in(block, "text") or "").startswith(OPENING)


def attachment_text(attachment: Attachment) -> str:
    """Tell the model what an attachment holds; "" for those that are told in another way."""
    speak = _SPEAKERS.get(text_in(attachment, "type") or "")
    return speak(attachment) if speak is not None else ""


def _file(attachment: Attachment) -> str:
    content = object_in(attachment, "content") or {}
    file = object_in(content, "file") or {}
    name = attachment.get("filename")
    if content.get("type") == "image":
        return f"The user mentioned the image {name}; it is shown here."
    lines = str(file.get("content", "")).split("\n")
    first = file.get("startLine", 1)
    numbered = "\n".join(f"{first + place}\t{line}" for place, line in enumerate(lines))
    return f"The user mentioned {name}. This is what it holds:\n{numbered}"


def _directory(attachment: Attachment) -> str:
    path, listing = attachment.get("path"), _content(attachment)
    return f"The user mentioned the folder {path}. It holds:\n{listing}"


def _queued(attachment: Attachment) -> str:
    prompt = attachment.get("prompt")
    if isinstance(prompt, list):
        texts = [str(part.get("text", "")) for part in prompt if isinstance(part, dict)]
        prompt = "\n".join(text for text in texts if text)
    return (
        f"While you were at work, the user wrote:\n{prompt}\n\n"
        "Go on with what you are at, and answer this as well."
    )


def _context(attachment: Attachment) -> str:
    content = attachment.get("content")
    told = "\n".join(map(str, content)) if isinstance(content, list) else str(content)
    return f"A hook ({attachment.get('hookName')}) adds: {told}"


def _objection(attachment: Attachment) -> str:
    error = object_in(attachment, "blockingError") or {}
    return f"A hook ({attachment.get('hookName')}) objects: {error.get('blockingError')}"


def _stopped(attachment: Attachment) -> str:
    return f"A hook ({attachment.get('hookName')}) ended the turn: {attachment.get('message')}"


def _success(attachment: Attachment) -> str:
    return f"A hook ({attachment.get('hookName')}) says: {_content(attachment)}"


def _memory(attachment: Attachment) -> str:
    content = object_in(attachment, "content") or {}
    return f"{attachment.get('path')} says:\n{content.get('content', '')}"


def _budget(attachment: Attachment) -> str:
    used, total = attachment.get("used"), attachment.get("total")
    return f"Of a budget of ${total}, ${used} are spent."


def _content(attachment: Attachment) -> str:
    return text_in(attachment, "content") or ""


def _edited(attachment: Attachment) -> str:
    return (
        f"{attachment.get('filename')} was changed by somebody else, on purpose. "
        f"The changed part reads:\n{attachment.get('snippet', '')}"
    )


def _plan(_: Attachment) -> str:
    return (
        "Plan mode is on: look and think, but change nothing, neither files nor anything else. "
        "When the plan is done, show it with ExitPlanMode."
    )


def _plan_over(_: Attachment) -> str:
    return "Plan mode is over: you may change things again."


def _agents(attachment: Attachment) -> str:
    lines = attachment.get("addedLines")
    told = "\n".join(map(str, lines)) if isinstance(lines, list) else ""
    return f"Kinds of agents for the Agent tool:\n{told}"


def _skills(attachment: Attachment) -> str:
    return f"Skills for the Skill tool:\n{_content(attachment)}"


_SPEAKERS: Final[dict[str, Callable[[Attachment], str]]] = {
    "file": _file,
    "directory": _directory,
    "queued_command": _queued,
    "hook_additional_context": _context,
    "hook_blocking_error": _objection,
    "hook_stopped_continuation": _stopped,
    "hook_success": _success,
    "nested_memory": _memory,
    "agent_listing_delta": _agents,
    "skill_listing": _skills,
    "budget_usd": _budget,
    "edited_text_file": _edited,
    "plan_mode": _plan,
    "plan_mode_reentry": _plan,
    "plan_mode_exit": _plan_over,
}
"""How each type is told."""
