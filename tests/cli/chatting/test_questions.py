"""Questions of the model."""

from __future__ import annotations

from steno.cli.chatting.asking import Chosen
from steno.cli.chatting.questions import OTHER, answer_of, question_dialogue

QUESTION = {
    "question": "Which colour?",
    "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}, "no option"],
    "multiSelect": True,
}


def test_a_question_has_its_answers_and_one_of_ones_own() -> None:
    """What is no option is left out, and something else can always be said."""
    dialogue = question_dialogue(QUESTION)
    assert [option.label for option in dialogue.options] == ["Red", "Blue", OTHER]
    assert dialogue.options[0].hint == "warm"
    assert dialogue.takes_several


def test_an_answer_is_put_into_words() -> None:
    """Labels are joined; words of one's own stand for themselves."""
    dialogue = question_dialogue(QUESTION)
    assert answer_of(dialogue, Chosen((0, 1))) == "Red, Blue"
    assert answer_of(dialogue, Chosen((0, 2), "green")) == "Red, green"
    assert answer_of(dialogue, Chosen((2,))) == OTHER
