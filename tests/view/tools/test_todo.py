"""To-do lists: what is done, what is being done, and what changed."""

from __future__ import annotations

from steno.testing.planning_tools import todo_write
from steno.view.parts import ChecklistPart, OutputPart, Step
from tests.view.calls import card, card_of, figures, only

BEFORE = [{"content": "Chart the quay", "status": "in_progress"}]
AFTER = [
    {"content": "Chart the quay", "status": "completed"},
    {"content": "Sound the basin", "status": "in_progress", "priority": "high"},
    {"content": "Draw the map", "status": "pending"},
]


def test_list_says_what_is_done_and_what_is_next() -> None:
    """The step at work stands in the title, the count in the summary."""
    built = card_of(todo_write(BEFORE, AFTER))
    assert (built.title, built.summary) == ("TodoWrite: Sound the basin", "1 of 3 done")
    assert figures(built) == {"done": 1, "steps": 3}


def test_changed_steps_are_marked() -> None:
    """A new step and one with another status changed, the others did not."""
    before = [*BEFORE, {"content": "Draw the map", "status": "pending"}]
    assert only(card_of(todo_write(before, AFTER)), ChecklistPart).steps == (
        Step("Chart the quay", "completed", changed=True),
        Step("Sound the basin", "in_progress", "high", changed=True),
        Step("Draw the map", "pending"),
    )


def test_arguments_stand_in_for_a_missing_record() -> None:
    """Without the list before, nothing is said to have changed."""
    built = card("TodoWrite", {"todos": AFTER}, "ok")
    assert [step.changed for step in only(built, ChecklistPart).steps] == [False] * 3


def test_list_that_was_read_is_shown() -> None:
    """It comes as a record or as JSON; other text is shown as it is."""
    assert card("TodoRead", {}, structured=AFTER).summary == "1 of 3 done"
    told = '[{"content": "Chart the quay", "status": "completed"}]'
    assert card("TodoRead", {}, told).summary == "1 of 1 done"
    built = card("TodoRead", {}, "nothing to do")
    assert (built.summary, only(built, OutputPart).text) == ("empty", "nothing to do")
