"""Members of decoded objects: what is expected, or None."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.members import block_type, integer_in, object_in, text_in, words_in


@pytest.mark.parametrize("value", [None, 1, True, 1.5, [], {}])
def test_other_kinds_of_values_are_no_text(value: Any) -> None:
    """Nor is a member that is not there."""
    assert text_in({"key": value}, "key") is None
    assert words_in({"key": value}, "key") is None
    assert text_in({}, "key") is None


def test_empty_text_is_text_but_no_words() -> None:
    """Both give what is there."""
    assert (text_in({"key": ""}, "key"), words_in({"key": ""}, "key")) == ("", None)
    assert text_in({"key": "x"}, "key") == words_in({"key": "x"}, "key") == "x"


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (3.0, 3), (3.5, None), (True, None), ("3", None), (None, None), (float("inf"), None)],
)
def test_whole_numbers_may_be_written_with_a_point(value: Any, number: int | None) -> None:
    """As JavaScript does not tell them apart."""
    assert integer_in({"key": value}, "key") == number


def test_only_objects_are_objects() -> None:
    """A list is none."""
    assert object_in({"key": {"a": 1}}, "key") == {"a": 1}
    assert object_in({"key": []}, "key") is None


@pytest.mark.parametrize("odd", [{}, {"type": ["image"]}, {"type": {}}, ["image"], "image", None])
def test_type_of_a_block_is_text_or_nothing(odd: Any) -> None:
    """What is no text cannot be looked up in a set of types."""
    assert block_type({"type": "image"}) == "image"
    assert block_type(odd) is None
