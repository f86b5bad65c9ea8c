"""Results of the tools for the task list and for background tasks."""

from __future__ import annotations

from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, View, flag, integer, mapping, text, texts, view, views


class TaskItem(View):
    """A task on the list; the tools give more or fewer of its keys."""

    id = text("id", since="2.1.17")
    """The task's number, as a string."""
    subject = text("subject", since="2.1.17")
    """What is to be done, in a few words."""
    description = text("description", since="2.1.29")
    """What is to be done."""
    active_form = text("activeForm", since="2.1.114")
    """The same as the terminal shows it while it is being done."""
    status = text("status", since="2.1.17")
    """pending, in_progress, completed or deleted."""
    owner = text("owner", since="2.1.114")
    """The agent that does it."""
    blocks = texts("blocks", since="2.1.29")
    """The tasks that wait for it."""
    blocked_by = texts("blockedBy", since="2.1.17")
    """The tasks that it waits for."""
    metadata = mapping("metadata", since=NAMED)
    """Whatever the model noted with it."""


class TaskResult(ToolResult):
    """A task that was made or looked up."""

    TOOLS = ("TaskCreate", "TaskGet")
    EXACT = keys("task")

    task = view("task", TaskItem, since="2.1.17")
    """The task; null where there is none."""


class TaskListResult(ToolResult):
    """The task list."""

    TOOLS = ("TaskList",)
    EXACT = keys("tasks")

    tasks = views("tasks", TaskItem, since="2.1.17")
    """The tasks."""


class StatusChange(View):
    """A task's status before and after."""

    before = text("from", since="2.1.17")
    """The status before."""
    after = text("to", since="2.1.17")
    """The status after."""


class TaskUpdateResult(ToolResult):
    """A task that was changed."""

    TOOLS = ("TaskUpdate",)
    MARKERS = keys("taskId updatedFields")

    success = flag("success", since="2.1.17")
    """False where there is no such task."""
    task_id = text("taskId", since="2.1.17")
    """The task."""
    updated_fields = texts("updatedFields", since="2.1.17")
    """What changed."""
    status_change = view("statusChange", StatusChange, since="2.1.17")
    """How its status changed."""
    error = text("error", since=SEEN)
    """What went wrong."""
    verification_nudge_needed = flag("verificationNudgeNeeded", since="2.1.114")
    """True where the model is reminded to verify its work."""


class BackgroundTask(View):
    """A command or a sub-agent in the background."""

    task_id = text("task_id", since="2.0.76")
    """The task's id."""
    task_type = text("task_type", since="2.0.76")
    """``local_bash`` or ``local_agent``."""
    status = text("status", since="2.0.76")
    """running, completed, failed or killed."""
    description = text("description", since="2.0.76")
    """What it is about."""
    output = text("output", since="2.0.76")
    """Its output so far."""
    exit_code = integer("exitCode", since=NAMED)
    """A command's exit code; null while it runs."""
    error = text("error", since=NAMED)
    """What went wrong."""
    prompt = text("prompt", since="2.1.49")
    """What a sub-agent was asked."""
    result = text("result", since="2.1.49")
    """What a sub-agent answered."""
    is_raw_transcript = flag("isRawTranscript", since=NAMED)
    """True where the output is the sub-agent's transcript as it is."""


class TaskOutputResult(ToolResult):
    """The output of a background task."""

    TOOLS = ("TaskOutput",)
    MARKERS = keys("retrieval_status task")

    retrieval_status = text("retrieval_status", since="2.0.76")
    """success, timeout or not_ready."""
    task = view("task", BackgroundTask, since="2.0.76")
    """The task."""


class TaskStopResult(ToolResult):
    """A background task that was stopped."""

    TOOLS = ("TaskStop",)
    MARKERS = keys("task_id task_type message")

    message = text("message", since="2.1.25")
    """What happened, in words."""
    task_id = text("task_id", since="2.1.25")
    """The task."""
    task_type = text("task_type", since="2.1.25")
    """``local_bash`` or ``local_agent``."""
    command = text("command", since="2.1.25")
    """The command, or what the sub-agent was about."""
