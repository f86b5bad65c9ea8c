"""Questions to the user: the choices, the chosen one, and what was said beside."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.planning_tools import ask_user
from steno.testing.tool_run import denied
from steno.view.parts import Choice, OutputPart, QuestionPart, TextPart
from tests.view.calls import card, card_of, only, parts

ASKED = {
    "question": "Which quay?",
    "header": "Quay",
    "options": [{"label": "North"}, {"label": "South, old", "description": "the long one"}, {}],
}


def asked(record: dict[str, Any] | None, **more: Any) -> Any:
    """Build the card of one question."""
    return card("AskUserQuestion", {"questions": [{**ASKED, **more}]}, "told", structured=record)


def test_chosen_answer_is_marked() -> None:
    """The question is the title, the answer the summary."""
    built = card_of(ask_user("Which quay?", "Quay", "North", "South"))
    assert (built.title, built.summary) == ("AskUserQuestion: Which quay?", "North")
    assert only(built, QuestionPart) == QuestionPart(
        "Which quay?", (Choice("North", chosen=True), Choice("South")), "North", heading="Quay"
    )


@pytest.mark.parametrize("answer", ["North, South, old", "North,South, old"])
def test_several_answers_are_all_marked(answer: str) -> None:
    """Answers are joined by commas and may hold commas themselves."""
    built = asked({"answers": {"Which quay?": answer}}, multiSelect=True)
    assert [choice.chosen for choice in only(built, QuestionPart).choices] == [True, True]
    built = asked({"answers": {"Which quay?": "South, old"}}, multiSelect=True)
    assert [choice.chosen for choice in only(built, QuestionPart).choices] == [False, True]


def test_answer_in_own_words_marks_nothing() -> None:
    """It is kept word for word, with what the user noted."""
    record = {
        "answers": {"Which quay?": "The one, North, by the inn"},
        "annotations": {"Which quay?": {"notes": "ask Nell"}},
    }
    question = only(asked(record), QuestionPart)
    assert [choice.chosen for choice in question.choices] == [False, False]
    assert (question.answer, question.note) == ("The one, North, by the inn", "ask Nell")


def test_reply_instead_of_a_choice_is_shown() -> None:
    """The user may write something else altogether."""
    built = asked({"answers": {}, "response": "Let us talk first."})
    assert built.summary == "Let us talk first."
    assert only(built, TextPart).heading == "Instead"


def test_several_questions_are_counted() -> None:
    """The line says how many were answered."""
    questions = [ASKED, {"question": "When?", "options": []}]
    record = {"questions": questions, "answers": {"When?": "Noon"}}
    built = card("AskUserQuestion", {"questions": questions}, structured=record)
    assert (built.title, built.summary) == (
        "AskUserQuestion: 2 questions, Which quay?",
        "1 of 2 answered",
    )
    assert len(parts(built, QuestionPart)) == 2


def test_told_answers_stand_in_for_a_missing_record() -> None:
    """Without a record only the model's text has the answer."""
    built = asked(None)
    assert (built.summary, only(built, OutputPart).text) == ("", "told")


def test_older_single_question_is_the_title() -> None:
    """One version asked with a plain text."""
    assert card("AskUserQuestion", {"question": "Well?"}).title == "AskUserQuestion: Well?"


def test_declined_question_is_denied() -> None:
    """The question is shown all the same."""
    built = card_of(denied(ask_user("Which quay?", "Quay", "North"), "later"))
    assert (built.status, [part.kind for part in built.parts]) == ("denied", ["question", "text"])
