"""TaskCreate, TaskGet, TaskUpdate and TaskList: the list of what is to be done in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, Takes, one_of
from steno.client.tools.task_store import Task, TaskStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.client.tool import ToolContext

    Stores = Callable[[ToolContext], TaskStore]

_MEMBERS: Final = ("id", "subject", "description", "activeForm", "owner", "status")


def store_of(context: ToolContext) -> TaskStore:
    """Give the store of the session: its home is that of its transcript."""
    return TaskStore(context.session_path.parents[2], context.session_id)


class TaskCreateInput(Takes, rename={"active_form": "activeForm"}):
    """What TaskCreate takes."""

    subject: Annotated[str, Meta(description="A short title.")]
    description: Annotated[str, Meta(description="What is to be done.")]
    active_form: Annotated[
        str | None, Meta(description='The title while it is done: "Running the tests".')
    ] = None
    metadata: Annotated[dict[str, Any] | None, Meta(description="Anything else.")] = None


class TaskCreate(BuiltIn[TaskCreateInput]):
    """Puts a task on the list."""

    name = "TaskCreate"
    description = "Puts a task on the list of the session, for work that takes several steps."
    takes = TaskCreateInput

    async def act(self, wanted: TaskCreateInput, context: ToolContext) -> ToolAnswer:
        """Add it."""
        store = store_of(context)
        task: Task = {
            "subject": wanted.subject,
            "description": wanted.description,
            **({"activeForm": wanted.active_form} if wanted.active_form is not None else {}),
            "status": "pending",
            "blocks": [],
            "blockedBy": [],
            **({"metadata": wanted.metadata} if wanted.metadata is not None else {}),
        }
        with store.locked():
            task = store.add(task)
        words = f"Task #{task['id']} created successfully: {wanted.subject}"
        return ToolAnswer(words, {"task": {"id": task["id"], "subject": wanted.subject}})


class TaskGetInput(Takes, rename={"task_id": "taskId"}):
    """What TaskGet takes."""

    task_id: Annotated[str, Meta(description="The number of the task.")]


class TaskGet(BuiltIn[TaskGetInput]):
    """Shows a task."""

    name = "TaskGet"
    description = "Shows one task of the list: what it is about and what it waits for."
    takes = TaskGetInput
    read_only = True

    async def act(self, wanted: TaskGetInput, context: ToolContext) -> ToolAnswer:
        """Show it."""
        task = store_of(context).get(wanted.task_id)
        if task is None:
            return ToolAnswer("Task not found", {"task": None})
        told = [f"Task #{task['id']}: {task.get('subject')}", f"Status: {task.get('status')}"]
        told.append(f"Description: {task.get('description')}")
        for key, words in (("blockedBy", "Blocked by"), ("blocks", "Blocks")):
            if task.get(key):
                told.append(f"{words}: {_numbers(task[key])}")
        members = ("id", "subject", "description", "status", "blocks", "blockedBy")
        return ToolAnswer("\n".join(told), {"task": {key: task.get(key) for key in members}})


def _numbers(ids: list[str]) -> str:
    return ", ".join(f"#{one}" for one in ids)


class TaskListInput(Takes):
    """What TaskList takes: nothing."""


class TaskList(BuiltIn[TaskListInput]):
    """Shows the list."""

    name = "TaskList"
    description = "Lists the tasks of the session, their state, and what they wait for."
    takes = TaskListInput
    read_only = True

    async def act(self, wanted: TaskListInput, context: ToolContext) -> ToolAnswer:
        """List what is there."""
        del wanted
        tasks = [_listed(task) for task in store_of(context).all()]
        told = [_line(task) for task in tasks]
        return ToolAnswer("\n".join(told) or "No tasks found", {"tasks": tasks})


def _listed(task: Task) -> Task:
    owner = {"owner": task["owner"]} if task.get("owner") else {}
    return {
        "id": task["id"],
        "subject": task.get("subject"),
        "status": task.get("status"),
        **owner,
        "blockedBy": task.get("blockedBy", []),
    }


def _line(task: Task) -> str:
    owner = f" ({task['owner']})" if "owner" in task else ""
    blocked = f" [blocked by {_numbers(task['blockedBy'])}]" if task["blockedBy"] else ""
    return f"#{task['id']} [{task['status']}] {task['subject']}{owner}{blocked}"


class TaskUpdateInput(
    Takes,
    rename={
        "task_id": "taskId",
        "active_form": "activeForm",
        "add_blocks": "addBlocks",
        "add_blocked_by": "addBlockedBy",
    },
):
    """What TaskUpdate takes."""

    task_id: Annotated[str, Meta(description="The number of the task.")]
    subject: Annotated[str | None, Meta(description="Another title.")] = None
    description: Annotated[str | None, Meta(description="Another description.")] = None
    active_form: Annotated[str | None, Meta(description="The title while it is done.")] = None
    status: Annotated[
        Literal["pending", "in_progress", "completed", "deleted"] | None,
        one_of(
            "How far it is; deleted takes it off the list.",
            "pending",
            "in_progress",
            "completed",
            "deleted",
        ),
    ] = None
    add_blocks: Annotated[list[str] | None, Meta(description="Tasks that wait for it.")] = None
    add_blocked_by: Annotated[list[str] | None, Meta(description="Tasks that it waits for.")] = None
    owner: Annotated[str | None, Meta(description="Who does it.")] = None
    metadata: Annotated[
        dict[str, Any] | None, Meta(description="Members to set; null takes one away.")
    ] = None


class TaskUpdate(BuiltIn[TaskUpdateInput]):
    """Changes a task."""

    name = "TaskUpdate"
    description = (
        "Changes a task: how far it is, what it says, what it waits for. Set a task to "
        "in_progress when you begin it and to completed when it is really done."
    )
    takes = TaskUpdateInput

    async def act(self, wanted: TaskUpdateInput, context: ToolContext) -> ToolAnswer:
        """Change it."""
        store = store_of(context)
        with store.locked():
            task = store.get(wanted.task_id)
            if task is None:
                return _unknown(wanted.task_id)
            if wanted.status == "deleted":
                store.remove(wanted.task_id)
                return _updated(wanted, ["deleted"], task.get("status"))
            return _updated(wanted, _change(store, task, wanted), task.get("status"))


def _unknown(task_id: str) -> ToolAnswer:
    kept = {"success": False, "taskId": task_id, "updatedFields": [], "error": "Task not found"}
    return ToolAnswer("Task not found", kept)


def _updated(wanted: TaskUpdateInput, fields: list[str], before: Any) -> ToolAnswer:
    kept: dict[str, Any] = {"success": True, "taskId": wanted.task_id, "updatedFields": fields}
    if "status" in fields or "deleted" in fields:
        kept["statusChange"] = {"from": before, "to": wanted.status}
    return ToolAnswer(f"Updated task #{wanted.task_id} {', '.join(fields)}", kept)


def _change(store: TaskStore, task: Task, wanted: TaskUpdateInput) -> list[str]:
    told = {
        "subject": wanted.subject,
        "description": wanted.description,
        "activeForm": wanted.active_form,
        "owner": wanted.owner,
        "status": wanted.status,
    }
    changed: dict[str, Any] = {
        key: new for key, new in told.items() if new not in (None, task.get(key))
    }
    if wanted.metadata is not None:
        changed["metadata"] = _merged(task.get("metadata") or {}, wanted.metadata)
    new = {**task, **changed}
    linked = _link(store, new, "blocks", "blockedBy", wanted.add_blocks)
    linked += _link(store, new, "blockedBy", "blocks", wanted.add_blocked_by)
    store.put(_ordered(new))
    order = ["subject", "description", "activeForm", "owner", "metadata", "status"]
    return [key for key in order if key in changed] + linked


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**old, **new}.items() if value is not None}


def _link(store: TaskStore, task: Task, key: str, other: str, ids: list[str] | None) -> list[str]:
    """Tie tasks to one another, in the files of both; a task that is not there is passed over."""
    fresh = [one for one in ids or () if one not in task.get(key, ())]
    for one in fresh:
        neighbour = store.get(one)
        if neighbour is not None:
            task[key] = [*task.get(key, ()), one]
            store.put({**neighbour, other: [*neighbour.get(other, ()), task["id"]]})
    return [key] if fresh else []


def _ordered(task: Task) -> Task:
    """Put the members in the order of the client."""
    head: Task = {key: task[key] for key in _MEMBERS if key in task}
    return {**head, **{key: value for key, value in task.items() if key not in head}}
