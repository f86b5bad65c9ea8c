"""Lines of the system: how long a turn took, commands that the client ran, compactions, hooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from steno.client.lines import Draft

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Level = Literal["info", "warning", "error", "suggestion"]


def turn_duration(duration_ms: int, message_count: int) -> Draft:
    """Give how long a turn took, and how many messages the conversation has now."""
    own = {"durationMs": duration_ms, "messageCount": message_count}
    return _system("turn_duration", own, {"isMeta": False})


def local_command(content: str, *, level: Level = "info") -> Draft:
    """Give a command that the client ran by itself, or what it put out; the model sees it."""
    return _system("local_command", {"content": content, "level": level}, {"isMeta": False})


def informational(
    content: str, *, level: Level = "info", prevents_continuation: bool | None = None
) -> Draft:
    """Give a notice for people, such as that a hook refused a prompt."""
    behind: dict[str, Any] = {"level": level}
    if prevents_continuation is not None:
        behind["preventContinuation"] = prevents_continuation
    return _system("informational", {"content": content, "isMeta": False}, behind)


def compact_boundary(
    metadata: Mapping[str, Any], *, logical_parent: str | None, uuid: str | None = None
) -> Draft:
    """Give the line before which nothing is sent any more, but what its metadata keeps."""
    return _system(
        "compact_boundary",
        {"content": "Conversation compacted", "isMeta": False},
        {"level": "info", "compactMetadata": dict(metadata)},
        is_root=True,
        logical_parent=logical_parent,
        uuid=uuid,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StopHooks:
    """What the Stop hooks did."""

    call_id: str
    """An id of the event."""
    hooks: Sequence[Mapping[str, Any]] = ()
    """Each as ``{command, durationMs}``."""
    errors: Sequence[str] = ()
    contexts: Sequence[str] = ()
    stop_reason: str = ""
    prevented: bool = False
    """Whether one of them said that the model is not to go on."""
    has_output: bool = False


def stop_hook_summary(done: StopHooks) -> Draft:
    """Give what the Stop hooks did."""
    own = {
        "hookCount": len(done.hooks),
        "hookInfos": [dict(hook) for hook in done.hooks],
        "hookErrors": list(done.errors),
        "hookAdditionalContext": list(done.contexts),
        "preventedContinuation": done.prevented,
        "stopReason": done.stop_reason,
        "hasOutput": done.has_output,
        "level": "suggestion",
    }
    return _system("stop_hook_summary", own, {"toolUseID": done.call_id})


def _system(
    subtype: str, before: Mapping[str, Any], behind: Mapping[str, Any], **place: Any
) -> Draft:
    return Draft(
        before={"type": "system", "subtype": subtype, **before},
        behind=behind,
        is_time_first=True,
        **place,
    )
