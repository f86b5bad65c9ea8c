"""The newest client whose lines are known in full: surroundings, requests kept, and sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.testing.agent_tools import task_notification
from steno.testing.demo import cast, sources
from steno.testing.demo.cast import end_turn, leave
from steno.testing.demo.recent import SYSTEM_PROMPT, TOOL, Recent, put_behind, reminder
from steno.testing.file_tools import read
from steno.testing.outside_tools import mcp, tool_search
from steno.testing.session import think
from steno.testing.tool_run import Outcome, ToolRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.testing.session import SessionBuilder

PLAN: Final = {
    "id": "7c51e0aa",
    "humanSchedule": "Every hour",
    "recurring": True,
    "durable": False,
    "nextFireAt": 1_786_705_200_000,
}
NOTE: Final = {"uri": "board://landing", "mimeType": "text/plain", "text": "HW 04:12, 3.9 m"}
BOARD: Final[Mapping[str, Any]] = {
    "name": "mcp__boards__write",
    "description": "Writes on a board.",
    "input_schema": {"type": "object"},
    "defer_loading": True,
}
CONTEXT: Final[Mapping[str, Any]] = {
    "model": cast.OPUS,
    "total_tokens": 18_204,
    "raw_max_tokens": 200_000,
    "percentage": 9,
    "categories": [
        {"name": "System prompt", "tokens": 3100, "kind": "used"},
        {"name": "Messages", "tokens": 15_104, "kind": "used"},
        {"name": "Free space", "tokens": 181_796, "kind": "free"},
    ],
    "mcp_tools": [],
    "memory_files": [{"path": f"{cast.EBB}/CLAUDE.md", "type": "Project", "tokens": 26}],
    "agents": [],
    "skills": [{"name": "tide-check", "source": "projectSettings", "tokens": 22}],
}


def sessions() -> Iterator[SessionBuilder]:
    """Yield the one session of that client."""
    yield hourly()


def hourly() -> SessionBuilder:
    """Plan an hourly look at the gauges, and read what the board says."""
    r = Recent("hourly", "2026-08-14T09:12:00Z", cast.EBB, cast.OPUS)
    s = r.session
    r.prompt("Look at the gauges every hour. And what does the board at the landing say?")
    _before_the_first_request(r)
    r.reply(
        think("A plan for the gauges; the board is a resource of the MCP server."),
        "I will plan that, and look what the board offers.",
        _planned(),
        _listed(),
    )
    _behind_the_first_request(r)
    r.reply(_plans(), _read_board(), tool_search("select:mcp__boards__write", BOARD["name"]))
    s.attach("deferred_tools_record", entries=[BOARD])
    own = {"mcpMeta": {"board": "landing"}, "mcpCallNotReadOnly": "no_hint"}
    r.reply(mcp("boards", "write", {"text": "Gauges watched"}, "written", **own))
    r.reply("Planned for every hour. The board says **HW 04:12, 3.9 m**; I added a line to it.")
    end_turn(s)
    _look_at_context(s)
    _a_prompt_kept_out(s)
    _a_command_that_there_is_not(r)
    _a_report_in_between(r)
    _sums(s)
    return leave(s, "/tidez SAN")


def _before_the_first_request(r: Recent) -> None:
    s = r.session
    r.tell(
        "environment",
        f"You work in {cast.EBB}.",
        snapshot={
            "workingDirectory": cast.EBB,
            "isWorktree": False,
            "isGitRepo": True,
            "additionalWorkingDirectories": [cast.SITE],
            "platform": "linux",
            "shell": "bash",
            "osVersion": "Linux 6.12",
        },
    )
    name = "Opus 4.8"
    identity = {"modelId": s.model, "marketingName": name, "knowledgeCutoff": "January 2026"}
    r.tell("model", f"You are {name}.", identity=identity, text=f"You are {name}.")
    file = {"path": f"{cast.EBB}/CLAUDE.md", "type": "Project", "content": "Greenwich phases."}
    r.tell("instructions", "Greenwich phases.", role="user", files=[file])
    style = {"name": "terse", "prompt": "Few words."}
    r.tell("output_style_instructions", "Few words.", style=style)
    r.tell(
        "deferred_tools_delta",
        "There is more to be found: CronCreate, CronList.",
        addedNames=["CronCreate", "CronList"],
        addedLines=["CronCreate", "CronList"],
        removedNames=[],
        wireHiddenNames=[],
        readdedNames=[],
        pendingMcpServers=[],
        failedMcpServers=[],
    )
    kinds = list(cast.AGENTS)
    lines = [f"- {kind}: {purpose}" for kind, purpose in cast.AGENTS.items()]
    r.tell(
        "agent_listing_delta",
        "\n".join(lines),
        addedTypes=kinds,
        addedLines=lines,
        builtInTypes=kinds[:1],
        builtInPluginTypes=[],
        removedTypes=[],
        isInitial=True,
        showConcurrencyNote=True,
    )
    skills = "\n".join(f"- {skill}: {purpose}" for skill, purpose in cast.SKILLS.items())
    r.tell(
        "skill_listing",
        skills,
        content=skills,
        skillCount=len(cast.SKILLS),
        isInitial=True,
        names=list(cast.SKILLS),
        digests=[s.ids.hexadecimal(16) for _ in cast.SKILLS],
    )
    s.loose("atis-latch", atis="")


def _behind_the_first_request(r: Recent) -> None:
    status = "On branch main, nothing to commit."
    r.tell("session_context", status, role="user", context={"gitStatus": status})
    r.tell("date", "It is 2026-08-14.", date="2026-08-14")
    signed = "Signed-off-by: the tide"
    line = r.tell(
        "remote_session_change",
        f"End commits with: {signed}",
        role="user",
        url=None,
        commit=signed,
        pr=signed,
        sendUserFileHint=False,
        managedCommit=False,
        managedPr=False,
    )
    put_behind(line, "renderedRole", renderedBesideToolResult=True)
    prompt = {"systemPrompt": list(SYSTEM_PROMPT), "reminderFold": False}
    manner = {"echoWireToolInputs": False, "contextRendering": "announced"}
    tool = {"name": TOOL["name"], "description": TOOL["description"], "schema": TOOL}
    start = {"cliPrefix": SYSTEM_PROMPT[0], "systemTurns": True, "toolChangeHeader": True}
    r.session.attach("prompt_snapshot", **prompt, **manner)
    r.session.attach(
        "prompt_snapshot",
        **prompt,
        tools=[tool],
        **start,
        inlineTools=False,
        keptReminders=False,
        **manner,
    )


def _planned() -> ToolRun:
    asked = {"cron": "0 * * * *", "prompt": "Look at the gauges.", "recurring": True}
    return ToolRun("CronCreate", asked, Outcome("Planned: 7c51e0aa, every hour.", dict(PLAN)))


def _plans() -> ToolRun:
    job = {**PLAN, "cron": "0 * * * *", "prompt": "Look at the gauges."}
    order = ("id", "cron", "humanSchedule", "prompt", "recurring", "durable", "nextFireAt")
    result = {"jobs": [{key: job[key] for key in order}]}
    return ToolRun("CronList", {}, Outcome("7c51e0aa: every hour", result))


def _listed() -> ToolRun:
    found = [{"name": "landing", "uri": NOTE["uri"], "server": "boards"}]
    return ToolRun("ListMcpResourcesTool", {}, Outcome("board://landing (landing)", found))


def _read_board() -> ToolRun:
    asked = {"server": "boards", "uri": NOTE["uri"]}
    return ToolRun("ReadMcpResourceTool", asked, Outcome(NOTE["text"], {"contents": [NOTE]}))


def _look_at_context(s: SessionBuilder) -> None:
    """Type /context, which leaves its figures behind."""
    s.clock.wait(minutes=2)
    s.system(
        "local_command",
        content="<local-command-stdout>18k of 200k tokens (9 %)</local-command-stdout>",
        level="info",
        isMeta=False,
        commandRun={"command": "context", "args": ""},
        contextUsage=dict(CONTEXT),
    )


def _a_prompt_kept_out(s: SessionBuilder) -> None:
    """Let a hook keep out a prompt, of which nothing else is left."""
    ending = {"kind": "blocked_by_hook", "reason": "that looks like a password"}
    s.system(
        "informational",
        content="A hook kept the prompt out: that looks like a password",
        level="warning",
        isMeta=False,
        preventContinuation=True,
        promptSubmitEnding={"ending": ending, "promptKept": False},
    )


def _a_command_that_there_is_not(r: Recent) -> None:
    r.prompt("/tidez SAN", minutes=3)
    r.tell(
        "unknown_command_fallback",
        "There is no /tidez.",
        role="user",
        commandName="tidez",
        availableCommandNames=["context", "tide-check"],
        availableCommandCount=2,
    )
    r.reply(
        "There is no such command; I look it up myself.",
        read(f"{cast.EBB}/data/stations.csv", sources.STATIONS),
    )


def _a_report_in_between(r: Recent) -> None:
    """Let a background task report in the middle of a turn."""
    s = r.session
    task, delivery, command = s.ids.task(), s.ids.uuid("delivery"), s.ids.uuid("command")
    notice = task_notification(
        s.ids.tool_use(), task, s.task_output(task), "completed", "The gauges were read"
    )
    s.loose("queue-operation", operation="enqueue", timestamp=s.clock.now, content=notice)
    line = r.tell(
        "queued_command",
        notice,
        prompt=notice,
        source_uuid=command,
        delivery_id=delivery,
        commandMode="task-notification",
        origin={"kind": "task-notification", "producer": "session-task"},
        runId="0mwhd4k2p-5cd3762c",
        usage={"totalTokens": 4652, "toolUses": 1, "durationMs": 1131},
    )
    put_behind(line, "rendered", renderedInHumanTurn=[{"content": reminder(notice)}])
    s.loose(
        "queue-operation",
        operation="remove",
        timestamp=s.clock.now,
        content=notice,
        reason="absorbed_mid_turn",
        commandUuid=command,
        deliveryId=delivery,
    )
    r.reply("SAN: high water at 16:37. The gauges agree to the minute.")
    end_turn(s)


def _sums(s: SessionBuilder) -> None:
    """Add the client's own sums, as it does when it ends."""
    usages = {
        body["message"]["id"]: body["message"]["usage"] for body in s.bodies("assistant")
    }.values()
    written = [usage["cache_creation"] for usage in usages]
    used = {
        "inputTokens": sum(usage["input_tokens"] for usage in usages),
        "outputTokens": sum(usage["output_tokens"] for usage in usages),
        "thinkingTokens": 0,
        "cacheReadInputTokens": sum(usage["cache_read_input_tokens"] for usage in usages),
        "cacheCreationInputTokens": sum(u["cache_creation_input_tokens"] for u in usages),
        "cacheCreationEphemeral5mInputTokens": sum(
            tier["ephemeral_5m_input_tokens"] for tier in written
        ),
        "cacheCreationEphemeral1hInputTokens": sum(
            tier["ephemeral_1h_input_tokens"] for tier in written
        ),
        "webSearchRequests": 0,
        "costUSD": 0.4125,
    }
    s.loose(
        "cost-state",
        totalCostUSD=0.4125,
        totalAPIDuration=21_480,
        totalAPIDurationWithoutRetries=21_480,
        totalToolDuration=3_120,
        totalLinesAdded=0,
        totalLinesRemoved=0,
        totalDuration=s.clock.milliseconds - s.began,
        startTime=s.began,
        modelUsage={s.model: used},
        hasUnknownModelCost=False,
    )
