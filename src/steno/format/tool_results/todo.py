"""Results of the to-do list, which newer clients replaced by tasks."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import NAMED, View, flag, text, views


class Todo(View):
    """One thing to do."""

    content = text("content", since="1.0.24")
    """What is to be done."""
    status = text("status", since="1.0.24")
    """pending, in_progress or completed."""
    active_form = text("activeForm", since="1.0.98")
    """The same as the terminal shows it while it is being done."""
    id = text("id", since="1.0.24", until="1.0.56")
    """Its number, as a string."""
    priority = text("priority", since="1.0.24", until="1.0.56")
    """high, medium or low."""


class TodoWriteResult(ToolResult):
    """A to-do list that was written anew."""

    TOOLS = ("TodoWrite",)
    MARKERS = keys("oldTodos newTodos")

    old_todos = views("oldTodos", Todo, since="1.0.24")
    """The list before."""
    new_todos = views("newTodos", Todo, since="1.0.24")
    """The list after."""
    verification_nudge_needed = flag("verificationNudgeNeeded", since=NAMED)
    """True where the model is reminded to verify its work."""
