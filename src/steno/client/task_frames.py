"""Frames that tell of sub-agents and background commands: that they began, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, Any, Final

from steno.client import frames
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.client.background import BackgroundTask
    from steno.client.events import CallBegan
    from steno.client.frames import Body, Frame

AGENT: Final = "Agent"
GENERAL: Final = "general-purpose"


@dataclass(slots=True)
class Started:
    """A task that is known to have begun."""

    call_id: str
    given: Mapping[str, Any]
    """What the call asked for."""
    task_id: str = ""
    """Known from its first line on."""

    def marks(self) -> dict[str, str]:
        """Give what frames of its lines say besides."""
        kind = text_in(self.given, "subagent_type") or GENERAL
        return {
            "subagent_type": kind,
            "task_description": text_in(self.given, "description") or "",
        }


class TaskFrames:
    """Knows what runs, and what the program around us has been told of it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._started: dict[str, Started] = {}

    def called(self, event: CallBegan) -> None:
        """Take note of a call that will start an agent."""
        if event.tool == AGENT:
            self._started[event.call_id] = Started(event.call_id, event.given)

    def marks(self, parent_call: str | None) -> dict[str, str]:
        """Give what a frame of a sub-agent says besides."""
        started = self._started.get(parent_call or "")
        return {} if started is None else started.marks()

    def recorded(
        self, line: Mapping[str, Any], parent_call: str | None, session_id: str
    ) -> Iterator[Frame]:
        """Yield what a line tells of tasks."""
        started = self._started.get(parent_call or "")
        if started is not None and not started.task_id:
            started.task_id = text_in(line, "agentId") or ""
            yield _agent_began(started, session_id)
        kept = object_in(line, "toolUseResult")
        if parent_call is None and kept is not None:
            yield from self._result(line, kept, session_id)

    def _result(self, line: Body, kept: Mapping[str, Any], session_id: str) -> Iterator[Frame]:
        call_id = str(line["message"]["content"][0].get("tool_use_id"))
        task_id = text_in(kept, "backgroundTaskId")
        if task_id is not None:
            yield frames.system(
                "task_started",
                session_id,
                task_id=task_id,
                tool_use_id=call_id,
                description="",
                task_type="local_bash",
            )
        started = self._started.get(call_id)
        if started is not None and kept.get("status") == "completed":
            usage = {
                "total_tokens": kept.get("totalTokens", 0),
                "tool_uses": kept.get("totalToolUseCount", 0),
                "duration_ms": kept.get("totalDurationMs", 0),
            }
            summary = text_in(started.given, "description") or ""
            yield from _ended(started.task_id, call_id, "completed", summary, session_id, usage)

    def ended(self, task: BackgroundTask, session_id: str) -> Iterator[Frame]:
        """Yield that something that ran beside the conversation has ended."""
        result = task.result
        usage = None
        if result is not None:
            usage = {
                "total_tokens": result.tokens,
                "tool_uses": result.tool_uses,
                "duration_ms": result.duration_ms,
            }
        status = "stopped" if task.status == "killed" else task.status
        yield from _ended(
            task.id, task.call_id, status, task.summary(), session_id, usage, str(task.output)
        )


def _agent_began(started: Started, session_id: str) -> Frame:
    marks = started.marks()
    return frames.system(
        "task_started",
        session_id,
        task_id=started.task_id,
        tool_use_id=started.call_id,
        description=marks["task_description"],
        subagent_type=marks["subagent_type"],
        task_type="local_agent",
        prompt=text_in(started.given, "prompt") or "",
    )


def _ended(  # noqa: PLR0913, PLR0917 - all of it is told
    task_id: str,
    call_id: str,
    status: str,
    summary: str,
    session_id: str,
    usage: Mapping[str, Any] | None,
    output: str = "",
) -> Iterator[Frame]:
    patch = {"status": status, "end_time": int(time() * 1000)}
    yield frames.system("task_updated", session_id, task_id=task_id, patch=patch)
    told: dict[str, Any] = {
        "task_id": task_id,
        "tool_use_id": call_id,
        "status": status,
        "output_file": output,
        "summary": summary,
    }
    if usage is not None:
        told["usage"] = usage
    yield frames.system("task_notification", session_id, **told)
