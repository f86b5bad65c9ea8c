"""System lines as notices."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, Any, Final

from steno.format.entries.system import SystemEntry, failures, notices, turns
from steno.view.items import NoticeKind
from steno.view.notices.told import Told, behind, printed, said, sensible, told_text
from steno.view.parts import FactsPart
from steno.view.tools.wording import count, duration, joined, one_line

if TYPE_CHECKING:
    from steno.format.entries.system.failures import ApiFailure
    from steno.view.items import Level
    from steno.view.parts import Part

_LEVELS: Final[dict[str, Level]] = {"error": "error", "warning": "warning"}

_SHORT: Final[dict[type[SystemEntry], tuple[NoticeKind, str]]] = {
    notices.AgentsKilledEntry: (NoticeKind.AGENT, "sub-agents were stopped"),
    notices.PermissionRetryEntry: (NoticeKind.MODE, "a refused tool may be tried again"),
    notices.BridgeStatusEntry: (NoticeKind.INFO, "link to the cloud"),
    notices.ScheduledTaskFireEntry: (NoticeKind.TASK, "a planned task is due"),
    turns.AwaySummaryEntry: (NoticeKind.SUMMARY, "while you were away"),
    turns.TaskSummaryEntry: (NoticeKind.TASK, "task"),
    turns.MemorySavedEntry: (NoticeKind.MEMORY, "saved to the memory"),
}
"""Lines that hold nothing but a text, and what that is."""

_HOOK_NEWS: Final = re.compile(r"(?:Running )?(?:PreToolUse|PostToolUse|Stop|SubagentStop)\b")
"""How older clients say that a hook begins, or went well."""

_BOOKKEEPING: Final = (turns.TurnDurationEntry, turns.FileSnapshotEntry)


@singledispatch
def tell_system(entry: SystemEntry) -> Told | None:
    """Tell what a system line says; None where it is bookkeeping."""
    content = entry.content or ""
    if isinstance(entry, _BOOKKEEPING):
        return None
    if type(entry) in _SHORT:
        kind, head = _SHORT[type(entry)]
        return told_text(kind, content, head)
    level = _LEVELS.get(entry.level or "", "info")
    told = told_text(NoticeKind.INFO, content, level=level) if content.strip() else None
    if told is not None and level == "info" and _HOOK_NEWS.match(told.text):
        return replace(told, notice=NoticeKind.HOOK, is_quiet=True)
    return told


@tell_system.register(failures.ApiErrorEntry)
def _api_error(entry: failures.ApiErrorEntry) -> Told:
    attempt = _attempt(sensible(entry.retry_attempt), sensible(entry.max_retries))
    pause = sensible(entry.retry_in_ms)
    wait = "" if pause is None else f"again in {duration(pause / 1000)}"
    head = behind("request failed", _reason(entry.error) or entry.content)
    return Told(NoticeKind.RETRY, joined(one_line(head), attempt, wait), "warning")


def _attempt(attempt: int | None, most: int | None) -> str:
    if attempt is None:
        return ""
    return f"attempt {attempt}" if most is None else f"attempt {attempt} of {most}"


def _reason(failure: ApiFailure | None) -> str:
    if failure is None:
        return ""
    connection = failure.connection
    words = (
        failure.formatted,
        failure.message,
        _inner_message(failure.error),
        None if connection is None else connection.message or connection.code,
        _inner_message(failure.cause),
        failure.type,
    )
    reason = next((word for word in words if word), "")
    code = sensible(failure.status)
    status = "" if code is None else str(code)
    return reason if reason.startswith(status) else f"{status} {reason}".strip()


def _inner_message(value: Any) -> str:
    """Find the words in the API's error object, which holds a second one of the same shape."""
    for _ in range(3):
        if not isinstance(value, dict):
            return ""
        for key in ("message", "code"):
            if isinstance(value.get(key), str) and value[key]:
                return str(value[key])
        value = value.get("error")
    return ""


@tell_system.register(failures.ModelRefusalFallbackEntry)
def _refusal(entry: failures.ModelRefusalFallbackEntry) -> Told:
    before, after = entry.original_model or "a model", entry.fallback_model or "another"
    text = joined(f"{before} refused, {after} took over", entry.api_refusal_category or "")
    return Told(NoticeKind.MODEL, text, "warning", said(entry.api_refusal_explanation))


@tell_system.register(failures.ModelFallbackEntry)
@tell_system.register(failures.ModelConsentFallbackEntry)
def _fallback(entry: SystemEntry) -> Told:
    text = entry.content or "another model took over"
    return told_text(NoticeKind.MODEL, text, level="warning")


@tell_system.register(notices.LocalCommandEntry)
def _local_command(entry: notices.LocalCommandEntry) -> Told | None:
    tags = entry.command
    typed = f"{tags.name or ''} {tags.args or ''}".strip()
    output = printed(tags.stdout, errors=(tags.stderr,))
    if typed:
        told = told_text(NoticeKind.COMMAND, typed)
        return Told(told.notice, told.text, parts=(*told.parts, *output))
    if output:
        return Told(NoticeKind.OUTPUT, "", parts=output)
    untagged = tags.stdout is tags.stderr is tags.caveat is None
    text = (entry.content or "").strip() if untagged else ""
    return Told(NoticeKind.OUTPUT, "", parts=printed(text)) if text else None


@tell_system.register(notices.InformationalEntry)
def _informational(entry: notices.InformationalEntry) -> Told | None:
    stops = entry.prevent_continuation is True
    level: Level = "warning" if stops else _LEVELS.get(entry.level or "", "info")
    content = entry.content or ""
    return told_text(NoticeKind.INFO, content, level=level) if content.strip() else None


@tell_system.register(turns.StopHookSummaryEntry)
def _stop_hooks(entry: turns.StopHookSummaryEntry) -> Told | None:
    errors = tuple(error for error in entry.hook_errors or () if error.strip())
    stopped = entry.prevented_continuation is True
    if not errors and not stopped:
        return None
    hooks = count(sensible(entry.hook_count) or len(entry.hook_infos or ()), "stop hook")
    text = joined(hooks, "ended the turn" if stopped else "", entry.stop_reason or "")
    commands = [info.command for info in entry.hook_infos or () if info.command]
    ran: tuple[Part, ...] = ()
    if commands:
        ran = (FactsPart(tuple(("ran", one_line(command)) for command in commands)),)
    return Told(NoticeKind.HOOK, text, "warning", (*ran, *printed(errors=errors)))
