"""Calls of the tools for plans, tasks, questions and skills."""

from __future__ import annotations

import pytest

from steno.format.tool_results import ToolResult, UnknownToolResult, decode_tool_result
from steno.testing import planning_tools as tools
from steno.testing.tool_run import Outcome

TODO = {"content": "Row", "status": "pending", "activeForm": "Rowing"}

RUNS = {
    "todo": tools.todo_write([], [TODO]),
    "create": tools.task_create(1, "Row", "Row out", "Rowing"),
    "update": tools.task_update(1, "pending", "completed"),
    "list": tools.task_list({"id": "1", "subject": "Row", "status": "pending"}),
    "enter": tools.enter_plan_mode(),
    "exit": tools.exit_plan_mode("# Plan", "/p.md"),
    "ask": tools.ask_user("Row?", "Row", "Yes", "No"),
    "skill": tools.skill("tide-check"),
}


@pytest.mark.parametrize("name", RUNS)
def test_result_is_one_that_the_format_knows(name: str) -> None:
    """Every result reads as its tool's own class, without unknown keys or shapes."""
    run = RUNS[name]
    assert isinstance(run.outcome, Outcome)
    result = decode_tool_result(run.outcome.result, run.name)
    assert isinstance(result, ToolResult)
    assert not isinstance(result, UnknownToolResult)
    assert result.unknown_keys == ()


def test_answer_is_one_of_the_options() -> None:
    """What the user took was offered first."""
    (question,) = RUNS["ask"].arguments["questions"]
    assert [option["label"] for option in question["options"]] == ["Yes", "No"]


def test_skill_takes_arguments_only_when_there_are_some() -> None:
    """An empty argument is no argument."""
    assert tools.skill("tide-check", "SAN").arguments == {"skill": "tide-check", "args": "SAN"}
    assert RUNS["skill"].arguments == {"skill": "tide-check"}
