"""Tasks: made, changed, listed, looked up."""

from __future__ import annotations

from steno.testing.planning_tools import task_create, task_list, task_update
from steno.testing.tool_run import failed
from steno.view.parts import ChecklistPart, FactsPart, OutputPart, Step, TextPart
from tests.view.calls import card, card_of, figures, only


def test_new_task_has_a_number() -> None:
    """The subject is the title, the number what came of it."""
    built = card_of(task_create(3, "Chart the quay", "With **depths**.", "Charting"))
    assert (built.title, built.summary) == ("TaskCreate: Chart the quay", "#3")
    assert built.parts == (TextPart("With **depths**.", "markdown"),)


def test_change_of_status_is_told() -> None:
    """From what to what."""
    built = card_of(task_update(3, "pending", "in_progress"))
    assert (built.title, built.summary) == ("TaskUpdate #3", "pending → in progress")


def test_other_changes_are_told_by_their_values() -> None:
    """Owner, order, subject and description are shown as they were set."""
    asked = {
        "taskId": "3", "owner": "nell", "addBlockedBy": ["1", 2, None], "addBlocks": ["9"],
        "subject": "Sound it", "description": "Deep.",
    }  # fmt: skip
    record = {"success": True, "taskId": "3", "updatedFields": ["owner", "blockedBy"]}
    built = card("TaskUpdate", asked, structured=record)
    assert (built.title, built.summary) == ("TaskUpdate #3 · Sound it", "owner, blockedBy")
    assert only(built, FactsPart).pairs == (
        ("subject", "Sound it"), ("owner", "nell"), ("waits for", "#1, #2"), ("before", "#9"),
    )  # fmt: skip


def test_asked_status_stands_in_for_a_missing_record() -> None:
    """What was asked for is what happened, where nothing else is known."""
    assert (
        card("TaskUpdate", {"taskId": "3", "status": "in_progress"}, "ok").summary == "in progress"
    )


def test_change_that_found_no_task_failed() -> None:
    """The record says so, with no error for the model."""
    record = {"success": False, "taskId": "9", "updatedFields": [], "error": "Task not found"}
    built = card("TaskUpdate", {"taskId": "9"}, structured=record)
    assert (built.status, built.summary) == ("error", "Task not found")


def test_list_is_a_checklist() -> None:
    """Owners and what a task waits for stand beside it."""
    first = {"id": "1", "subject": "Chart", "status": "completed"}
    second = {
        "id": "2", "subject": "Map", "status": "pending", "owner": "nell", "blockedBy": ["1"],
    }  # fmt: skip
    built = card_of(task_list(first, second))
    assert (built.summary, figures(built)) == ("1 of 2 done", {"done": 1, "steps": 2})
    assert only(built, ChecklistPart).steps == (
        Step("#1 · Chart", "completed"),
        Step("#2 · Map", "pending", "nell · waits for #1"),
    )
    assert card_of(task_list()).summary == "empty"


def test_told_list_stands_in_for_a_missing_record() -> None:
    """What the model saw is shown as it is."""
    assert only(card("TaskList", {}, "#1 [pending] Chart"), OutputPart).text == "#1 [pending] Chart"
    assert card_of(failed(task_list(), "No list.")).summary == "No list."


def test_single_task_is_shown_with_its_description() -> None:
    """Subject and status in the line, the rest below."""
    task = {"id": "3", "subject": "Chart", "status": "in_progress", "description": "With depths."}
    built = card("TaskGet", {"taskId": "3"}, structured={"task": task})
    assert (built.title, built.summary) == ("TaskGet #3 · Chart", "in progress")
    assert only(built, TextPart).text == "With depths."


def test_task_without_a_record_shows_what_was_told() -> None:
    """Also where there is no such task."""
    built = card("TaskGet", {"taskId": "3"}, "Task #3: Chart", structured={"task": None})
    assert (built.title, only(built, OutputPart).text) == ("TaskGet #3", "Task #3: Chart")
    assert card("TaskGet").title == "TaskGet"
