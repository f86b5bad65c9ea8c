"""TaskOutput: looks and waits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_a_task_is_looked_at_and_waited_for(around: Surroundings) -> None:
    """While it runs its state is told; its end is given once."""

    async def run() -> None:
        command = "echo one; sleep 0.6; exit 3"
        started = await around.use("Bash", command=command, run_in_background=True)
        task_id = started.kept["backgroundTaskId"]
        await asyncio.sleep(0.3)
        told: list[Any] = []
        around.context.news = told.append
        look = await around.use("TaskOutput", task_id=task_id, block=False)
        assert look.kept["retrieval_status"] == "not_ready"
        assert "<output>\none\n</output>" in look.content
        early = await around.use("TaskOutput", task_id=task_id, timeout=10)
        assert early.kept["retrieval_status"] == "timeout"
        (waiting,) = [draft.before["data"] for draft in told]
        assert waiting["type"] == "waiting_for_task"
        assert (waiting["taskDescription"], waiting["taskType"]) == (command, "local_bash")
        end = await around.use("BashOutput", bash_id=task_id)
        assert end.kept["task"]["status"] == "failed"
        assert "<exit_code>3</exit_code>" in end.content
        again = await around.use("TaskOutput", task_id=task_id)
        assert f"No task found with ID: {task_id}" in again.content

    asyncio.run(run())
