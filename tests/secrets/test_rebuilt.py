"""Exchanging strings of a value."""

from __future__ import annotations

from typing import Any

from steno.secrets.rebuilt import rebuilt, replaced


def test_stretches_are_exchanged() -> None:
    """In their order; the rest stays."""
    assert replaced("abcdef", [(1, 2, "X"), (4, 6, "")]) == "aXcd"
    assert replaced("abc", []) == "abc"


def test_only_what_leads_to_an_edit_is_copied() -> None:
    """Strings, and keys in their place."""
    before: dict[str, Any] = {"a": ["x", {"b": "y"}], "c": ["z"], "d": 1}
    after = rebuilt(before, {(("a", 1, "b"), False): "Y", (("d",), True): "e"})
    assert after == {"a": ["x", {"b": "Y"}], "c": ["z"], "e": 1}
    assert list(after) == ["a", "c", "e"]
    assert after["c"] is before["c"]
    assert before["a"][1] == {"b": "y"}


def test_key_that_is_taken_gets_a_stroke() -> None:
    """No member is lost."""
    assert rebuilt({"a": 1, "b": 2}, {(("b",), True): "a"}) == {"a": 1, "a'": 2}
