"""Results of the tools that plan, watch and start work in the background."""

from __future__ import annotations

from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, flag, integer, number, text


class ScheduleWakeupResult(ToolResult):
    """When the session will go on by itself."""

    TOOLS = ("ScheduleWakeup",)
    MARKERS = keys("scheduledFor clampedDelaySeconds")

    scheduled_for = number("scheduledFor", since="2.1.209")
    """The moment, in milliseconds since 1970."""
    clamped_delay_seconds = number("clampedDelaySeconds", since="2.1.209")
    """The delay in seconds, brought within bounds."""
    was_clamped = flag("wasClamped", since="2.1.209")
    """True where another delay had been asked for."""
    stopped = flag("stopped", since=SEEN)
    """True where nothing is planned any more."""
    cancelled_wakeups = integer("cancelledWakeups", since=SEEN)
    """How many plans were dropped."""


class MonitorResult(ToolResult):
    """A command whose output wakes the model."""

    TOOLS = ("Monitor",)
    MARKERS = keys("taskId persistent timeoutMs")

    task_id = text("taskId", since="2.1.217")
    """Its id as a background task."""
    timeout_ms = integer("timeoutMs", since="2.1.217")
    """When it ends."""
    persistent = flag("persistent", since="2.1.217")
    """True where it runs as long as the session."""


class WorkflowResult(ToolResult):
    """A script of sub-agents that was started."""

    TOOLS = ("Workflow",)
    MARKERS = keys("runId taskId", "taskId workflowName")

    status = text("status", since="2.1.197")
    """``async_launched`` or ``remote_launched``."""
    task_id = text("taskId", since="2.1.197")
    """Its id as a background task."""
    task_type = text("taskType", since="2.1.197")
    """``local_workflow`` or ``remote_agent``."""
    run_id = text("runId", since="2.1.197")
    """The run; also the name of its folder."""
    workflow_name = text("workflowName", since="2.1.197")
    """The script's name."""
    summary = text("summary", since="2.1.197")
    """What it does."""
    script_path = text("scriptPath", since="2.1.197")
    """Where the script lies."""
    transcript_dir = text("transcriptDir", since="2.1.197")
    """Where the transcripts of its agents lie."""
    is_async = flag("isAsync", since=NAMED)
    """True where it runs in the background."""
    session_url = text("sessionUrl", since=NAMED)
    """The address of its session, where it runs in the cloud."""
    warning = text("warning", since=NAMED)
    """What the user should know of, such as work that was not pushed."""
    error = text("error", since=NAMED)
    """What is wrong with the script."""
