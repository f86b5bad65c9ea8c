"""Results of the tools that begin and end planning."""

from __future__ import annotations

from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, flag, text


class EnterPlanModeResult(ToolResult):
    """Planning began."""

    TOOLS = ("EnterPlanMode",)
    EXACT = keys("message")

    message = text("message", since="2.1.7")
    """What the model was told."""


class ExitPlanModeResult(ToolResult):
    """A plan that the user approved."""

    TOOLS = ("ExitPlanMode",)
    MARKERS = keys("plan isAgent")

    plan = text("plan", since="1.0.128")
    """The plan."""
    is_agent = flag("isAgent", since="1.0.128")
    """True where a sub-agent planned."""
    file_path = text("filePath", since="2.0.55")
    """Where the plan was put."""
    has_task_tool = flag("hasTaskTool", since=SEEN)
    """True where the model may hand parts of it to sub-agents."""
    plan_was_edited = flag("planWasEdited", since=NAMED)
    """True where the user changed the plan before approving it."""
    awaiting_leader_approval = flag("awaitingLeaderApproval", since=NAMED)
    """True where the leader of the team has yet to approve it."""
    request_id = text("requestId", since=NAMED)
    """The request for that approval."""
