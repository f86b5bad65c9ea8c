"""July 2026: many hands. Nested and background sub-agents, queued prompts, a workflow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steno.format.codec import encode_document
from steno.format.encode import new_line
from steno.testing.agent_tools import AgentTask, agent, agent_in_background, task_notification
from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave
from steno.testing.file_tools import grep, read, write
from steno.testing.session import SessionBuilder, think
from steno.testing.shell_tools import bash, bash_in_background, bash_with_large_output
from steno.testing.tool_run import Call, Outcome, ToolRun, unanswered

if TYPE_CHECKING:
    from collections.abc import Iterator


def sessions() -> Iterator[SessionBuilder]:
    """Yield the sessions with sub-agents of the newer layouts."""
    yield audit()
    yield background()
    yield workflow()
    yield cut_short()


def audit() -> SessionBuilder:
    """Two sub-agents at once, one of which starts a third."""
    s = interactive("audit", "2026-07-06T09:15:30Z")
    first_prompt(s, "Before the season starts: audit the five stations. Use agents, I have tea.")
    gauges = AgentTask(
        "Audit the gauges", "Check data/stations.csv and report oddities.", "gauge-reader"
    )
    printed = AgentTask("Compare with print", "Compare July with the printed tables.")
    s.reply(
        think("Two independent questions: the raw data and the printed tables."),
        "One agent for the data, one for the printed tables.",
        agent(gauges, _gauges),
        agent(printed, _printed).after(1),
    )
    s.reply(
        "Everything agrees but **Kelpie Bay**, whose gauge slipped 3 cm in March. Both agents "
        "found it on their own, which is reassuring."
    )
    end_turn(s, hook=True)
    s.system(
        "away_summary",
        content="Audited five stations with two agents; Kelpie Bay is 3 cm "
        "low since March. Next: decide who rows out.",
        isMeta=False,
    )
    s.loose("ai-title", sessionId=s.session_id, aiTitle="Audit of five tide stations")
    return leave(s, "Before the season starts: audit the five stations.")


def _gauges(child: SessionBuilder) -> str:
    own: dict[str, Any] = {"attributionAgent": "gauge-reader"}
    child.reply(read(f"{cast.EBB}/data/stations.csv", sources.STATIONS), **own)
    deeper = AgentTask(
        "Read one gauge", "Read the raw minutes of Kelpie Bay for March.", "gauge-reader"
    )
    child.reply(
        "Kelpie Bay looks odd; somebody should read its minutes.", agent(deeper, _minutes), **own
    )
    report = "Four stations are fine. Kelpie Bay steps down 3 cm on 14 March."
    child.reply(report, **own)
    return report


def _minutes(child: SessionBuilder) -> str:
    child.reply(
        bash(
            "awk -F, '$2<0.1' data/kel-2026-03.csv | head -2",
            "2026-03-14T02:11Z,0.08\n2026-03-14T02:12Z,0.08",
        )
    )
    report = "A step of -0.03 m at 2026-03-14T02:11Z, constant afterwards: the mount slipped."
    child.reply(report)
    return report


def _printed(child: SessionBuilder) -> str:
    child.reply(grep("KEL", "print/2026-07.txt", "12:KEL 03:58 3.1", "40:KEL 16:20 3.0"))
    report = "July agrees with print to 4 minutes; Kelpie Bay reads 3 cm low throughout."
    child.reply(report)
    return report


def background() -> SessionBuilder:
    """Work behind the conversation: notices, prompts typed while busy, both ways of queueing."""
    s = interactive("background", "2026-07-09T13:02:00Z", git_branch="feat/offline")
    first_prompt(
        s, "Download all tables for offline use and let an agent write the docs meanwhile."
    )
    task_id = s.ids.task()
    uuids = s.reply(
        bash_in_background("ebb mirror --all", task_id, description="Mirror all tables"),
        agent_in_background(
            AgentTask("Write the docs", "Document `ebb mirror`."), _docs, model=cast.SONNET
        ),
    )
    s.reply("Both are under way.")
    end_turn(s)
    calls = {
        body["uuid"]: body["message"]["content"][0]["id"]
        for body in s.bodies("assistant")
        if body["uuid"] in uuids
    }
    _queued_prompt(s)
    agent_id = str(s.subagents[0].session.stamp.agent_id)
    done = task_notification(
        calls[uuids[1]],
        agent_id,
        s.task_output(agent_id),
        "completed",
        'Agent "Write the docs" completed',
    )
    s.clock.wait(minutes=2)
    _queue(s, "enqueue", done)
    _queue(s, "dequeue")
    s.prompt(done, origin={"kind": "task-notification"}, promptSource="queued")
    s.reply("The docs are written: `docs/mirror.md`, one page.")
    end_turn(s)
    failed = task_notification(
        calls[uuids[0]],
        task_id,
        s.task_output(task_id),
        "failed",
        'Background command "Mirror all tables" failed with exit code 1',
    )
    _queue(s, "enqueue", failed)
    s.attach(
        "queued_command", prompt=failed, commandMode="task-notification", timestamp=s.clock.now
    )
    _queue(s, "remove", failed)
    s.prompt("what did it trip over?")
    s.reply(
        bash_with_large_output(
            "ebb mirror --all --verbose",
            sources.station_log(30),
            description="Run it again, talking",
        )
    )
    s.reply("A station without a datum, 石浦. I have skipped it and kept the log.")
    end_turn(s)
    return leave(s, "what did it trip over?")


def _queued_prompt(s: SessionBuilder) -> None:
    """Type something while the model is busy; it reaches the model inside the turn."""
    s.clock.wait(minutes=1)
    ask(s, "While that runs: list what offline users would miss.", minutes=0)
    s.reply(grep("requests.get", "src/", "src/ebb/feed.py:18:    requests.get(FEED)"))
    typed = "and how big is the download?"
    _queue(s, "enqueue", typed)
    s.attach(
        "queued_command",
        prompt=typed,
        commandMode="prompt",
        timestamp=s.clock.now,
        origin={"kind": "human"},
        source_uuid=s.ids.uuid("queued"),
    )
    _queue(s, "remove", typed)
    s.reply(bash("du -sh mirror", "3.4M\tmirror"))
    s.reply("Only the live buoys. The download is 3.4 MB for all five stations and one year.")
    end_turn(s)


def _docs(child: SessionBuilder) -> str:
    child.reply(write(f"{cast.EBB}/docs/mirror.md", "# Mirroring\n\n`ebb mirror --all`\n"))
    child.reply("Written: docs/mirror.md.")
    return "Written: docs/mirror.md."


def _queue(s: SessionBuilder, operation: str, content: str | None = None) -> None:
    own = {} if content is None else {"content": content}
    s.loose(
        "queue-operation", operation=operation, timestamp=s.clock.now, sessionId=s.session_id, **own
    )


def workflow() -> SessionBuilder:
    """Make a scripted run of three agents, with its journal and its record."""
    s = interactive("workflow", "2026-07-13T10:00:00Z")
    first_prompt(s, "Review the mirror branch with a workflow, please.")
    run = "wf_3a91c7de"
    script = "const found = await parallel(AREAS.map(review))\n"
    launch = ToolRun("Workflow", {"script": script}, _launch(run))
    s.reply("Three reviewers, then one to weigh them.", launch)
    s.reply("The run is finished: two small findings, both about time zones.")
    end_turn(s)
    return leave(s, "Review the mirror branch with a workflow, please.")


def _launch(run: str) -> Any:
    def answer(call: Call) -> Outcome:
        s = call.session
        journal: list[dict[str, Any]] = []
        for number, (area, finding) in enumerate(_FINDINGS.items()):
            child = s.spawn()
            s.adopt(child, {"agentType": "workflow-subagent"}, f"workflow/{run}")
            # Such agents were seen to write their own id into that of the session.
            own_id = f"{s.session_id}#agent-{child.stamp.agent_id}"
            child.stamp = replace(child.stamp, session_id=own_id)
            child.user(f"review:{area}")
            child.reply(f"Reading {area}.", _structured(area, finding))
            child.reply("Returned.")
            who = {"key": f"v2:{child.ids.hexadecimal(12)}", "agentId": child.stamp.agent_id}
            journal += [
                {"type": "started", **who},
                {"type": "result", **who, "result": {"area": area, "summary": finding}},
            ]
            s.clock.tick(20 + number)
        folder = f"subagents/workflows/{run}"
        s.folder_files[f"{folder}/journal.jsonl"] = b"".join(new_line(row) for row in journal)
        s.folder_files[f"workflows/{run}.json"] = encode_document(
            {"runId": run, "status": "completed", "workflowName": "review", "agentCount": 3}
        )
        result = {
            "isAsync": True,
            "status": "async_launched",
            "runId": run,
            "taskId": s.ids.task(),
            "transcriptDir": f"{s.session_id}/{folder}",
        }
        return Outcome(f"Workflow {run} was launched.", result)

    return answer


_FINDINGS = {
    "mirror": "Times are written in local time; offline users travel.",
    "cli": "`--all` and a station together are silently accepted.",
    "docs": "Nothing to add.",
}


def _structured(area: str, finding: str) -> ToolRun:
    return ToolRun("StructuredOutput", {"area": area, "summary": finding}, Outcome("Accepted."))


def cut_short() -> SessionBuilder:
    """Leave a client that was killed: the last call has no answer."""
    s = interactive("cut-short", "2026-07-14T22:58:12Z", model=cast.HAIKU)
    first_prompt(s, "quick one before bed: how many stations do we have?")
    s.reply(unanswered(bash("tail -n +2 data/stations.csv | wc -l")))
    return s
