"""The task list: tasks made, changed, looked up and listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.tasks import TaskItem, TaskListResult, TaskResult, TaskUpdateResult
from steno.view.parts import ChecklistPart, FactsPart, Part, Step, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts, result_parts
from steno.view.tools.facts import first_text, member
from steno.view.tools.wording import joined

if TYPE_CHECKING:
    from typing import Any

    from steno.view.tools.facts import ToolFacts


def build_create(facts: ToolFacts) -> ToolCard:
    """Show the task that was put on the list."""
    task = facts.typed(TaskResult).task
    number = f"#{task.id}" if task is not None and task.id else ""
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("subject"),
        joint=": ",
        summary=number,
        status=facts.status,
        parts=(*markdown_parts(facts.text("description")), *failure_parts(facts)),
    )


def build_update(facts: ToolFacts) -> ToolCard:
    """Show what changed in a task."""
    result = facts.typed(TaskUpdateResult)
    task = facts.text("taskId") or result.task_id or ""
    wrong = (TextPart(result.error, "error"),) if result.error else ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=joined(f"#{task}" if task else "", facts.text("subject")),
        summary=_change(facts, result),
        status="error" if result.success is False else facts.status,
        parts=(*_new_values(facts), *wrong, *failure_parts(facts)),
    )


def _change(facts: ToolFacts, result: TaskUpdateResult) -> str:
    if (change := result.status_change) is not None:
        return f"{_word(change.before)} → {_word(change.after)}"
    status = facts.text("status")
    if status and facts.status == "ok" and not result.body:
        return _word(status)
    return ", ".join(result.updated_fields or ())


def _word(status: str | None) -> str:
    return (status or "?").replace("_", " ")


def _new_values(facts: ToolFacts) -> tuple[Part, ...]:
    named = (
        ("subject", facts.text("subject")),
        ("owner", facts.text("owner")),
        ("waits for", _numbers(member(facts.input, "addBlockedBy"))),
        ("before", _numbers(member(facts.input, "addBlocks"))),
    )
    pairs = tuple((name, value) for name, value in named if value)
    shown: tuple[Part, ...] = (FactsPart(pairs),) if pairs else ()
    return (*shown, *markdown_parts(facts.text("description")))


def _numbers(value: Any) -> str:
    ids = value if isinstance(value, list) else ()
    return ", ".join(f"#{number}" for number in ids if isinstance(number, (str, int)))


def build_list(facts: ToolFacts) -> ToolCard:
    """Show the task list."""
    tasks = facts.typed(TaskListResult).tasks
    if tasks is None:
        return _listing(facts, None)
    return _listing(facts, ChecklistPart(tuple(_step(task) for task in tasks)))


def _listing(facts: ToolFacts, checklist: ChecklistPart | None) -> ToolCard:
    if checklist is None or facts.status != "ok":
        return ToolCard(facts.name, facts.name, status=facts.status, parts=result_parts(facts))
    steps, done = len(checklist.steps), checklist.done
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        summary=f"{done} of {steps} done" if steps else "empty",
        status=facts.status,
        parts=(checklist,),
        figures=(Figure("done", done), Figure("steps", steps)),
    )


def _step(task: TaskItem) -> Step:
    text = joined(f"#{task.id}" if task.id else "", task.subject or "")
    waits = _numbers(list(task.blocked_by or ()))
    note = joined(task.owner or "", f"waits for {waits}" if waits else "")
    return Step(text, task.status or "", note)


def build_get(facts: ToolFacts) -> ToolCard:
    """Show one task of the list."""
    task = facts.typed(TaskResult).task
    number = facts.text("taskId") or first_text(facts.input, "task_id")
    if task is None:
        return ToolCard(
            tool=facts.name,
            label=facts.name,
            argument=f"#{number}" if number else "",
            status=facts.status,
            parts=result_parts(facts),
        )
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=joined(f"#{task.id or number}", task.subject or ""),
        summary=_word(task.status),
        status=facts.status,
        parts=(
            ChecklistPart((_step(task),)),
            *markdown_parts(task.description or ""),
            *failure_parts(facts),
        ),
    )
