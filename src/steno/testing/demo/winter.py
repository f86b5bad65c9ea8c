"""Winter 2026: progress lines by the dozen, streaming placeholders, small compactions (2.1.x)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steno.testing.agent_tools import AgentTask, agent
from steno.testing.demo import cast, sources
from steno.testing.file_tools import edit, grep, read
from steno.testing.outside_tools import mcp, web_search
from steno.testing.planning_tools import todo_write
from steno.testing.session import SessionBuilder, think
from steno.testing.shell_tools import bash
from steno.testing.tool_run import Call, Outcome, ToolRun, failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    News = Callable[[SessionBuilder, str], None]

OPUS_45 = "claude-opus-4-5-20251101"
OPUS_46 = "claude-opus-4-6"


def sessions() -> Iterator[SessionBuilder]:
    """Yield the sessions of that time."""
    yield midnight()
    yield buoy_feed()
    yield planned()
    yield chained_results()
    yield crew()


def midnight() -> SessionBuilder:
    """2.1.14: the lost high water, all seven kinds of progress, a small and a large compaction."""
    s = SessionBuilder(
        "midnight",
        start="2026-01-21T09:40:03Z",
        cwd=cast.EBB,
        version="2.1.14",
        git_branch="fix/midnight",
        model=OPUS_45,
    )
    _hook(s, "SessionStart", "SessionStart:startup", s.ids.uuid("hook"))
    s.prompt("On 18 June the table for Grey Point starts at 06:11. The first high water is gone!")
    s.snapshot()
    s.stamp = replace(s.stamp, slug="misty-rowing-plover")
    _mend(s)
    s.system(
        "microcompact_boundary",
        content="Context microcompacted",
        isMeta=False,
        level="info",
        microcompactMetadata={
            "trigger": "auto",
            "preTokens": 60_888,
            "tokensSaved": 21_091,
            "compactedToolIds": [s.ids.tool_use()],
            "clearedAttachmentUUIDs": [],
        },
    )
    s.reply("Fixed: the window now looks one step over each edge. Three stations checked by hand.")
    _stop(s)
    s.loose("summary", session_id=None, summary="High Water at Midnight", leafUuid=s.leaf)
    s.compact(
        "We fixed the lost high water at midnight by widening the window by one step. The "
        "tests pass. Still open: the same edge in the moon table.",
        trigger="manual",
    )
    s.prompt("commit it, please, and say 'midnight' in the message")
    s.reply(bash("git commit -qam 'Keep the high water at midnight'", "", description="Commit"))
    s.reply("Committed.")
    _stop(s)
    return s


def _mend(s: SessionBuilder) -> None:
    """Find the lost high water and bring it back, with news of every step."""
    path = f"{cast.EBB}/src/ebb/almanac.py"
    s.reply(
        think("A turning point needs a neighbour on each side. At 00:00 there is none before it."),
        "\n\n",
        "I suspect the edge of the day. Reading the almanac.",
        _with(
            read(path, sources.ALMANAC), lambda s, i: _hook(s, "PostToolUse", "PostToolUse:Read", i)
        ),
    )
    old, new = "day.steps(STEP)]", "day.steps(STEP, before=1, after=1)]"
    s.reply(
        "The window stops at midnight, so nothing at 00:00 can ever turn.",
        todo_write(
            [],
            [
                {
                    "content": "Widen the window",
                    "status": "in_progress",
                    "activeForm": "Widening the window",
                }
            ],
        ),
    )
    s.reply(edit(path, sources.ALMANAC, old, new))
    s.reply(
        _with(bash("python3 -m pytest -q", "..........\n10 passed in 6.02s").after(7), _bash_news)
    )
    s.reply(_with(agent(_check_task(), _check, agent_id="a1f7e5b"), _agent_news))


def buoy_feed() -> SessionBuilder:
    """2.1.49: web and MCP progress, a background wait, queue operations of every kind."""
    s = SessionBuilder(
        "buoys",
        start="2026-02-22T01:12:36Z",
        cwd=cast.EBB,
        version="2.1.49",
        git_branch="feat/buoys",
        model=OPUS_46,
    )
    s.settings = replace(s.settings, permission_mode="bypassPermissions")
    s.prompt("Which open feeds have live buoy heights for our coast? Ask the issue tracker, too.")
    search = web_search(
        "open data wave buoy real time height feed",
        {"Coastal Buoy Network": "https://buoys.example.org/feed"},
        "One network publishes heights every 30 minutes as CSV.",
    )
    tracker = mcp("tracker", "list_issues", {"query": "buoy"}, '{"issues":[{"id":"EBB-41"}]}')
    s.reply("Both at once.", _with(search, _search_news), _with(tracker.after(3), _mcp_news))
    _queue_everything(s)
    s.prompt("and how old is the data?")
    s.reply(_with(_look_at_task(), _waiting_news))
    s.reply("Eleven minutes. Good enough for a 'now' marker; EBB-41 asks for exactly that.")
    s.system(
        "local_command",
        content="<command-name>/cost</command-name>\n<command-message>cost"
        "</command-message>\n<command-args></command-args>",
        level="info",
        isMeta=False,
    )
    s.system(
        "local_command",
        content="<local-command-stdout>Two requests so far.</local-command-stdout>",
        level="info",
        isMeta=False,
    )
    s.loose(
        "pr-link",
        sessionId=s.session_id,
        prNumber=41,
        prUrl="https://git.example.org/ebb/ebb/pull/41",
        prRepository="ebb/ebb",
        timestamp=s.clock.now,
    )
    _stop(s)
    return s


def _queue_everything(s: SessionBuilder) -> None:
    """Queue a prompt and a task, take one out, and change one's mind."""
    descriptor = '{"task_id":"bk3q7w2m1","description":"Watch the feed","task_type":"local_bash"}'
    for operation, content in (
        ("enqueue", "and how old is the data?"),
        ("enqueue", descriptor),
        ("dequeue", None),
        ("remove", None),
        ("enqueue", "never mind"),
        ("popAll", "never mind"),
    ):
        own = {} if content is None else {"content": content}
        s.loose(
            "queue-operation",
            operation=operation,
            timestamp=s.clock.now,
            sessionId=s.session_id,
            **own,
        )


