"""Calls of the tools for plans, tasks, questions and skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.testing.tool_run import Outcome, ToolRun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Todo = Mapping[str, str]


def todo_write(before: Sequence[Todo], after: Sequence[Todo]) -> ToolRun:
    """Write the to-do list (until 2.1.15)."""
    old, new = [dict(todo) for todo in before], [dict(todo) for todo in after]
    outcome = Outcome("The list has been written.", {"oldTodos": old, "newTodos": new})
    return ToolRun("TodoWrite", {"todos": new}, outcome)


def task_create(number: int, subject: str, description: str, active: str) -> ToolRun:
    """Add a task to the session's list."""
    arguments = {"subject": subject, "description": description, "activeForm": active}
    result = {"task": {"id": str(number), "subject": subject}}
    return ToolRun("TaskCreate", arguments, Outcome(f"Task #{number}: {subject}", result))


def task_update(number: int, before: str, after: str) -> ToolRun:
    """Change the state of a task."""
    result = {
        "success": True,
        "taskId": str(number),
        "updatedFields": ["status"],
        "statusChange": {"from": before, "to": after},
    }
    outcome = Outcome(f"Updated task #{number} status", result)
    return ToolRun("TaskUpdate", {"taskId": str(number), "status": after}, outcome)


def task_list(*tasks: Mapping[str, Any]) -> ToolRun:
    """Look at the session's list."""
    rows = [{"blockedBy": [], **task} for task in tasks]
    told = "\n".join(f"#{row['id']} [{row['status']}] {row['subject']}" for row in rows)
    return ToolRun("TaskList", {}, Outcome(told, {"tasks": rows}))


def enter_plan_mode() -> ToolRun:
    """Ask for plan mode."""
    message = "Entered plan mode."
    return ToolRun("EnterPlanMode", {}, Outcome(message, {"message": message}))


def exit_plan_mode(plan: str, path: str) -> ToolRun:
    """Present a plan that the user then approves."""
    told = "The user has approved the plan."
    result = {"plan": plan, "isAgent": False, "filePath": path}
    arguments = {"plan": plan, "planFilePath": path}
    return ToolRun("ExitPlanMode", arguments, Outcome(told, result), seconds=48)


def ask_user(question: str, header: str, answer: str, *others: str) -> ToolRun:
    """Ask the user to choose; ``answer`` is what they took."""
    options = [{"label": label, "description": ""} for label in (answer, *others)]
    asked = {"question": question, "header": header, "options": options, "multiSelect": False}
    outcome = Outcome(
        f'The user answered: "{question}"="{answer}".',
        {"questions": [asked], "answers": {question: answer}},
    )
    return ToolRun("AskUserQuestion", {"questions": [asked]}, outcome, seconds=21)


def skill(name: str, args: str = "") -> ToolRun:
    """Start a skill; its body follows as a meta line."""
    arguments = {"skill": name, **({"args": args} if args else {})}
    outcome = Outcome(f"Starting the skill {name}.", {"success": True, "commandName": name})
    return ToolRun("Skill", arguments, outcome, seconds=0.1)
