"""``progress``: news of a running tool, hook or sub-agent, written up to 2.1.81."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from steno.format.content import Block, TextBlock
from steno.format.envelope import ChainEntry
from steno.format.message import ApiMessage, blocks_of
from steno.format.shapes import Shape, Tagged
from steno.format.view import NAMED, Field, View, anything, flag, integer, text, view, views

if TYPE_CHECKING:
    from typing import Any

LAST: Final = "2.1.81"
"""The last version that wrote progress lines."""


class ProgressData(View):
    """The news; ``type`` says of what."""

    TAG: ClassVar[str | None] = None
    """The value of ``type`` that this class stands for."""
    SINCE: ClassVar[str] = ""
    """The first client version that was seen writing it."""
    UNTIL: ClassVar[str] = ""
    """The last one."""

    type = text("type", since="2.1.12", until=LAST)
    """What the news is of."""


class UnknownProgress(ProgressData):
    """News of a kind that this release does not know; everything is kept in ``body``."""


class BashProgress(ProgressData):
    """The output so far of a running command."""

    TAG = "bash_progress"
    SINCE = "2.1.12"
    UNTIL = "2.1.63"

    output = text("output", since="2.1.12", until="2.1.63")
    """The last lines of the output."""
    full_output = text("fullOutput", since="2.1.12", until="2.1.63")
    """All output so far."""
    elapsed_time_seconds = integer("elapsedTimeSeconds", since="2.1.12", until="2.1.63")
    """How long it runs by now."""
    total_lines = integer("totalLines", since="2.1.12", until="2.1.63")
    """Lines of output so far."""
    total_bytes = integer("totalBytes", since="2.1.49", until="2.1.63")
    """Bytes of output so far."""
    timeout_ms = integer("timeoutMs", since="2.1.29", until="2.1.63")
    """When it will be stopped, in milliseconds after its start."""
    task_id = text("taskId", since="2.1.49", until="2.1.63")
    """Its id as a background task."""


class HookProgress(ProgressData):
    """A hook that was started."""

    TAG = "hook_progress"
    SINCE = "2.1.12"
    UNTIL = "2.1.81"

    hook_event = text("hookEvent", since="2.1.12", until="2.1.81")
    """The event, such as ``PreToolUse``."""
    hook_name = text("hookName", since="2.1.12", until="2.1.81")
    """The event and what it matched, such as ``PreToolUse:Bash``."""
    command = text("command", since="2.1.12", until="2.1.81")
    """The command that was run."""


class AgentLine(View):
    """A line of a sub-agent, carried inside the progress line of its parent."""

    type = text("type", since="2.1.12", until="2.1.81")
    """``user`` or ``assistant``."""
    uuid = text("uuid", since="2.1.12", until="2.1.81")
    """The line's own id."""
    timestamp = text("timestamp", since="2.1.12", until="2.1.81")
    """When it was written."""
    request_id = text("requestId", since="2.1.12", until="2.1.81")
    """The API request that it came from."""
    message = view("message", ApiMessage, since="2.1.12", until="2.1.81")
    """The message, with its usage where it came from the API."""
    tool_use_result = anything("toolUseResult", since="2.1.23", until="2.1.81")
    """The tool's result for the user interface."""
    is_meta = flag("isMeta", since=NAMED)
    """True for lines that the client itself put in."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The message's content as blocks; a string becomes one text block."""
        message = self.body.get("message")
        content: Any = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str) and content:
            return (TextBlock({"type": "text", "text": content}),)
        return blocks_of(content)


class AgentProgress(ProgressData):
    """A line that a sub-agent wrote."""

    TAG = "agent_progress"
    SINCE = "2.1.12"
    UNTIL = "2.1.81"

    agent_id = text("agentId", since="2.1.12", until="2.1.81")
    """The sub-agent."""
    prompt = text("prompt", since="2.1.12", until="2.1.81")
    """What it was asked; only its first lines carry it."""
    message = view("message", AgentLine, since="2.1.12", until="2.1.81")
    """The sub-agent's line."""
    normalized_messages = views("normalizedMessages", AgentLine, since="2.1.12", until="2.1.81")
    """The same as the terminal shows it; an empty array in most lines."""
    resume = anything("resume", since="2.1.12", until="2.1.81")
    """The sub-agent that was taken up again."""


class McpProgress(ProgressData):
    """A call of an MCP tool that began or ended."""

    TAG = "mcp_progress"
    SINCE = "2.1.12"
    UNTIL = "2.1.49"

    status = text("status", since="2.1.12", until="2.1.49")
    """``started``, ``completed`` or ``failed``."""
    server_name = text("serverName", since="2.1.12", until="2.1.49")
    """The MCP server."""
    tool_name = text("toolName", since="2.1.12", until="2.1.49")
    """The tool."""
    elapsed_time_ms = integer("elapsedTimeMs", since="2.1.12", until="2.1.49")
    """How long it took."""


class WaitingForTask(ProgressData):
    """The model waits for a background task."""

    TAG = "waiting_for_task"
    SINCE = "2.1.25"
    UNTIL = "2.1.49"

    task_description = text("taskDescription", since="2.1.25", until="2.1.49")
    """What the task is about."""
    task_type = text("taskType", since="2.1.25", until="2.1.49")
    """``local_bash`` or ``local_agent``."""


class QueryUpdate(ProgressData):
    """A web search that was started."""

    TAG = "query_update"
    SINCE = "2.1.17"
    UNTIL = "2.1.81"

    query = text("query", since="2.1.17", until="2.1.81")
    """What is searched for."""


class SearchResultsReceived(ProgressData):
    """A web search that was answered."""

    TAG = "search_results_received"
    SINCE = "2.1.17"
    UNTIL = "2.1.81"

    query = text("query", since="2.1.17", until="2.1.81")
    """What was searched for."""
    result_count = integer("resultCount", since="2.1.17", until="2.1.81")
    """How many pages were found."""


_KINDS: Final[tuple[type[ProgressData], ...]] = (
    BashProgress,
    HookProgress,
    AgentProgress,
    McpProgress,
    WaitingForTask,
    QueryUpdate,
    SearchResultsReceived,
)

PROGRESS_KINDS: Final[dict[str, type[ProgressData]]] = {str(kind.TAG): kind for kind in _KINDS}
"""The class of every kind of news, by its ``type``."""

PROGRESS: Final[Shape[ProgressData]] = Tagged(UnknownProgress, "type", PROGRESS_KINDS)


class ProgressEntry(ChainEntry):
    """News; never sent to the API, but the conversation's chain runs through such lines."""

    TAG = "progress"
    SINCE = "2.1.12"
    UNTIL = LAST

    data: Field[ProgressData] = Field("data", PROGRESS, since="2.1.12", until=LAST)
    """The news, in the class of its own type."""
    tool_use_id = text("toolUseID", since="2.1.12", until=LAST)
    """The call (or the hook's run) that the news is of."""
    parent_tool_use_id = text("parentToolUseID", since="2.1.12", until=LAST)
    """The call above it; the same where there is none."""

    @property
    def agent_line(self) -> AgentLine | None:
        """The sub-agent's line that this one carries; None for other news."""
        progress = self.data
        return progress.message if isinstance(progress, AgentProgress) else None
