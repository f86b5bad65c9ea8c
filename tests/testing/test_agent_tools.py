"""Calls that start sub-agents: the result in the session, the lines in their own place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.command_tags import parse_notification
from steno.testing.agent_tools import (
    AgentTask,
    agent,
    agent_in_background,
    agent_in_file,
    task_notification,
)
from steno.testing.session import SessionBuilder
from steno.testing.shell_tools import bash

if TYPE_CHECKING:
    from steno.testing.tool_run import ToolRun

TASK = AgentTask("Look", "Look at the gauge.", "gauge-reader")


def _work(child: SessionBuilder) -> str:
    child.reply(bash("cat gauge", "3.9"))
    child.reply("3.9 m")
    return "3.9 m"


def _started(run: ToolRun, **own: Any) -> tuple[SessionBuilder, dict[str, Any]]:
    session = SessionBuilder("s", **own)
    session.prompt("go")
    session.reply(run)
    return session, list(session.bodies("user"))[-1]


def test_agent_reports_what_it_found_and_what_it_took() -> None:
    """The result has the report, the agent's id, its calls, tokens and time."""
    session, line = _started(agent(TASK, _work))
    result, (child,) = line["toolUseResult"], session.subagents
    assert result["content"] == line["message"]["content"][0]["content"]
    assert result["agentId"] == child.session.stamp.agent_id
    assert result["totalToolUseCount"] == 1
    assert result["totalTokens"] > 6000
    assert result["totalDurationMs"] > 1000


def test_meta_ties_the_agent_to_its_call() -> None:
    """The note beside the agent's file names the call that started it, and how deep it is."""
    session, line = _started(agent(TASK, _work))
    call = line["message"]["content"][0]["tool_use_id"]
    assert session.subagents[0].meta == {
        "agentType": "gauge-reader", "description": "Look", "toolUseId": call, "spawnDepth": 1,
    }  # fmt: skip


def test_older_clients_wrote_no_meta() -> None:
    """Before 2.1.114 there was no such note."""
    session, _ = _started(agent(TASK, _work, agent_id="a4c7249"), version="2.1.17")
    assert session.subagents[0].meta is None
    assert session.subagents[0].session.stamp.agent_id == "a4c7249"


def test_agent_may_start_another() -> None:
    """Nested agents belong to the same session, one level deeper."""

    def nested(child: SessionBuilder) -> str:
        child.reply(agent(TASK, _work))
        return "asked somebody else"

    session, _ = _started(agent(TASK, nested))
    depths = [subagent.session.depth for subagent in session.all_subagents()]
    assert depths == [1, 2]
    assert len({s.session.stamp.agent_id for s in session.all_subagents()}) == 2


def test_background_agent_is_only_launched() -> None:
    """The result comes at once and says where the output will be."""
    session, line = _started(agent_in_background(TASK, _work, model="claude-sonnet-5"))
    result = line["toolUseResult"]
    assert result["status"] == "async_launched"
    assert str(result["agentId"]) in result["outputFile"]
    assert result["resolvedModel"] == session.subagents[0].session.model == "claude-sonnet-5"
    assert session.clock.time < session.subagents[0].session.clock.time


def test_agent_in_the_file_is_a_sidechain() -> None:
    """In 1.0.x the agent's lines stand before its result, with a root of their own."""
    session, line = _started(agent_in_file(TASK, _work), version="1.0.98")
    side = [body for body in session.bodies() if body["isSidechain"]]
    assert [body["type"] for body in side] == ["user", "assistant", "user", "assistant"]
    assert side[0]["parentUuid"] is None
    assert "agentId" not in side[0]
    assert session.subagents == []
    assert line["isSidechain"] is False


def test_notification_can_be_read_back() -> None:
    """The notice of a background task has the tags that the format knows."""
    notice = parse_notification(task_notification("toolu_1", "b1", "/out", "completed", "Done"))
    assert notice is not None
    assert (notice.task_id, notice.output_file, notice.status, notice.summary) == (
        "b1", "/out", "completed", "Done",
    )  # fmt: skip