def _look_at_task() -> ToolRun:
    return ToolRun(
        "TaskOutput",
        {"task_id": "bk3q7w2m1", "block": True, "timeout": 120_000},
        Outcome(
            "The newest row is 11 minutes old.",
            {
                "retrieval_status": "success",
                "task": {
                    "task_id": "bk3q7w2m1",
                    "task_type": "local_bash",
                    "status": "completed",
                    "description": "Watch the feed",
                    "output": "The newest row is 11 minutes old.",
                },
            },
        ),
    )


def planned() -> SessionBuilder:
    """2.1.63: a session that begins with a plan made elsewhere and continues another's id."""
    other = SessionBuilder("buoys", cwd=cast.EBB).session_id
    s = SessionBuilder(
        "planned", start="2026-03-02T10:14:05Z", cwd=cast.EBB, version="2.1.63", model=OPUS_46
    )
    s.stamp = replace(s.stamp, slug="gentle-floating-seal", session_id=other)
    plan = "# Plan: a marker for 'now'\n\n1. Read the feed every 30 minutes\n2. Draw a dot"
    first = s.prompt(f"Carry out this plan:\n\n{plan}", planContent=plan)
    s.stamp = replace(s.stamp, session_id=s.ids.uuid("own"))
    s.snapshot(first)
    s.reply("Step one is a reader of forty lines.", bash("git switch -c feat/now-dot"))
    s.reply(
        failed(
            read(f"{cast.EBB}/src/ebb/feed.py", ""),
            "File does not exist.",
            told="<tool_use_error>File does not exist.</tool_use_error>",
        )
    )
    s.reply("No reader yet, so I will write it. The dot can wait until the heights are in.")
    _stop(s)
    return s


def chained_results() -> SessionBuilder:
    """2.1.29: parallel results that hang on one another, as one of the old accounts has it."""
    s = SessionBuilder(
        "chained", start="2026-02-03T04:28:15Z", cwd=cast.SITE, version="2.1.29", model=OPUS_45
    )
    s.settings = replace(s.settings, results="chain")
    s.prompt("Is the word 'tide' spelt the same everywhere on the site?")
    s.reply(grep("Tide", "pages/", "pages/index.md:3:Tide"), grep("tyde", "pages/"))
    s.reply("It is. Nobody has been tempted by *tyde*.")
    s.settings = replace(s.settings, results="one line")
    s.prompt("And 'harbour'?")
    s.reply(grep("harbour", "pages/", "pages/a.md:1:harbour"), grep("harbor", "pages/"))
    s.reply("British throughout.")
    return s


