"""Answers in a form."""

from __future__ import annotations

from typing import Any

import pytest

from steno.client.structured import take_structured, wrong_with
from steno.client.turn import Turn

FORM = {
    "type": "object",
    "properties": {
        "x": {"type": "integer"},
        "list": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["x"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "place"),
    [({"x": "no"}, "/x: "), ({}, "root: "), ({"x": 1, "list": ["a", 3]}, "/list/1: ")],
)
def test_what_is_wrong(value: Any, place: str) -> None:
    """The model hears where its answer is not of the form."""
    (issue,) = wrong_with(value, FORM)
    assert issue.startswith(place)


def test_what_is_right() -> None:
    """Nothing is said against an answer of the form."""
    assert wrong_with({"x": 1, "list": ["a"]}, FORM) == []


def test_a_form_that_is_none() -> None:
    """A wrong schema is told, not thrown."""
    assert "the schema itself is wrong" in wrong_with({}, {"type": 3})[0]


def test_the_answer_is_kept_when_it_is_written() -> None:
    """Only the line with the answer changes the turn."""
    turn = Turn()
    take_structured(turn, {"type": "user"})
    assert not turn.is_structured
    take_structured(turn, {"attachment": {"type": "structured_output", "data": {"x": 1}}})
    assert (turn.structured, turn.text) == ({"x": 1}, '{"x":1}')
