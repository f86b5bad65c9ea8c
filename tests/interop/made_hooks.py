"""Scenarios of hooks: what they say, forbid, change, and how they fail."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.interop.script import Json, again, ask, call, reply, says, scenario

if TYPE_CHECKING:
    from tests.interop.lab import Scenario


def _hook(command: str, matcher: str | None = None, **own: Any) -> Json:
    hook: Json = {"hooks": [{"type": "command", "command": command, **own}]}
    return hook if matcher is None else hook | {"matcher": matcher}


def _tells(document: Json, matcher: str | None = None) -> Json:
    return _hook(f"echo '{json.dumps(document)}'", matcher)


def _of(event: str, **own: Any) -> Json:
    return {"hookSpecificOutput": {"hookEventName": event, **own}}


def _settings(hooks: Json) -> Json:
    return {".claude/settings.json": {"hooks": hooks}}


def hooks_of_every_kind() -> Scenario:
    """Hooks that add, deny, allow, change, complain, fail, come late and do not let go."""
    denied = _of("PreToolUse", permissionDecision="deny", permissionDecisionReason="no shell")
    allowed = _of(
        "PreToolUse", permissionDecision="allow", updatedInput={"file_path": "$CWD/README.md"}
    )
    hooks = {
        "SessionStart": [_tells(_of("SessionStart", additionalContext="It is ebb."))],
        "UserPromptSubmit": [
            _tells({"systemMessage": "Heard.", **_of("UserPromptSubmit", additionalContext="So.")})
        ],
        "PreToolUse": [
            _tells(denied, "Bash"),
            _tells(allowed, "Read"),
            _hook("echo oops >&2; exit 1", "Write"),
            _hook("echo blocked >&2; exit 2", "Glob"),
        ],
        "PostToolUse": [
            _tells({"decision": "block", "reason": "look again"}, "Read"),
            _hook("echo bad >&2; exit 2", "Write"),
            _tells({"async": True, "asyncTimeout": 5000}, "Edit"),
            _hook("sleep 3", "TaskCreate", timeout=1),
        ],
        "PostToolUseFailure": [_hook("echo it failed")],
        "Stop": [_hook("[ -e stopped ] || { touch stopped; echo go on >&2; exit 2; }")],
    }
    calls = (
        call("Bash", command="echo", description="d"),
        call("Read", file_path="$CWD/src/a.py"),
        call("Write", file_path="$CWD/w.txt", content="w"),
        call("TaskCreate", subject="s", description="d"),
        call("Edit", file_path="$CWD/README.md", old_string="high", new_string="higher"),
        call("Edit", file_path="$CWD/README.md", old_string="none", new_string="nothing"),
        call("Glob", pattern="*"),
    )
    return scenario(
        [says(*(reply(one) for one in calls), *(reply("Done."),) * 4)],
        ask("Begin.", "--tools", "default"),
        again("Go on."),
        home_files=_settings(hooks),
    )


def hooks_that_stop() -> Scenario:
    """Hooks that end the turn, or do not even let the prompt in."""
    hooks = {
        "PostToolUse": [_tells({"continue": False, "stopReason": "enough"})],
        "UserPromptSubmit": [_hook("if grep -q secret; then echo no secrets >&2; exit 2; fi")],
    }
    return scenario(
        [says(reply(call("Bash", command="echo", description="d")), *(reply("Done."),) * 2)],
        ask("Run."),
        ask("My secret.", session=2),
        ask("Plain.", session=3),
        home_files=_settings(hooks),
    )
