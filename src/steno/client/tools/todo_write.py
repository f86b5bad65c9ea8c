"""TodoWrite: the list of things to do that clients had before there were tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, to_builtins

from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, Takes, one_of

if TYPE_CHECKING:
    from steno.client.tool import ToolContext

_DONE = (
    "Todos have been modified successfully. Ensure that you continue to use the todo list to "
    "track your progress. Please proceed with the current tasks if applicable"
)


class Todo(Takes, rename={"active_form": "activeForm"}):
    """One thing to do."""

    content: Annotated[str, Meta(min_length=1, description="What is to be done.")]
    status: Annotated[
        Literal["pending", "in_progress", "completed"],
        one_of("How far it is.", "pending", "in_progress", "completed"),
    ]
    active_form: Annotated[
        str, Meta(min_length=1, description='The same while it is done: "Running the tests".')
    ]


class TodoWriteInput(Takes):
    """What TodoWrite takes."""

    todos: Annotated[list[Todo], Meta(description="The whole list, anew.")]


class TodoWrite(BuiltIn[TodoWriteInput]):
    """The tool; it keeps a list for each agent."""

    name = "TodoWrite"
    description = (
        "Keeps a list of the steps of a larger piece of work, for you and for the user. Give the "
        "whole list each time; one step at most is in_progress, and done ones are completed."
    )
    takes = TodoWriteInput

    def __init__(self) -> None:
        """Begin with no lists."""
        self.lists: dict[str, list[Any]] = {}

    async def act(self, wanted: TodoWriteInput, context: ToolContext) -> ToolAnswer:
        """Put the new list in the place of the old one; a list that is done is put away."""
        key = context.agent_id or context.session_id
        old = self.lists.get(key, [])
        new = [to_builtins(todo) for todo in wanted.todos]
        is_done = all(todo["status"] == "completed" for todo in new)
        self.lists[key] = [] if is_done else new
        return ToolAnswer(_DONE, {"oldTodos": old, "newTodos": new})
