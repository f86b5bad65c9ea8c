"""TaskStop: ends a task."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_a_task_is_ended(around: Surroundings) -> None:
    """The task is gone afterwards, nobody is told of its end, and the old name works."""

    async def run() -> None:
        started = await around.use("Bash", command="sleep 60", run_in_background=True)
        task_id = started.kept["backgroundTaskId"]
        task = around.context.background.find(task_id)
        stopped = await around.use("KillShell", shell_id=task_id)
        assert stopped.kept["message"] == f"Successfully stopped task: {task_id} (sleep 60)"
        assert task is not None
        assert task.status == "killed"
        assert "No task found" in (await around.use("TaskStop", task_id=task_id)).content

    asyncio.run(run())
    assert around.ended == []


def test_an_id_is_needed(around: Surroundings) -> None:
    """Without an id nothing is ended."""
    assert "Missing required parameter: task_id" in str(around.call("TaskStop").content)
