"""Results of the tools that start agents and talk to them."""

from __future__ import annotations

from steno.format.content import CONTENT, Block
from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.usage import Usage
from steno.format.view import NAMED, Field, View, anything, flag, integer, text, texts, view


class ToolStats(View):
    """What a sub-agent did, in figures."""

    read_count = integer("readCount", since="2.1.114")
    """Files that it read."""
    search_count = integer("searchCount", since="2.1.114")
    """Searches that it made."""
    bash_count = integer("bashCount", since="2.1.114")
    """Commands that it ran."""
    edit_file_count = integer("editFileCount", since="2.1.114")
    """Files that it changed."""
    lines_added = integer("linesAdded", since="2.1.114")
    """Lines that it added."""
    lines_removed = integer("linesRemoved", since="2.1.114")
    """Lines that it removed."""
    other_tool_count = integer("otherToolCount", since="2.1.114")
    """Other tools that it used."""
    frame_count = integer("frameCount", since=NAMED)
    """Known by its name alone."""


class AgentResult(ToolResult):
    """A sub-agent that answered, was started in the background, or joined a team.

    Which keys it has depends on ``status``: ``completed``, ``async_launched``,
    ``remote_launched`` or ``teammate_spawned``; clients before 2.0.55 gave no status.
    """

    TOOLS = ("Agent", "Task")
    MARKERS = keys(
        "agentId status", "agentId content", "content totalDurationMs totalTokens", "teammate_id",
        "taskId sessionUrl prompt",
    )  # fmt: skip

    status = text("status", since="2.0.55")
    """completed, async_launched, remote_launched or teammate_spawned."""
    agent_id = text("agentId", since="2.0.55")
    """The sub-agent; also the end of its file's name."""
    agent_type = text("agentType", since="2.1.114")
    """What kind of sub-agent it is."""
    prompt = text("prompt", since="2.0.55")
    """What it was asked."""
    content: Field[str | tuple[Block, ...]] = Field("content", CONTENT, since="1.0.98")
    """Its answer."""
    total_duration_ms = integer("totalDurationMs", since="1.0.98")
    """How long it took."""
    total_tokens = integer("totalTokens", since="1.0.98")
    """Tokens of its last request."""
    total_tool_use_count = integer("totalToolUseCount", since="1.0.98")
    """How many tools it used."""
    usage = view("usage", Usage, since="1.0.98")
    """Usage of its last request; what it cost in all stands in its own file."""
    tool_stats = view("toolStats", ToolStats, since="2.1.114")
    """What it did, in figures."""
    tools_used = texts("toolsUsed", since=NAMED)
    """The tools that it used, by name."""
    resolved_model = text("resolvedModel", since="2.1.215")
    """The model that it ran on."""
    models_used = anything("modelsUsed", since=SEEN)
    """All models that it ran on, where they were several."""
    worktree_path = text("worktreePath", since="2.1.114")
    """The worktree that it worked in."""
    worktree_branch = text("worktreeBranch", since="2.1.114")
    """That worktree's branch."""
    is_async = flag("isAsync", since="2.1.49")
    """True where it runs in the background."""
    description = text("description", since="2.1.49")
    """What it is about, in a few words."""
    output_file = text("outputFile", since="2.1.49")
    """Where its answer will be put."""
    can_read_output_file = flag("canReadOutputFile", since="2.1.49")
    """True where the model may read that file."""
    can_continue_agent = flag("canContinueAgent", since="2.1.325")
    """True where the model may go on with it by a message."""
    task_id = text("taskId", since=NAMED)
    """Its id as a background task, where it runs in the cloud."""
    session_url = text("sessionUrl", since=NAMED)
    """The address of its session in the cloud."""
    teammate_id = text("teammate_id", since="2.1.39")
    """Its address within the team."""
    teammate_agent_id = text("agent_id", since="2.1.39")
    """Its id within the team."""
    teammate_agent_type = text("agent_type", since="2.1.39", until="2.1.50")
    """What kind of agent it is."""
    name = text("name", since="2.1.39")
    """Its name within the team."""
    team_name = text("team_name", since="2.1.39")
    """The team."""
    color = text("color", since="2.1.39")
    """The colour in which it is shown."""
    model = text("model", since="2.1.39")
    """The model that it runs on."""
    plan_mode_required = flag("plan_mode_required", since="2.1.39")
    """True where it must have its plan approved."""
    is_splitpane = flag("is_splitpane", since="2.1.39")
    """True where it has a pane of its own in the terminal."""
    tmux_session_name = text("tmux_session_name", since="2.1.39")
    """The terminal session that it runs in."""
    tmux_window_name = text("tmux_window_name", since="2.1.39")
    """The window there."""
    tmux_pane_id = text("tmux_pane_id", since="2.1.39")
    """The pane there."""


class MessageRouting(View):
    """From whom to whom a message went."""

    sender = text("sender", since="2.1.39")
    """Who sent it."""
    sender_color = text("senderColor", since=NAMED)
    """The colour in which the sender is shown."""
    target = text("target", since="2.1.39")
    """To whom."""
    target_color = text("targetColor", since=NAMED)
    """The colour in which the receiver is shown."""
    summary = text("summary", since="2.1.39")
    """The message in a few words."""
    content = text("content", since="2.1.39")
    """The message."""


class MessagePin(View):
    """The agent that a message reached."""

    id = text("id", since=SEEN)
    """The agent's id."""
    name = text("name", since=SEEN)
    """Its name."""
    ref = text("ref", since=SEEN)
    """Its short name."""


class SendMessageResult(ToolResult):
    """A message to another agent."""

    TOOLS = ("SendMessage",)
    MARKERS = keys(
        "success message routing", "success message request_id", "success message pin",
        "success message display",
    )  # fmt: skip

    success = flag("success", since="2.1.39")
    """True where it was delivered."""
    message = text("message", since="2.1.39")
    """What happened, in words."""
    routing = view("routing", MessageRouting, since="2.1.39")
    """From whom to whom it went."""
    request_id = text("request_id", since="2.1.39")
    """The request that it makes or answers."""
    target = text("target", since="2.1.39")
    """To whom the request went."""
    pin = view("pin", MessagePin, since=SEEN)
    """The agent that it reached."""
    resumed_agent_id = text("resumedAgentId", since=SEEN)
    """The agent that was taken up again for it."""
    revived_agent_id = text("revivedAgentId", since="2.1.325")
    """The agent that had ended and was started again for it."""
    display = text("display", since="2.1.325")
    """What the terminal shows where it was not sent."""


class TeamCreateResult(ToolResult):
    """A team that was founded."""

    TOOLS = ("TeamCreate",)
    MARKERS = keys("team_name lead_agent_id")

    team_name = text("team_name", since="2.1.39")
    """The team."""
    team_file_path = text("team_file_path", since="2.1.39")
    """Where the team is described."""
    lead_agent_id = text("lead_agent_id", since="2.1.39")
    """The agent that leads it."""


class TeamDeleteResult(ToolResult):
    """A team that was dissolved."""

    TOOLS = ("TeamDelete",)
    EXACT = keys("success message team_name", "success message")

    success = flag("success", since="2.1.39")
    """True where it is gone."""
    message = text("message", since="2.1.39")
    """What happened, in words."""
    team_name = text("team_name", since="2.1.39")
    """The team; missing where there was none."""


class ListAgentsResult(ToolResult):
    """The agents and sessions that can be written to; no real line of ours showed one."""

    TOOLS = ("ListAgents",)
    EXACT = keys("listing")

    listing = text("listing", since=NAMED)
    """The list, in words."""
