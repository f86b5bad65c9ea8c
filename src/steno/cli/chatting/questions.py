"""Questions of the model to the person: answers to choose from, or words of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.cli.chatting.asking import Dialogue, Option
from steno.view.tools.facts import first_text, objects_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.cli.chatting.asking import Chosen

OTHER: Final = "Something else"


def question_dialogue(question: Mapping[str, Any]) -> Dialogue:
    """Give a question of AskUserQuestion as one that can be asked."""
    given = objects_in(question.get("options"))
    options = [Option(first_text(one, "label"), first_text(one, "description")) for one in given]
    return Dialogue(
        question=first_text(question, "question"),
        options=(*options, Option(OTHER, takes_words=True)),
        takes_typing=True,
        takes_several=question.get("multiSelect") is True,
    )


def answer_of(dialogue: Dialogue, chosen: Chosen) -> str:
    """Put an answer into the words that the model gets."""
    labels = [dialogue.options[place] for place in chosen.places]
    told = [chosen.words or one.label if one.takes_words else one.label for one in labels]
    return ", ".join(told)
