"""What the client notes for itself: every loose type, system subtype and attachment by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave, slash
from steno.testing.file_tools import read
from steno.testing.session import think
from steno.testing.shell_tools import bash

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.testing.session import SessionBuilder

LEAP: Final = f"{cast.EBB}/docs/leap-seconds.md"
HOOK: Final[Mapping[str, str]] = {
    "hookName": "PreToolUse:Bash",
    "hookEvent": "PreToolUse",
    "toolUseID": "toolu_01DemoHook00000",
}

AT_START: Final[Mapping[str, Mapping[str, Any]]] = {
    "agent-setting": {"agentSetting": "gauge-reader"},
    "agent-color": {"agentColor": "teal"},
    "tag": {"tag": "time"},
    "isolation-latch": {"side": "inside"},
    "atis-latch": {"atis": ""},
    "fork-context-ref": {},
    "history-suppression": {"cause": "fork_inherit"},
    "observer-ref": {},
}
"""Loose lines at the head of a session."""

AT_END: Final[Mapping[str, Mapping[str, Any]]] = {
    "bridge-session": {"bridgeSessionId": "session_01DemoBridge", "lastSequenceNum": 18},
    "speculation-accept": {"timestamp": "2026-08-12T09:11:00.000Z", "timeSavedMs": 1840},
    "attribution-snapshot": {},
    "content-replacement": {
        "replacements": [
            {"kind": "tool-result", "toolUseId": "toolu_01DemoHook00000", "replacement": "(cut)"}
        ]
    },
    "marble-origami-commit": {},
    "marble-origami-snapshot": {},
    "marble-origami-reset": {},
    "artifact-autoreact-ledger": {},
    "artifact-comment-monitor": {},
}
"""Loose lines at its end."""

NOTES: Final[Mapping[str, Mapping[str, Any]]] = {
    "informational": {"content": "A new version is ready.", "level": "info"},
    "memory_saved": {"content": "Noted: leap seconds end in 2035."},
    "agents_killed": {"content": "Two agents were stopped."},
    "permission_retry": {"content": "Bash may be tried again."},
    "bridge_status": {"content": "Linked to the board in the office."},
    "scheduled_task_fire": {"content": "Hourly look at the gauges.", "cronKind": "loop"},
    "file_snapshot": {"content": "One file was copied."},
    "model_fallback": {"content": "Another model answers for now."},
    "model_consent_fallback": {"content": "Another model answers, as agreed."},
    "task_summary": {"content": "Leap seconds are documented."},
}
"""System lines that are known by name, or from reports."""

ATTACHMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "directory": {"path": f"{cast.EBB}/docs", "displayPath": "docs", "content": "datums.md"},
    "already_read_file": {
        "filename": LEAP,
        "displayPath": "docs/leap-seconds.md",
        "content": {
            "type": "text",
            "file": {
                "filePath": LEAP,
                "content": "# Leap seconds\n",
                "numLines": 2,
                "startLine": 1,
                "totalLines": 2,
            },
        },
    },
    "read_truncation_notice": {"banner": "Only the first lines were read."},
    "edited_image_file": {"filename": f"{cast.SITE}/static/curve.png"},
    "pdf_reference": {"filename": f"{cast.EBB}/docs/notice-14.pdf"},
    "diagnostics": {"files": [], "isNew": True},
    "opened_file_in_ide": {"filename": LEAP},
    "mcp_resource": {"server": "boards", "uri": "board://landing", "name": "landing"},
    "relevant_memories": {"memories": []},
    "dynamic_skill": {
        "skillDir": f"{cast.EBB}/.claude/skills",
        "skillNames": ["tide-check"],
        "displayPath": ".claude/skills",
    },
    "invoked_skills": {
        "skills": [
            {
                "name": "tide-check",
                "path": "~/.claude/skills/tide-check",
                "content": "Compare each station.",
            }
        ]
    },
    "plan_mode_reentry": {"planFilePath": "/home/mira/.claude/plans/quiet-humming-curlew.md"},
    "plan_file_reference": {
        "planFilePath": "/home/mira/.claude/plans/quiet-humming-curlew.md",
        "planContent": "# Moon phases",
    },
    "auto_mode_exit": {},
    "output_style": {"style": "Explanatory"},
    "todo_reminder": {"content": [], "itemCount": 0},
    "critical_system_reminder": {"content": "Stay inside the worktree."},
    "total_tokens_reminder": {"text": "Half of the tokens are used."},
    "silent_turn_reminder": {"text": "Say something when you are done."},
    "bash_output_audience_note": {"toolUseID": "toolu_01DemoHook00000"},
    "budget_usd": {"used": 0.25, "total": 2, "remaining": 1.75},
    "goal_status": {"condition": "All stations agree", "met": True, "sentinel": False},
    "agent_mention": {"agentType": "gauge-reader"},
    "task_status": {
        "taskId": "b1",
        "taskType": "local_bash",
        "description": "Mirror",
        "status": "running",
        "deltaSummary": "3 of 5 stations",
    },
    "teammate_mailbox": {"messages": [{"from": "deckhand", "text": "Docs are tidy."}]},
    "hook_cancelled": {
        **HOOK,
        "command": cast.HOOK,
        "durationMs": 5000,
        "timedOut": True,
        "timeoutMs": 5000,
    },
    "async_hook_response": {
        **HOOK,
        "processId": "412",
        "response": {},
        "stdout": "late",
        "stderr": "",
        "exitCode": 0,
    },
    "hook_error_during_execution": dict(HOOK),
    "hook_permission_decision": dict(HOOK),
    "hook_stopped_continuation": {"message": "enough for today", **HOOK},
    "hook_deferred_tool": dict(HOOK),
    **{
        name: {}
        for name in (
            "context_tip",
            "output_token_usage",
            "team_context",
            "teammate_shutdown_batch",
            "token_usage",
            "ultra_effort_enter",
            "ultra_effort_exit",
            "ultrathink_effort",
            "workflow_keyword_request",
        )
    },
}
"""Attachments that no other session of the story has."""


def sessions() -> Iterator[SessionBuilder]:
    """Yield the worktree session and the one of the newest client."""
    yield worktree()
    yield newest()


def worktree() -> SessionBuilder:
    """Go into a worktree, note all sorts of things there, and come back."""
    s = interactive("worktree", "2026-08-12T08:30:00Z", cast.EBB)
    for kind, own in AT_START.items():
        s.loose(kind, **own)
    first_prompt(s, "Leap seconds! In a worktree, please, I am afraid of them.")
    s.loose(
        "worktree-state",
        worktreeSession={
            "originalCwd": cast.EBB,
            "worktreePath": cast.WORKTREE,
            "worktreeName": "leap-second",
            "worktreeBranch": "worktree-leap-second",
            "originalBranch": "main",
            "originalHeadCommit": s.ids.hexadecimal(40),
            "sessionId": s.session_id,
        },
    )
    s.stamp = replace(s.stamp, cwd=cast.WORKTREE, git_branch="worktree-leap-second")
    s.reply(
        think("Tides run on UT1, clocks on UTC; the difference never reaches a second."),
        "A tide table is good to a minute, so a leap second cannot hurt it. I will write that "
        "down and add a test.",
        read(LEAP, "# Leap seconds\n"),
    )
    for kind, own in ATTACHMENTS.items():
        s.attach(kind, **own)
    s.reply(bash("python3 -m pytest -q -k leap", "1 passed"))
    for subtype, own in NOTES.items():
        s.system(subtype, **own)
    s.reply("Documented, tested, feared no more.")
    end_turn(s)
    s.loose("worktree-state", worktreeSession=None)
    s.stamp = replace(s.stamp, cwd=cast.EBB, git_branch="main")
    s.loose("relocated", relocatedCwd=cast.EBB)
    slash(s, "status", "", "All well.")
    s.system(
        "local_command",
        content="<local-command-stdout>All well.</local-command-stdout>",
        level="info",
        isMeta=False,
    )
    ask(s, "merge it")
    s.reply(bash("git merge -q worktree-leap-second"))
    s.reply("Merged.")
    end_turn(s)
    for kind, own in AT_END.items():
        s.loose(kind, **own)
    return leave(s, "merge it")


def newest() -> SessionBuilder:
    """Use a newer client: deltas of file copies, and a type from the future."""
    s = interactive(
        "newest", "2026-08-14T16:58:00Z", cwd=cast.EBB, version="2.1.220", model=cast.SONNET
    )
    asked = first_prompt(s, "What is the next thing on our list?")
    s.loose(
        "file-history-delta",
        session_id=None,
        messageId=asked,
        snapshotMessageId=asked,
        trackingPath="TODO.md",
        backup={"backupFileName": None, "version": 1, "backupTime": s.clock.now},
    )
    s.reply(read(f"{cast.EBB}/TODO.md", "- [ ] widgets\n- [x] moon\n- [ ] 中文文档\n"))
    s.loose("hologram", projection="tide", depth=3)
    s.reply("Widgets, then the Chinese docs. " + sources.README.partition("\n")[0])
    end_turn(s)
    return leave(s, "What is the next thing on our list?")
