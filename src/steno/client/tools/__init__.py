"""The built-in tools, by the names that models know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.client.tools.agent import Agent
from steno.client.tools.ask_user_question import AskUserQuestion
from steno.client.tools.bash import Bash
from steno.client.tools.edit import Edit
from steno.client.tools.glob import Glob
from steno.client.tools.grep import Grep
from steno.client.tools.notebook_edit import NotebookEdit
from steno.client.tools.plan_mode import EnterPlanMode, ExitPlanMode
from steno.client.tools.read import Read
from steno.client.tools.services import Services
from steno.client.tools.skill import Skill
from steno.client.tools.task_output import TaskOutput
from steno.client.tools.task_stop import TaskStop
from steno.client.tools.tasks import TaskCreate, TaskGet, TaskList, TaskUpdate
from steno.client.tools.todo_write import TodoWrite
from steno.client.tools.web_fetch import WebFetch
from steno.client.tools.web_search import WebSearch
from steno.client.tools.write import Write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.client.tool import Tool
    from steno.client.tools.built_in import BuiltIn

ALIASES: Final = {
    "Task": "Agent",
    "KillShell": "TaskStop",
    "KillBash": "TaskStop",
    "BashOutput": "TaskOutput",
    "AgentOutputTool": "TaskOutput",
}
"""Names that older clients used; a model that remembers one is understood."""


def builtin_tools(services: Services | None = None) -> dict[str, Tool]:
    """Give the built-in tools; each takes of ``services`` what it needs."""
    given = services if services is not None else Services()
    tools: list[BuiltIn[Any]] = [
        Agent(),
        AskUserQuestion(),
        Bash(),
        Edit(),
        EnterPlanMode(given),
        ExitPlanMode(given),
        Glob(),
        Grep(),
        NotebookEdit(),
        Read(),
        Skill(given),
        TaskCreate(),
        TaskGet(),
        TaskList(),
        TaskOutput(),
        TaskStop(),
        TaskUpdate(),
        TodoWrite(),
        WebFetch(given),
        WebSearch(given),
        Write(),
    ]
    return {tool.name: tool for tool in tools}


def find_tool(tools: Mapping[str, Tool], name: str) -> Tool | None:
    """Find a tool by its name, or by one that it had before."""
    return tools.get(name) or tools.get(ALIASES.get(name, ""))
