"""Which class reads which tool's result: by the tool's name, or by the keys it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.tool_results.agents import (
    AgentResult,
    ListAgentsResult,
    SendMessageResult,
    TeamCreateResult,
    TeamDeleteResult,
)
from steno.format.tool_results.ask import AskUserQuestionResult
from steno.format.tool_results.background import (
    MonitorResult,
    ScheduleWakeupResult,
    WorkflowResult,
)
from steno.format.tool_results.files import (
    EditResult,
    MultiEditResult,
    NotebookEditResult,
    ReadResult,
    WriteResult,
)
from steno.format.tool_results.lsp import LspResult
from steno.format.tool_results.mcp import (
    ListedResource,
    ReadMcpResourceDirResult,
    ReadMcpResourceResult,
)
from steno.format.tool_results.plan import EnterPlanModeResult, ExitPlanModeResult
from steno.format.tool_results.publish import ArtifactResult, ReportFindingsResult
from steno.format.tool_results.result import ToolResult, UnknownToolResult
from steno.format.tool_results.schedule import (
    CronCreateResult,
    CronDeleteResult,
    CronListResult,
    PushNotificationResult,
    RemoteTriggerResult,
)
from steno.format.tool_results.search import GlobResult, GrepResult
from steno.format.tool_results.shell import BashOutputResult, KillShellResult, ShellResult
from steno.format.tool_results.skill import SkillResult
from steno.format.tool_results.tasks import (
    TaskListResult,
    TaskOutputResult,
    TaskResult,
    TaskStopResult,
    TaskUpdateResult,
)
from steno.format.tool_results.todo import TodoWriteResult
from steno.format.tool_results.tool_search import ToolSearchResult
from steno.format.tool_results.web import WebFetchResult, WebSearchResult
from steno.format.tool_results.worktree import EnterWorktreeResult, ExitWorktreeResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.format.view import View

RESULT_KINDS: Final[tuple[type[ToolResult], ...]] = (
    ShellResult,
    ReadResult,
    EditResult,
    WriteResult,
    MultiEditResult,
    NotebookEditResult,
    GlobResult,
    GrepResult,
    TaskUpdateResult,
    TaskOutputResult,
    TaskStopResult,
    TaskResult,
    TaskListResult,
    TodoWriteResult,
    AgentResult,
    SendMessageResult,
    TeamCreateResult,
    TeamDeleteResult,
    ListAgentsResult,
    SkillResult,
    AskUserQuestionResult,
    WebFetchResult,
    WebSearchResult,
    EnterPlanModeResult,
    ExitPlanModeResult,
    EnterWorktreeResult,
    ExitWorktreeResult,
    ToolSearchResult,
    BashOutputResult,
    KillShellResult,
    LspResult,
    ReportFindingsResult,
    ArtifactResult,
    ScheduleWakeupResult,
    MonitorResult,
    WorkflowResult,
    CronCreateResult,
    CronListResult,
    CronDeleteResult,
    RemoteTriggerResult,
    PushNotificationResult,
    ReadMcpResourceResult,
    ReadMcpResourceDirResult,
)
"""Every result class, in the order in which their markers are tried."""

TOOL_RESULTS: Final[dict[str, type[ToolResult]]] = {
    tool: kind for kind in RESULT_KINDS for tool in kind.TOOLS
}
"""The class of every known tool's result, by the tool's name."""

TEXT_TOOLS: Final[frozenset[str]] = frozenset({"LS", "StructuredOutput"})
"""Known tools whose result is always a string."""

ARRAY_TOOLS: Final[dict[str, type[View]]] = {"ListMcpResourcesTool": ListedResource}
"""Known tools whose result is an array, with the class of what stands in it."""


def decode_tool_result(value: Any, tool_name: str | None = None) -> ToolResult | str | None:
    """Read a ``toolUseResult``: an object by its tool (or its keys), a string as it is.

    Arrays are blocks where an MCP server gave them (``steno.format.message.blocks_of``), and else
    what their tool lists (:func:`decode_tool_items`).
    """
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return None
    return _kind(value, tool_name)(value)


def decode_tool_items(value: Any, tool_name: str | None) -> tuple[View, ...]:
    """Read a ``toolUseResult`` that is an array of what its tool lists; all else gives none."""
    kind = ARRAY_TOOLS.get(tool_name or "")
    if kind is None or not isinstance(value, list):
        return ()
    return tuple(kind(item) for item in value if isinstance(item, dict))


def _kind(value: Mapping[str, Any], tool_name: str | None) -> type[ToolResult]:
    if tool_name in TOOL_RESULTS:
        return TOOL_RESULTS[tool_name]
    return kind_by_keys(value)


def kind_by_keys(value: Mapping[str, Any]) -> type[ToolResult]:
    """Choose the class by the keys alone."""
    present = value.keys()
    for kind in RESULT_KINDS:
        if any(marker <= present for marker in kind.MARKERS) or present in kind.EXACT:
            return kind
    return UnknownToolResult
