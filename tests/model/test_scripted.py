"""A model that says what it was told to."""

from __future__ import annotations

import pytest

from steno.errors import NoKeyError
from steno.model.protocol import Completion
from steno.model.scripted import ScriptedModel

ASKED = [{"role": "user", "content": "abc"}]


def test_answers_come_in_order_and_the_last_stays() -> None:
    """Words, a completion, or what makes words of the question."""
    model = ScriptedModel(["one", Completion("two", "max_tokens"), str.upper])
    seen: list[int] = []
    answers = [
        model.complete(system="s", messages=ASKED, max_tokens=n, progress=seen.append).text
        for n in range(4)
    ]
    assert answers == ["one", "two", "ABC", "ABC"]
    assert [asked.max_tokens for asked in model.asked] == [0, 1, 2, 3]
    assert seen == [0, 3, 0, 3, 0, 3]


def test_error_is_raised() -> None:
    """As a real model would."""
    with pytest.raises(NoKeyError):
        ScriptedModel([NoKeyError()]).complete(system="", messages=ASKED, max_tokens=1)
