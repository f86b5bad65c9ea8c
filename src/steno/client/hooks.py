"""Hooks: what others run at points of the loop, what they are told, and what comes of it."""

from __future__ import annotations

import asyncio
import re
import uuid
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from steno.client.events import HookBegan, HookEnded
from steno.client.hook_runs import CALLBACK, PATIENCE, Hook, HookRun, run_hook
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from steno.client.events import Event, Tell

    Attachment = dict[str, Any]

EVENTS: Final = (
    "PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart",
    "SessionEnd", "Stop", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact",
    "Notification",
)  # fmt: skip
_MATCHED_BY: Final = {
    "PreToolUse": "tool_name",
    "PostToolUse": "tool_name",
    "PostToolUseFailure": "tool_name",
    "SessionStart": "source",
    "SessionEnd": "reason",
    "SubagentStart": "agent_type",
    "SubagentStop": "agent_type",
    "PreCompact": "trigger",
    "PostCompact": "trigger",
    "Notification": "notification_type",
}
"""Which member of what is told decides whether a matcher fits; other events run all hooks."""
_PLAIN_WORDS_COUNT: Final = ("SessionStart", "UserPromptSubmit")
LONGEST_SAID: Final = 200
"""Characters of what a failed hook complained of that are told."""
LONGEST_COMMAND: Final = 80
"""Characters of a hook's command that are told."""
_STRICTEST: Final = ("deny", "ask", "allow")
_NAMED_FOR: Final = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "SessionStart")


@dataclass(slots=True)
class Verdict:
    """What all hooks of a moment say together."""

    blocked: str | None = None
    """Why it is not to go on like this, in words for the model; None where nobody objects."""
    permission: str | None = None
    """``allow``, ``ask`` or ``deny`` where a hook decided on a call; the strictest counts."""
    reason: str = ""
    updated_input: Mapping[str, Any] | None = None
    contexts: list[str] = field(default_factory=list)
    """What the model is told besides."""
    messages: list[str] = field(default_factory=list)
    """What the person is told."""
    stops: bool = False
    """Whether the turn ends (``continue`` was false)."""
    stop_reason: str = ""
    attachments: list[Attachment] = field(default_factory=list)
    """What the transcript keeps of it, in the words of the real client."""
    stopped_by: Attachment | None = None
    """The attachment that tells of the end of the turn; it comes after the result."""
    runs: list[HookRun] = field(default_factory=list)
    """How each of them ended."""
    event_id: str = ""
    """What lines about the moment have in common."""


