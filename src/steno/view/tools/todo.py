"""To-do lists, written and looked at (until newer versions replaced them by tasks)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.tool_results.todo import Todo, TodoWriteResult
from steno.view.parts import ChecklistPart, Step
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, result_parts
from steno.view.tools.facts import json_in, objects_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.view.parts import Part
    from steno.view.tools.facts import ToolFacts


def build_write(facts: ToolFacts) -> ToolCard:
    """Show the list as it was written, with what changed."""
    result = facts.typed(TodoWriteResult)
    todos = result.new_todos or tuple(Todo(body) for body in facts.objects("todos"))
    checklist = ChecklistPart(_steps(todos, result.old_todos))
    return _card(facts, checklist, (checklist, *failure_parts(facts)))


def build_read(facts: ToolFacts) -> ToolCard:
    """Show the list as it was found."""
    stored = facts.structured if facts.structured is not None else json_in(facts.result_text)
    checklist = ChecklistPart(_steps(_todos(stored), None))
    return _card(facts, checklist, (checklist,) if checklist.steps else result_parts(facts))


def _todos(value: Any) -> Iterable[Todo]:
    return tuple(Todo(body) for body in objects_in(value))


def _steps(todos: Iterable[Todo], before: Iterable[Todo] | None) -> tuple[Step, ...]:
    old = None if before is None else {todo.content: todo.status for todo in before}
    return tuple(_step(todo, old) for todo in todos)


def _step(todo: Todo, old: Mapping[str | None, str | None] | None) -> Step:
    changed = old is not None and old.get(todo.content) != todo.status
    return Step(todo.content or "", todo.status or "", todo.priority or "", changed)


def _card(facts: ToolFacts, checklist: ChecklistPart, parts: tuple[Part, ...]) -> ToolCard:
    steps, done = len(checklist.steps), checklist.done
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=_current(checklist),
        joint=": ",
        summary=f"{done} of {steps} done" if steps else "empty",
        status=facts.status,
        parts=parts,
        figures=(Figure("done", done), Figure("steps", steps)),
    )


def _current(checklist: ChecklistPart) -> str:
    return next((step.text for step in checklist.steps if step.status == "in_progress"), "")
