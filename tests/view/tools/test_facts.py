"""Facts: JSON of any shape is read without a failure, and nothing is made up."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.tool_results.agents import TeamCreateResult
from steno.format.tool_results.shell import ShellResult
from steno.view.tools.facts import (
    LONGEST_JSON_TEXT,
    ToolFacts,
    first_text,
    json_in,
    member,
    objects_in,
    texts_in,
)


@pytest.mark.parametrize("strange", [None, "text", 3, [], [{"a": "b"}], {"a": None}, True])
def test_strange_arguments_read_as_nothing(strange: Any) -> None:
    """Arguments of another shape are missing arguments."""
    facts = ToolFacts("Read", strange)
    assert facts.text("a") == ""
    assert facts.integer("a") is None
    assert facts.flag("a") is False
    assert facts.objects("a") == ()


def test_arguments_are_read_by_their_shape() -> None:
    """A true is no number, a number is no text, and an empty text is none."""
    facts = ToolFacts("X", {"n": 3, "t": True, "s": "word", "e": "", "o": [{"a": 1}, 2, {}]})
    assert (facts.integer("n"), facts.integer("t"), facts.integer("s")) == (3, None, None)
    assert (facts.flag("t"), facts.flag("n")) == (True, False)
    assert facts.text("n", "e", "s", "t") == "word"
    assert facts.objects("o") == ({"a": 1}, {})


def test_text_of_several_blocks_is_joined() -> None:
    """Pictures and strangers are passed over, texts stand below one another."""
    blocks = [{"type": "text", "text": "a"}, {"type": "image"}, 7, {"type": "text", "text": "b"}]
    assert ToolFacts("X", result=blocks).result_text == "a\nb"
    assert ToolFacts("X", result={"type": "text"}).result_text == ""


def test_single_text_is_not_copied() -> None:
    """A huge result is the very string of the transcript."""
    text = "x" * 1000
    assert ToolFacts("X", result=text).result_text is text
    assert ToolFacts("X", result=[{"type": "text", "text": text}]).result_text is text


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, "ok"),
        ({"is_error": True}, "error"),
        ({"finished": False}, "running"),
        ({"finished": False, "interrupted": True}, "interrupted"),
        ({"is_error": True, "interrupted": True, "structured": "User rejected tool use"},
         "interrupted"),
        ({"is_error": True, "denial": "user-rejected"}, "denied"),
    ],
)  # fmt: skip
def test_caller_knows_best_how_a_call_went(more: dict[str, Any], status: str) -> None:
    """What the surrounding lines say comes before what the result says."""
    assert ToolFacts("X", **more).status == status


def test_structured_result_is_read_as_its_class() -> None:
    """Where it is missing or of another shape, every field is."""
    assert ToolFacts("Bash", structured={"stdout": "hi"}).typed(ShellResult).stdout == "hi"
    assert ToolFacts("Bash", structured="Error: no").typed(ShellResult).body == {}


def test_told_object_stands_in_where_nothing_else_was_kept() -> None:
    """Some files keep only what the model was told."""
    told = '{"team_name": "tides"}'
    facts = ToolFacts("TeamCreate", result=told)
    assert facts.typed_or_told(TeamCreateResult).team_name == "tides"
    facts = ToolFacts("TeamCreate", result=told, structured="Error: no")
    assert facts.typed_or_told(TeamCreateResult).team_name is None
    assert ToolFacts("X", result="[1]").typed_or_told(TeamCreateResult).body == {}


def test_error_text_prefers_what_the_model_saw() -> None:
    """The terminal's text is used only where there is no other."""
    assert ToolFacts("X", result="a", structured="Error: b").error_text == "a"
    assert ToolFacts("X", structured="Error: b").error_text == "b"


def test_only_objects_and_arrays_are_taken_for_json() -> None:
    """A number or a word in the output is output."""
    assert json_in(' {"a": [1]}') == {"a": [1]}
    assert json_in("[1]") == [1]
    assert [json_in(text) for text in ("3", '"word"', "{no}", "", "null")] == [None] * 5


def test_very_long_text_is_not_looked_at_as_json() -> None:
    """Decoding must not cost more than showing."""
    assert json_in("[" + " " * LONGEST_JSON_TEXT + "]") is None


def test_members_of_strange_values_are_none() -> None:
    """Reading down into a value never fails."""
    assert member([], "a") is None
    assert first_text({"a": 1, "b": "x"}, "a", "b") == "x"
    assert objects_in("text") == ()
    assert texts_in(["a", 1, None, "b"]) == ("a", "b")
    assert texts_in({"a": 1}) == ()