@dataclass(slots=True, kw_only=True)
class Hooks:
    """All hooks of a session."""

    table: dict[str, list[Hook]] = field(default_factory=dict)
    cwd: Path
    environ: Mapping[str, str]
    common: Callable[[], Mapping[str, Any]]
    """Gives what every hook is told: the session, its file, the folder, the prompt, the mode."""
    began: Callable[[str, str, str], None] | None = None
    """Is told that a command begins: the event, the hook's name, the command."""
    watch: Callable[[str, Mapping[str, Any]], None] | None = None
    """Is told in frames when a command begins, and how it ended: their subtype and members."""
    tell: Tell | None = None
    """Is told that hooks begin and end, and what went wrong with them."""

    def has(self, event: str) -> bool:
        """Say whether anything is run at such a moment."""
        return bool(self.table.get(event))

    def add(self, event: str, hook: Hook) -> None:
        """Take in one more."""
        self.table.setdefault(event, []).append(hook)

    async def run(
        self,
        event: str,
        told: Mapping[str, Any],
        *,
        call_id: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """Run what fits, side by side, and give what they say together.

        ``more`` changes what is told in common, such as the folder of a sub-agent.
        """
        subject = text_in(told, _MATCHED_BY.get(event, "")) or ""
        hooks = _once(hook for hook in self.table.get(event, ()) if fits(hook.matcher, subject))
        if not hooks:
            return Verdict()
        known = {**self.common(), **(more or {})}
        if event == "SessionStart":
            known.pop("permission_mode", None)
        full = {**known, "hook_event_name": event, **told}
        name = f"{event}:{subject}" if event in _NAMED_FOR and subject else event
        for hook in hooks:
            if self.began is not None and hook.command:
                self.began(event, name, hook.command)
        environ = {**self.environ, "CLAUDE_PROJECT_DIR": str(self.cwd)}
        runs = await asyncio.gather(
            *(
                self._watched(hook, name, partial(run_hook, hook, full, call_id, self.cwd, environ))
                for hook in hooks
            )
        )
        event_id = call_id or str(uuid.uuid4())
        verdict = Verdict(runs=list(runs), event_id=event_id)
        marks = {"hookName": name, "toolUseID": event_id, "hookEvent": event}
        for run, hook in zip(runs, hooks, strict=True):
            _hear(verdict, run, marks, hook.timeout)
        return verdict

    async def _watched(
        self, hook: Hook, name: str, run: Callable[[], Awaitable[HookRun]]
    ) -> HookRun:
        """Wait for a hook, and tell of it: people of all, programs of those that are commands."""
        event, run_id, problem = name.partition(":")[0], str(uuid.uuid4()), ""
        told = {"run_id": run_id, "moment": event, "command": hook.command or CALLBACK}
        marks = {"hook_id": run_id, "hook_name": name, "hook_event": event}
        watch = self.watch if hook.command else None
        self._say(HookBegan(**told))
        if watch is not None:
            watch("hook_started", marks)
        try:
            ended = await run()
            problem = problem_of(ended, hook.timeout)
        finally:
            self._say(HookEnded(**told, problem=problem))
        if watch is not None:
            watch("hook_response", {**marks, **_outcome(ended)})
        return ended

    def _say(self, event: Event) -> None:
        if self.tell is not None:
            self.tell(event)


def problem_of(run: HookRun, timeout: float) -> str:
    """Say what went wrong with a hook; an objection is nothing that did."""
    if run.timed_out:
        return f"took longer than {timeout:g} s, and was ended"
    if run.objects or run.exit_code == 0:
        return ""
    said = next((line.strip() for line in run.stderr.split("\n") if line.strip()), "")
    told = f"failed with exit code {run.exit_code}"
    return f"{told}: {said[:LONGEST_SAID]}" if said else told


def hook_words(event: HookBegan | HookEnded) -> str:
    """Name a hook, and say what went wrong with it."""
    command = " ".join(event.command.split())
    short = command if len(command) <= LONGEST_COMMAND else f"{command[:LONGEST_COMMAND]}..."
    problem = f" {event.problem}" if isinstance(event, HookEnded) and event.problem else ""
    return f"the {event.moment} hook ({short}){problem}"


def _outcome(run: HookRun) -> dict[str, Any]:
    """Give how a hook ended, as frames tell it."""
    word = "cancelled" if run.timed_out else "error" if run.exit_code else "success"
    return {
        "output": run.stdout + run.stderr,
        "stdout": run.stdout,
        "stderr": run.stderr,
        "exit_code": run.exit_code,
        "outcome": word,
    }


def hooks_in(settings: Mapping[str, Any]) -> dict[str, list[Hook]]:
    """Read the hooks of settings; what is no hook that we can run is left alone."""
    table: dict[str, list[Hook]] = {}
    if settings.get("disableAllHooks") is True:
        return table
    for event, groups in (object_in(settings, "hooks") or {}).items():
        for group in groups if isinstance(groups, list) else ():
            if isinstance(group, dict):
                table.setdefault(event, []).extend(_commands(group))
    return table


def _commands(group: Mapping[str, Any]) -> Iterable[Hook]:
    matcher = text_in(group, "matcher") or ""
    listed = group.get("hooks")
    for entry in listed if isinstance(listed, list) else ():
        command = text_in(entry, "command") if isinstance(entry, dict) else None
        if command and entry.get("type") == "command":
            timeout = entry.get("timeout")
            seconds = float(timeout) if isinstance(timeout, (int, float)) else PATIENCE
            yield Hook(matcher=matcher, command=command, timeout=seconds)


def fits(matcher: str, subject: str) -> bool:
    """Say whether a matcher is for a subject: nothing and ``*`` for all, else a whole pattern."""
    if matcher in ("", "*"):
        return True
    try:
        return re.fullmatch(matcher, subject) is not None
    except re.error:
        return matcher == subject


def _once(hooks: Iterable[Hook]) -> list[Hook]:
    """Leave out a command that is listed twice: settings of several places often are the same."""
    seen: set[str] = set()
    kept: list[Hook] = []
    for hook in hooks:
        if hook.call is None and hook.command in seen:
            continue
        seen.add(hook.command)
        kept.append(hook)
    return kept


def _hear(verdict: Verdict, run: HookRun, marks: Mapping[str, str], timeout: float) -> None:
    """Add what one hook says."""
    if run.timed_out:
        verdict.attachments.append(_cancelled(run, marks, timeout))
        verdict.messages.append(f"A hook took longer than {timeout:g} s: {run.command}")
    elif run.objects:
        _block(verdict, f"[{run.command}]: {run.stderr.strip() or 'No stderr output'}", run, marks)
    elif run.exit_code != 0:
        verdict.attachments.append(_failure(run, marks))
    elif run.answer:
        _obey(verdict, run, marks)
    elif run.stdout.strip():
        verdict.attachments.append(_success(run, marks))


def _obey(verdict: Verdict, run: HookRun, marks: Mapping[str, str]) -> None:
    """Do what a hook says as JSON."""
    answer, special = run.answer, object_in(run.answer, "hookSpecificOutput") or {}
    decision = text_in(special, "permissionDecision") or _older(answer)
    reason = text_in(special, "permissionDecisionReason") or text_in(answer, "reason") or ""
    is_call = marks["hookEvent"] == "PreToolUse"
    if is_call and decision in _STRICTEST:
        _decide(verdict, decision, reason)
    if answer.get("decision") == "block" or (is_call and decision == "deny"):
        _block(verdict, reason or "Blocked by hook", run, marks)
    elif run.stdout.strip() and marks["hookEvent"] not in _PLAIN_WORDS_COUNT:
        verdict.attachments.append(_success(run, marks) | {"content": ""})
    if isinstance(changed := object_in(special, "updatedInput"), dict):
        verdict.updated_input = changed
    if message := text_in(answer, "systemMessage"):
        verdict.messages.append(message)
        verdict.attachments.append({"type": "hook_system_message", "content": message, **marks})
    if context := text_in(special, "additionalContext"):
        verdict.contexts.append(context)
        verdict.attachments.append(
            {"type": "hook_additional_context", "content": [context], **marks}
        )
    if answer.get("continue") is False:
        verdict.stops, verdict.stop_reason = True, text_in(answer, "stopReason") or ""
        kind = "hook_stopped_continuation"
        verdict.stopped_by = {"type": kind, "message": verdict.stop_reason, **marks}


def _older(answer: Mapping[str, Any]) -> str | None:
    """Read the words of older hooks."""
    return {"approve": "allow", "block": "deny"}.get(text_in(answer, "decision") or "")


def _decide(verdict: Verdict, decision: str, reason: str) -> None:
    """Keep the strictest word."""
    if verdict.permission is None or _rank(decision) < _rank(verdict.permission):
        verdict.permission, verdict.reason = decision, reason


def _rank(decision: str) -> int:
    return _STRICTEST.index(decision)


def _block(verdict: Verdict, reason: str, run: HookRun, marks: Mapping[str, str]) -> None:
    """Take in an objection; the first is told, and after a call each leaves a line."""
    is_call = marks["hookEvent"] == "PreToolUse"
    if is_call and run.objects:
        _decide(verdict, "deny", f"{marks['hookName']} hook error: {reason}")
    verdict.blocked = verdict.blocked or (verdict.reason if is_call else reason) or reason
    if marks["hookEvent"] in ("PostToolUse", "PostToolUseFailure"):
        error = {"blockingError": reason, "command": run.command}
        verdict.attachments.append({"type": "hook_blocking_error", **marks, "blockingError": error})


def _success(run: HookRun, marks: Mapping[str, str]) -> Attachment:
    return {"type": "hook_success", **marks, "content": run.stdout.strip(), **_told_of(run)}


def _failure(run: HookRun, marks: Mapping[str, str]) -> Attachment:
    stderr = f"Failed with non-blocking status code: {run.stderr.strip() or 'No stderr output'}"
    told = {**_told_of(run), "stderr": stderr}
    order = ("stderr", "stdout", "exitCode", "command", "durationMs")
    kept = {key: told[key] for key in order}
    return {"type": "hook_non_blocking_error", **marks, **kept}


def _cancelled(run: HookRun, marks: Mapping[str, str], timeout: float) -> Attachment:
    return {
        "type": "hook_cancelled",
        **marks,
        "command": run.command,
        "durationMs": run.duration_ms,
        "timedOut": True,
        "timeoutMs": round(timeout * 1000),
    }


def _told_of(run: HookRun) -> Attachment:
    return {
        "stdout": run.stdout,
        "stderr": run.stderr,
        "exitCode": run.exit_code,
        "command": run.command,
        "durationMs": run.duration_ms,
    }


def all_hooks(*tables: Mapping[str, Sequence[Hook]]) -> dict[str, list[Hook]]:
    """Put tables of hooks together, in order."""
    joined: dict[str, list[Hook]] = {}
    for table in tables:
        for event, hooks in table.items():
            joined.setdefault(event, []).extend(hooks)
    return joined
