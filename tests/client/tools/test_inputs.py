"""Inputs of tools: the schema, what is taken, what is said of the rest."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.client.tools import builtin_tools
from steno.client.tools.built_in import BuiltIn
from steno.client.tools.grep import GrepInput
from steno.client.tools.inputs import WrongInputError, read_input, schema_of
from steno.client.tools.read import ReadInput
from steno.client.tools.tasks import TaskUpdateInput
from steno.client.tools.todo_write import TodoWriteInput

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def _wrong(takes: Any, **given: Any) -> WrongInputError:
    with pytest.raises(WrongInputError) as caught:
        read_input("Tool", takes, given)
    return caught.value


def test_schema_has_no_references_and_no_null() -> None:
    """The model is shown plain schemas: optional members are left out, never null."""
    for tool in builtin_tools().values():
        told = str(tool.schema)
        assert "$ref" not in told
        assert "'null'" not in told
        assert tool.schema["additionalProperties"] is False


def test_schema_keeps_the_order_of_choices() -> None:
    """A choice is listed as it was written, not by the alphabet."""
    mode = schema_of(GrepInput)["properties"]["output_mode"]
    assert mode["enum"] == ["content", "files_with_matches", "count"]
    assert mode["type"] == "string"


def test_numbers_and_lists_written_as_text_are_understood() -> None:
    """A model that quotes a number, a boolean or a list means what is inside."""
    assert read_input("Read", ReadInput, {"file_path": "/a", "offset": "3"}).offset == 3
    assert read_input("Grep", GrepInput, {"pattern": "a", "-i": "true"}).ignore_case is True
    assert read_input("TodoWrite", TodoWriteInput, {"todos": "[]"}).todos == []


def test_null_members_inside_of_free_objects_stay() -> None:
    """``metadata`` may say null, which takes a member away."""
    read = read_input("TaskUpdate", TaskUpdateInput, {"taskId": "1", "metadata": {"k": None}})
    assert read.metadata == {"k": None}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "The required parameter `file_path` is missing"),
        (
            {"file_path": 3},
            "The parameter `file_path` type is expected as `string` but provided as `number`",
        ),
        ({"file_path": "/a", "foo": 1}, "An unexpected parameter `foo` was provided"),
        (
            {"file_path": "/a", "limit": 1.5},
            "The parameter `limit` type is expected as `int` but provided as `number`",
        ),
    ],
)
def test_wrong_input_names_the_parameter(given: dict[str, Any], sentence: str) -> None:
    """A wrong input is told in one sentence with the name of the parameter."""
    wrong = _wrong(ReadInput, **given)
    assert (
        wrong.shown == f"InputValidationError: Tool failed due to the following issue:\n{sentence}"
    )
    assert wrong.kept.startswith("InputValidationError: [\n  {")


def test_several_issues_are_all_told() -> None:
    """Two things that are wrong are two sentences."""
    wrong = _wrong(ReadInput, offset="x")
    assert "the following issues:" in wrong.shown
    assert "`file_path` is missing" in wrong.shown
    assert "`offset` type" in wrong.shown


def test_place_inside_of_a_list_is_named() -> None:
    """A member of a list's element is named with its place."""
    wrong = _wrong(TodoWriteInput, todos=[{"content": "x", "status": "pending"}])
    assert "`todos[0].activeForm` is missing" in wrong.shown


def test_wrong_choice_lists_the_choices() -> None:
    """What is none of the choices is answered with all of them."""
    wrong = _wrong(GrepInput, pattern="a", output_mode="bad")
    assert '"content"|"files_with_matches"|"count"' in wrong.shown.replace("\\", "")


@given(st.sampled_from(sorted(builtin_tools())), st.dictionaries(st.text(), _JSON, max_size=4))
def test_any_input_is_taken_or_refused(name: str, given: dict[str, Any]) -> None:
    """Whatever a model sends is read or is a WrongInputError, and no other exception."""
    tool = builtin_tools()[name]
    assert isinstance(tool, BuiltIn)
    named = {**{key: given.get(key) for key in tool.schema["properties"]}, **given}
    for one in (given, named):
        with contextlib.suppress(WrongInputError):
            assert isinstance(tool._read(one), tool.takes)


@given(_JSON)
def test_any_value_in_any_place_is_taken_or_refused(value: Any) -> None:
    """Each parameter of each tool copes with any value."""
    for tool in builtin_tools().values():
        assert isinstance(tool, BuiltIn)
        for key in tool.schema["properties"]:
            with contextlib.suppress(WrongInputError):
                assert isinstance(tool._read({key: value}), tool.takes)
