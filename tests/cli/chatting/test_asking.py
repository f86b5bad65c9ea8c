"""A question, and where the person stands in it."""

from __future__ import annotations

import pytest

from steno.cli.chatting.asking import Chosen, Dialogue, Option

OPTIONS = (Option("Yes", word="y"), Option("Always", word="a"), Option("No", "", True, "n"))


def test_moving_goes_round() -> None:
    """Behind the last answer comes the first, and before the first the last."""
    dialogue = Dialogue(question="?", options=OPTIONS)
    assert dialogue.moved(-1).option.label == "No"
    assert dialogue.moved(3).at == 0
    assert dialogue.moved_to(5) is None


def test_marks_count_only_where_several_may_be_chosen() -> None:
    """Marked answers are given in order; without a mark, the one that the person stands on."""
    dialogue = Dialogue(question="?", options=OPTIONS, takes_several=True)
    marked = dialogue.moved(2).toggled().moved(-2).toggled()
    assert marked.chosen().places == (0, 2)
    assert marked.toggled().moved(1).chosen().places == (2,)
    assert dialogue.moved(1).chosen().places == (1,)
    assert dialogue.toggled().toggled().marked == frozenset()


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("1", Chosen((0,))),
        ("y", Chosen((0,))),
        (" A ", Chosen((1,))),
        ("n use make", Chosen((2,), "use make")),
        ("3 use make", Chosen((2,), "use make")),
        ("rather not", Chosen((2,), "rather not")),
        ("yes please not", Chosen((2,), "yes please not")),
        ("1 but first", Chosen((2,), "1 but first")),
        ("", None),
    ],
)
def test_a_typed_answer_is_read(typed: str, chosen: Chosen | None) -> None:
    """Numbers and letters choose, other words go with the answer that takes some."""
    assert Dialogue(question="?", options=OPTIONS).read(typed) == chosen


def test_several_numbers_are_read_where_they_may_be_given() -> None:
    """1,2 are two answers, and none at all where one is asked for."""
    plain = (Option("Red"), Option("Blue"))
    assert Dialogue(question="?", options=plain, takes_several=True).read("1, 2") == Chosen((0, 1))
    assert Dialogue(question="?", options=plain).read("1 2") is None
    assert Dialogue(question="?", options=plain).read("7") is None
