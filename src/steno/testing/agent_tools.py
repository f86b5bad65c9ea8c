"""Calls that start sub-agents, in every way that a client ever kept their lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.testing.tokens import Tokens, usage_of
from steno.testing.tool_run import Call, Outcome, ToolRun

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.testing.session import SessionBuilder

    Work = Callable[[SessionBuilder], str]
    """Writes a sub-agent's lines and gives its report."""


_META_SINCE: Final = (2, 1, 114)


@dataclass(frozen=True, slots=True)
class AgentTask:
    """What a sub-agent is asked to do."""

    description: str
    prompt: str
    kind: str = "general-purpose"
    tool: str = "Agent"
    """``Task`` until 2.1.80."""

    def arguments(self, **own: Any) -> dict[str, Any]:
        """Give the arguments of the call."""
        return {
            "description": self.description, "subagent_type": self.kind, **own,
            "prompt": self.prompt,
        }  # fmt: skip


def agent(task: AgentTask, work: Work, *, agent_id: str = "", layout: str = "session") -> ToolRun:
    """Start a sub-agent and wait for it; ``layout`` says where its file lies."""

    def answer(call: Call) -> Outcome:
        child = call.session.spawn(agent_id)
        call.session.adopt(child, _meta(task, call, child), layout)
        report = _run(task, work, child)
        call.session.clock.go(child.clock.now)
        told = [{"type": "text", "text": report}]
        result = {
            "status": "completed", "prompt": task.prompt, "agentId": child.stamp.agent_id,
            "agentType": task.kind, "content": told, **_totals(child),
        }  # fmt: skip
        return Outcome(told, result)

    return ToolRun(task.tool, task.arguments(), answer)


def agent_in_background(task: AgentTask, work: Work, *, model: str | None = None) -> ToolRun:
    """Start a sub-agent that goes on behind the conversation; a notification follows later."""

    def answer(call: Call) -> Outcome:
        child = call.session.spawn(model=model)
        call.session.adopt(child, _meta(task, call, child))
        _run(task, work, child)
        agent_id = child.stamp.agent_id
        result = {
            "isAsync": True, "status": "async_launched", "agentId": agent_id,
            "description": task.description, "resolvedModel": child.model, "prompt": task.prompt,
            "outputFile": call.session.task_output(str(agent_id)), "canReadOutputFile": True,
        }  # fmt: skip
        return Outcome([{"type": "text", "text": f"Agent {agent_id} is at work."}], result)

    return ToolRun(task.tool, task.arguments(run_in_background=True), answer)


def agent_in_file(task: AgentTask, work: Work) -> ToolRun:
    """Start a sub-agent whose lines stand in the session's own file (1.0.x)."""

    def answer(call: Call) -> Outcome:
        child = call.session.spawn(in_file=True)
        report = _run(task, work, child)
        call.session.records += child.records
        call.session.clock.go(child.clock.now)
        told = [{"type": "text", "text": report}]
        return Outcome(told, {"content": told, **_totals(child)})

    return ToolRun("Task", task.arguments(), answer)


def task_notification(call_id: str, task_id: str, output: str, status: str, summary: str) -> str:
    """Give the notice that a background task leaves when it ends."""
    return (
        f"<task-notification>\n<task-id>{task_id}</task-id>\n<tool-use-id>{call_id}</tool-use-id>\n"
        f"<output-file>{output}</output-file>\n<status>{status}</status>\n"
        f"<summary>{summary}</summary>\n</task-notification>"
    )


def _run(task: AgentTask, work: Work, child: SessionBuilder) -> str:
    child.clock.tick(0.05)
    child.user(task.prompt)
    return work(child)


def _meta(task: AgentTask, call: Call, child: SessionBuilder) -> dict[str, Any] | None:
    if child.stamp.release < _META_SINCE:
        return None
    return {
        "agentType": task.kind,
        "description": task.description,
        "toolUseId": call.tool_use_id,
        "spawnDepth": child.depth,
    }


def _totals(child: SessionBuilder) -> dict[str, Any]:
    last = child.meter.last or Tokens()
    calls = sum(
        block.get("type") == "tool_use" for body in child.bodies("assistant")
        for block in body["message"]["content"]
    )  # fmt: skip
    return {
        "totalDurationMs": child.clock.milliseconds - child.began,
        "totalTokens": last.input + last.output + last.cache_read + last.cache_5m + last.cache_1h,
        "totalToolUseCount": calls,
        "usage": usage_of(last, child.stamp.release),
    }
