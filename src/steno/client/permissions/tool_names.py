"""The tools that rules can be about, and what is said of a rule about another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names

if TYPE_CHECKING:
    from steno.client.permissions.rule import Behavior, Rule

KNOWN: Final = names(
    "Agent AgentOutputTool Artifact AskUserQuestion Bash BashOutput CronCreate CronDelete CronList",
    "Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep KillBash KillShell LS",
    "LSP ListAgents ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead PowerShell",
    "PushNotification Read ReadMcpResourceDirTool ReadMcpResourceTool RemoteTrigger",
    "ReportFindings ScheduleWakeup SendMessage Skill SlashCommand StructuredOutput Task TaskCreate",
    "TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoRead TodoWrite",
    "ToolSearch WebFetch WebSearch Workflow Write",
)
"""Ours, and those that only the real client has or had: settings are read by both."""
_BY_SMALL: Final = {name.casefold(): name for name in KNOWN}


def name_note(rule: Rule, behavior: Behavior) -> str | None:
    """Say what is odd about the tool that a rule names; None where nothing is."""
    if rule.tool in KNOWN or rule.tool.startswith("mcp__"):
        return None
    meant = _BY_SMALL.get(rule.tool.casefold())
    if meant is None:
        return f"the rule {behavior} {rule} does nothing: there is no tool {rule.tool}"
    if behavior == "allow":
        return f"the rule allow {rule} does nothing: did you mean {meant}?"
    return f"the rule {behavior} {rule} counts for {meant}, which is the tool's name"
