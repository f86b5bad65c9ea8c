"""Which view builds the card of which tool: a plain table, plug-ins, and ``raw`` for the rest.

A plug-in is an entry point of the group ``steno.tool_views``. Its name is the tool's, or the
beginning of several tools' names and a star (``mcp__github__*``); it loads a function that takes
:class:`ToolFacts` and gives a :class:`ToolCard`. A plug-in comes before the view of our own.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final, TypeVar

from steno.view.parts import TextPart
from steno.view.tools import (
    agent,
    ask,
    background,
    bash,
    edit,
    glob,
    grep,
    launch,
    ls,
    lsp,
    mcp,
    mcp_resources,
    notebook,
    plan,
    publish,
    raw,
    read,
    remote,
    schedule,
    skill,
    tasks,
    team,
    todo,
    tool_search,
    web_fetch,
    web_search,
    worktree,
    write,
)
from steno.view.tools.card import ToolCard, tidy
from steno.view.tools.outcome import reason_of_denial
from steno.view.tools.wording import first_line, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.view.tools.card import BuildCard
    from steno.view.tools.facts import ToolFacts

T = TypeVar("T")

PLUGIN_GROUP: Final = "steno.tool_views"
"""The group of entry points that bring views of other tools."""

LONGEST_REASON: Final = 80
"""Characters of the longest failure that is told in a title line."""

VIEWS: Final[dict[str, BuildCard]] = {
    "Agent": agent.build,
    "AgentOutputTool": background.build_output,
    "Artifact": publish.build_artifact,
    "AskUserQuestion": ask.build,
    "Bash": bash.build,
    "BashOutput": background.build_output,
    "CronCreate": schedule.build_create,
    "CronDelete": schedule.build_delete,
    "CronList": schedule.build_list,
    "Edit": edit.build,
    "EnterPlanMode": plan.build_enter,
    "EnterWorktree": worktree.build_enter,
    "ExitPlanMode": plan.build_exit,
    "ExitWorktree": worktree.build_exit,
    "Glob": glob.build,
    "Grep": grep.build,
    "KillBash": background.build_stop,
    "KillShell": background.build_stop,
    "LS": ls.build,
    "LSP": lsp.build,
    "ListAgents": team.build_list,
    "ListMcpResourcesTool": mcp_resources.build_list,
    "Monitor": launch.build_monitor,
    "MultiEdit": edit.build_multi,
    "NotebookEdit": notebook.build_edit,
    "NotebookRead": notebook.build_read,
    "PowerShell": bash.build,
    "PushNotification": remote.build_notification,
    "Read": read.build,
    "ReadMcpResourceDirTool": mcp_resources.build_folder,
    "ReadMcpResourceTool": mcp_resources.build_read,
    "RemoteTrigger": remote.build_trigger,
    "ReportFindings": publish.build_findings,
    "ScheduleWakeup": schedule.build_wakeup,
    "SendMessage": team.build_message,
    "Skill": skill.build,
    "SlashCommand": skill.build,
    "StructuredOutput": raw.build,
    "Task": agent.build,
    "TaskCreate": tasks.build_create,
    "TaskGet": tasks.build_get,
    "TaskList": tasks.build_list,
    "TaskOutput": background.build_output,
    "TaskStop": background.build_stop,
    "TaskUpdate": tasks.build_update,
    "TeamCreate": team.build_create,
    "TeamDelete": team.build_delete,
    "TodoRead": todo.build_read,
    "TodoWrite": todo.build_write,
    "ToolSearch": tool_search.build,
    "WebFetch": web_fetch.build,
    "WebSearch": web_search.build,
    "Workflow": launch.build_workflow,
    "Write": write.build,
    "web_fetch": web_fetch.build,
    "web_search": web_search.build,
    f"{mcp.PREFIX}*": mcp.build,
}
"""The views of our own, by the tool's name; a star stands for the rest of a name."""


def build_card(facts: ToolFacts) -> ToolCard:
    """Build the card of a tool call; whatever goes wrong on the way, there is one."""
    try:
        return _with_reason(_checked(_view(facts.name)(facts)))
    except Exception as error:  # noqa: BLE001 - a session is shown whatever a view makes of it
        return _instead(facts, error)


def _checked(card: object) -> ToolCard:
    if not isinstance(card, ToolCard):
        raise TypeError(f"it gave {type(card).__name__} and no ToolCard")
    return tidy(card)


def _with_reason(card: ToolCard) -> ToolCard:
    if card.status not in ("error", "denied") or card.summary:
        return card
    texts = (part for part in card.parts if isinstance(part, TextPart))
    error = next((part.text for part in texts if part.style == "error"), "")
    if card.status == "denied":
        why = reason_of_denial(error)
        return (
            replace(card, summary=one_line(f"not allowed: {why}", LONGEST_REASON)) if why else card
        )
    return replace(card, summary=one_line(first_line(error), LONGEST_REASON))


def _instead(facts: ToolFacts, error: Exception) -> ToolCard:
    problem = f"the view of {facts.name} failed: {type(error).__name__}: {error}"
    try:
        card = tidy(raw.build(facts))
    except Exception:  # noqa: BLE001 - the last resort: a name, and why there is no more
        card = tidy(ToolCard(facts.name, facts.name, status=facts.status))
    return replace(card, problem=one_line(problem))


def _view(name: str) -> BuildCard:
    plugin = _matching(name, _plugins())
    if plugin is not None:
        build: BuildCard = plugin.load()
        return build
    return _matching(name, VIEWS) or raw.build


@cache
def _plugins() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=PLUGIN_GROUP)}


def _matching(name: str, table: Mapping[str, T]) -> T | None:
    if name in table:
        return table[name]
    beginnings = (key for key in table if key.endswith("*") and name.startswith(key[:-1]))
    longest = max(beginnings, key=len, default=None)
    return None if longest is None else table[longest]
