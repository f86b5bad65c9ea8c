"""TaskStop: ends what runs in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes
from steno.client.tools.task_output import found
from steno.format.codec import encode_value

if TYPE_CHECKING:
    from steno.client.tool import ToolContext


class TaskStopInput(Takes):
    """What TaskStop takes."""

    task_id: Annotated[str | None, Meta(description="The id that the task was started with.")] = (
        None
    )
    shell_id: Annotated[str | None, Meta(description="The same, by its old name.")] = None


class TaskStop(BuiltIn[TaskStopInput]):
    """The tool."""

    name = "TaskStop"
    description = "Ends a command or an agent that runs in the background."
    takes = TaskStopInput

    async def refuse(self, wanted: TaskStopInput, context: ToolContext) -> None:
        """Refuse an id that nothing has, and a task that is over."""
        task = found(_id(wanted), context)
        if task.status != "running":
            raise RefusedError(f"Task {task.id} is not running (status: {task.status})")

    async def act(self, wanted: TaskStopInput, context: ToolContext) -> ToolAnswer:
        """End it."""
        task = found(_id(wanted), context)
        await context.background.stop(task)
        context.background.forget(task)
        kept = {
            "message": f"Successfully stopped task: {task.id} ({task.command})",
            "task_id": task.id,
            "task_type": task.kind,
            "command": task.command,
        }
        return ToolAnswer(encode_value(kept).decode(), kept)


def _id(wanted: TaskStopInput) -> str:
    task_id = wanted.task_id or wanted.shell_id
    if not task_id:
        raise RefusedError("Missing required parameter: task_id")
    return task_id
