"""The raw card: everything as it is, in whatever shape."""

from __future__ import annotations

from typing import Any

import pytest

from steno.view.parts import CodePart, FactsPart, JsonPart, OutputPart
from steno.view.tools.facts import ToolFacts
from steno.view.tools.raw import argument_parts, build, gist


def test_arguments_stand_in_their_form() -> None:
    """Short ones beside their names, texts below, the rest as JSON."""
    arguments = {
        "a": "short", "n": 3, "f": 0.5, "t": True, "z": None, "long": "x" * 121, "two": "a\nb\n",
        "list": [1],
    }  # fmt: skip
    assert argument_parts(arguments) == (
        FactsPart(
            (("a", "short"), ("n", "3"), ("f", "0.5"), ("t", "true"), ("z", "null")), "Arguments"
        ),
        CodePart("x" * 121, heading="long"),
        CodePart("a\nb", heading="two"),
        JsonPart([1], "list"),
    )


@pytest.mark.parametrize(
    ("arguments", "kinds"), [(None, []), ({}, []), ("text", ["json"]), ([1], ["json"])]
)
def test_arguments_of_any_shape_are_shown(arguments: Any, kinds: list[str]) -> None:
    """What is no object is shown as JSON, and nothing as nothing."""
    assert [part.kind for part in argument_parts(arguments)] == kinds


def test_gist_is_the_first_words() -> None:
    """Numbers and empty texts say nothing."""
    assert gist({"n": 3, "e": " ", "a": "high\nwater", "b": "low"}) == "high water"
    assert gist("words") == "words"
    assert gist([1]) == gist({}) == ""


def test_record_is_shown_unless_it_says_the_same() -> None:
    """Blocks that stand there twice are shown once."""
    blocks = [{"type": "text", "text": "done"}]
    same = build(ToolFacts("X", None, blocks, [{"type": "text", "text": "done"}]))
    assert same.parts == (OutputPart("done"),)
    other = build(ToolFacts("X", None, "done", {"ok": True}))
    assert other.parts == (OutputPart("done"), JsonPart({"ok": True}, "Recorded result"))
    assert build(ToolFacts("X", None, "done", "done")).parts == (OutputPart("done"),)


def test_values_too_deep_to_compare_are_shown() -> None:
    """Nesting that no comparison survives is no reason to fail."""

    def nested() -> list[Any]:
        value: list[Any] = []
        for _ in range(100_000):
            value = [value]
        return value

    built = build(ToolFacts("X", None, nested(), nested()))
    assert [part.kind for part in built.parts] == ["json", "json"]


def test_call_without_a_name_has_a_label() -> None:
    """Something must stand in the line."""
    assert build(ToolFacts("")).label == "(no name)"
