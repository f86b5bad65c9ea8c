"""TaskOutput: looks at what runs in the background, or waits for its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from steno.client import loose_lines
from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes

if TYPE_CHECKING:
    from steno.client.background import BackgroundTask
    from steno.client.tool import Input, ToolContext


class TaskOutputInput(Takes):
    """What TaskOutput takes."""

    task_id: Annotated[str, Meta(description="The id that the task was started with.")]
    block: Annotated[bool, Meta(description="Whether to wait for its end.")] = True
    timeout: Annotated[
        float, Meta(ge=0, le=600_000, description="Milliseconds to wait at most.")
    ] = 30_000


class TaskOutput(BuiltIn[TaskOutputInput]):
    """The tool."""

    name = "TaskOutput"
    description = (
        "Gives the state and the output of a command or an agent that runs in the background. "
        "Waits for its end unless block is false. The end of a task is told without this, too."
    )
    takes = TaskOutputInput
    read_only = True

    def _read(self, given: Input) -> TaskOutputInput:
        renamed = {{"bash_id": "task_id"}.get(key, key): value for key, value in given.items()}
        return super()._read({key: value for key, value in renamed.items() if key != "filter"})

    async def refuse(self, wanted: TaskOutputInput, context: ToolContext) -> None:
        """Refuse an id that nothing has."""
        found(wanted.task_id, context)

    async def act(self, wanted: TaskOutputInput, context: ToolContext) -> ToolAnswer:
        """Look, or wait and look."""
        task = found(wanted.task_id, context)
        if wanted.block and task.status == "running":
            waits = loose_lines.waiting_for_task(context.call_id, task.description, task.kind)
            context.news(waits)
            await context.background.wait(task, wanted.timeout / 1000)
        status = (
            "success" if task.status != "running" else "timeout" if wanted.block else "not_ready"
        )
        kept = {"retrieval_status": status, "task": _task(task)}
        if status == "success":
            context.background.forget(task)
        return ToolAnswer(_words(status, kept["task"]), kept)


def found(task_id: str, context: ToolContext) -> BackgroundTask:
    """Give the task of that id, or refuse."""
    task = context.background.find(task_id)
    if task is None:
        raise RefusedError(f"No task found with ID: {task_id}")
    return task


def _task(task: BackgroundTask) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "task_id": task.id,
        "task_type": task.kind,
        "status": task.status,
        "description": task.description,
        "output": task.read_output(),
    }
    if task.kind == "local_bash":
        return {**shown, "exitCode": task.exit_code}
    return {**shown, "prompt": task.command, "result": task.result.text if task.result else ""}


def _words(status: str, task: Any) -> str:
    parts = [
        f"<retrieval_status>{status}</retrieval_status>",
        f"<task_id>{task['task_id']}</task_id>",
        f"<task_type>{task['task_type']}</task_type>",
        f"<status>{task['status']}</status>",
    ]
    if task.get("exitCode") is not None:
        parts.append(f"<exit_code>{task['exitCode']}</exit_code>")
    if task["output"].strip():
        parts.append(f"<output>\n{task['output'].rstrip()}\n</output>")
    return "\n\n".join(parts)
