"""Frames of sub-agents and background commands."""

from __future__ import annotations

from pathlib import Path

from steno.client.background import AgentResult, BackgroundTask
from steno.client.events import CallBegan
from steno.client.task_frames import TaskFrames

GIVEN = {"description": "count", "prompt": "count to two", "subagent_type": "counter"}
RESULT = {"message": {"content": [{"type": "tool_result", "tool_use_id": "c"}]}}


def test_an_agent_begins_with_its_first_line_and_ends_with_its_result() -> None:
    """Each is told once, with the id by which the task is known."""
    tasks = TaskFrames()
    tasks.called(CallBegan(call_id="c", tool="Agent", given=GIVEN))
    (began,) = tasks.recorded({"agentId": "a1"}, "c", "s")
    assert (began["subtype"], began["task_id"], began["prompt"]) == (
        "task_started", "a1", "count to two",
    )  # fmt: skip
    assert list(tasks.recorded({"agentId": "a1"}, "c", "s")) == []
    assert tasks.marks("c") == {"subagent_type": "counter", "task_description": "count"}
    kept = {"status": "completed", "totalTokens": 5, "totalToolUseCount": 2, "totalDurationMs": 7}
    updated, told = tasks.recorded(RESULT | {"toolUseResult": kept}, None, "s")
    assert updated["patch"]["status"] == "completed"
    assert (told["task_id"], told["tool_use_id"]) == ("a1", "c")
    assert told["usage"] == {"total_tokens": 5, "tool_uses": 2, "duration_ms": 7}


def test_an_agent_that_goes_on_has_not_ended_yet() -> None:
    """One that was started in the background ends when it ends."""
    tasks = TaskFrames()
    tasks.called(CallBegan(call_id="c", tool="Agent", given=GIVEN))
    launched = RESULT | {"toolUseResult": {"status": "async_launched"}}
    assert list(tasks.recorded(launched, None, "s")) == []
    task = BackgroundTask(
        id="a1", kind="local_agent", description="count", command="", output=Path("/o"),
        call_id="c", status="killed", result=AgentResult(text="x", tokens=3),
    )  # fmt: skip
    _, told = tasks.ended(task, "s")
    assert (told["status"], told["output_file"]) == ("stopped", "/o")
    assert told["usage"]["total_tokens"] == 3


def test_a_command_in_the_background_is_a_task() -> None:
    """Its id is in what the transcript keeps of the call; other calls are no tasks."""
    tasks = TaskFrames()
    (began,) = tasks.recorded(RESULT | {"toolUseResult": {"backgroundTaskId": "b1"}}, None, "s")
    assert (began["task_id"], began["task_type"]) == ("b1", "local_bash")
    tasks.called(CallBegan(call_id="d", tool="Bash", given={}))
    assert tasks.marks("d") == {}
    assert list(tasks.recorded(RESULT | {"toolUseResult": "text"}, None, "s")) == []