def crew() -> SessionBuilder:
    """2.1.81: a session that leads a team of agents."""
    s = SessionBuilder(
        "crew", start="2026-04-01T07:30:00Z", cwd=cast.EBB, version="2.1.81", model=OPUS_46
    )
    s.loose("custom-title", customTitle="harbour-crew")
    s.loose("agent-name", agentName="helm")
    team: dict[str, Any] = {"teamName": "harbour-crew", "agentName": "helm"}
    s.prompt("Split the April clean-up between two teammates.", **team)
    created = Outcome(
        "Team harbour-crew is ready.",
        {
            "team_name": "harbour-crew",
            "team_file_path": "/home/mira/.claude/teams/harbour-crew.json",
            "lead_agent_id": "helm@harbour-crew",
        },
    )
    s.reply(
        ToolRun(
            "TeamCreate", {"team_name": "harbour-crew", "description": "April clean-up"}, created
        ),
        **team,
    )
    sent = Outcome(
        [{"type": "text", "text": '{"success":true}'}],
        {
            "success": True,
            "message": "Sent to deckhand",
            "routing": {"sender": "helm", "target": "@deckhand", "summary": "stations first"},
        },
    )
    s.reply(
        ToolRun(
            "SendMessage",
            {
                "type": "message",
                "recipient": "deckhand",
                "content": "Stations first.",
                "summary": "stations first",
            },
            sent,
        ),
        **team,
    )
    s.user(
        '<teammate-message teammate_id="deckhand" color="teal" summary="stations done">\n'
        "All five stations are tidy.\n</teammate-message>",
        **team,
    )
    s.reply("The deckhand is done with the stations; the docs remain.", **team)
    return s


def _with(run: ToolRun, news: News) -> ToolRun:
    """Give the same call with progress lines before its result."""

    def answer(call: Call) -> Outcome:
        call.session.leaf = call.uuid
        news(call.session, call.tool_use_id)
        outcome = run.answer(call)
        assert outcome is not None  # noqa: S101 - every call of this chapter is answered
        return outcome

    return replace(run, outcome=answer)


def _hook(s: SessionBuilder, event: str, name: str, tool_use_id: str) -> None:
    data = {"hookEvent": event, "hookName": name, "command": cast.HOOK}
    s.progress("hook_progress", tool_use_id, data)


def _bash_news(s: SessionBuilder, tool_use_id: str) -> None:
    for number, output in enumerate(("....", "........")):
        data: dict[str, Any] = {
            "output": output,
            "fullOutput": output,
            "elapsedTimeSeconds": 2 + 2 * number,
            "totalLines": 1,
            "timeoutMs": 120_000,
        }
        s.progress("bash_progress", tool_use_id, data, toolUseID=f"bash-progress-{number}")


def _check_task() -> AgentTask:
    return AgentTask(
        "Check by hand", "Check three stations against the printed table.", tool="Task"
    )


def _check(child: SessionBuilder) -> str:
    child.reply(read(f"{cast.EBB}/data/stations.csv", sources.STATIONS))
    child.reply("Sandhaven, Grey Point and Kelpie Bay agree with the printed table to 4 minutes.")
    return "Sandhaven, Grey Point and Kelpie Bay agree with the printed table to 4 minutes."


def _agent_news(s: SessionBuilder, tool_use_id: str) -> None:
    task = _check_task()
    line = {
        "type": "user",
        "uuid": s.ids.uuid("agent line"),
        "timestamp": s.clock.now,
        "message": {"role": "user", "content": [{"type": "text", "text": task.prompt}]},
    }
    data = {"message": line, "normalizedMessages": [], "prompt": task.prompt, "agentId": "a1f7e5b"}
    s.progress("agent_progress", tool_use_id, data, toolUseID=f"agent_{s.ids.message()}")


def _search_news(s: SessionBuilder, tool_use_id: str) -> None:
    query = "open data wave buoy real time height feed"
    s.progress("query_update", tool_use_id, {"query": query}, toolUseID="search-progress-1")
    data = {"resultCount": 8, "query": query}
    s.progress("search_results_received", tool_use_id, data, toolUseID=s.ids.server_tool_use())


def _mcp_news(s: SessionBuilder, tool_use_id: str) -> None:
    told = {"serverName": "tracker", "toolName": "list_issues"}
    s.progress("mcp_progress", tool_use_id, {"status": "started", **told})
    s.progress("mcp_progress", tool_use_id, {"status": "completed", **told, "elapsedTimeMs": 812})


def _waiting_news(s: SessionBuilder, tool_use_id: str) -> None:
    data = {"taskDescription": "Watch the feed", "taskType": "local_bash"}
    s.progress("waiting_for_task", tool_use_id, data, toolUseID="task-output-waiting-1771724292367")


def _stop(s: SessionBuilder) -> None:
    tool_use_id = s.ids.uuid("hook")
    _hook(s, "Stop", "Stop", tool_use_id)
    s.system(
        "stop_hook_summary",
        hookCount=1,
        hookInfos=[{"command": cast.HOOK}],
        hookErrors=[],
        preventedContinuation=False,
        stopReason="",
        hasOutput=True,
        level="suggestion",
        toolUseID=tool_use_id,
    )
    s.system("turn_duration", durationMs=88_947, isMeta=False)
