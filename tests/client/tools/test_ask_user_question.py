"""AskUserQuestion: answers, and nobody who answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings

_QUESTION: dict[str, Any] = {
    "question": "Which?",
    "header": "S",
    "options": [{"label": "A", "description": "a"}, {"label": "B", "description": "b"}],
    "multiSelect": False,
}


def test_the_answers_of_the_person_are_given(around: Surroundings) -> None:
    """What the person chose is told to the model and kept."""
    around.person.answers = {"Which?": "A"}
    answer = around.call("AskUserQuestion", questions=[_QUESTION])
    assert answer.content == (
        'Your questions have been answered: "Which?"="A". '
        "You can now continue with these answers in mind."
    )
    assert answer.kept == {"questions": [_QUESTION], "answers": {"Which?": "A"}}


def test_answers_that_came_with_the_permission_are_taken(around: Surroundings) -> None:
    """A program behind the SDK puts answers into the input; nobody is asked again."""
    answer = around.call("AskUserQuestion", questions=[_QUESTION], answers={"Which?": "B"})
    assert '"Which?"="B"' in str(answer.content)


def test_no_answer_is_an_error(around: Surroundings) -> None:
    """Where nobody answers, the model is told."""
    assert around.call("AskUserQuestion", questions=[_QUESTION]).is_error


def test_questions_that_cannot_be_told_apart_are_refused(around: Surroundings) -> None:
    """The same question twice, or none at all, is a wrong input."""
    twice = around.call("AskUserQuestion", questions=[_QUESTION, _QUESTION])
    assert "must be unique" in str(twice.content)
    assert ">=1 items" in str(around.call("AskUserQuestion", questions=[]).content)
