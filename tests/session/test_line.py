"""A line of the chain, as the steps of a resume look at it."""

from __future__ import annotations

from typing import Any

import pytest

from steno.session.line import (
    Line,
    blocks_of,
    id_of,
    is_blank,
    is_result,
    is_text,
    is_thinking,
    is_void,
    text_of,
)
from tests.session.transcripts import command, reply, result, text, thinking, user


def line_of(body: dict[str, Any]) -> Line:
    """Make the line of a body."""
    return Line(body["type"], body.get("subtype", ""), body)


def test_a_line_gives_its_message_and_blocks() -> None:
    """A string is one text block."""
    assert line_of(user("one")).blocks == [text("one")]
    assert line_of(reply("two", thinking("x"), text("y"))).blocks == [thinking("x"), text("y")]
    assert line_of(reply("two")).message_id == "msg-two"


@pytest.mark.parametrize("message", [None, [], "x", {}, {"content": 5}, {"content": {"a": 1}}])
def test_a_message_of_another_shape_has_no_blocks(message: object) -> None:
    """And no id."""
    line = Line("user", "", {"message": message})
    assert line.blocks == []
    assert line.message_id is None


def test_what_is_no_object_is_no_block() -> None:
    """Whatever else stands in the list."""
    assert blocks_of([1, "x", None, [], text("y")]) == [text("y")]


def test_a_line_knows_who_wrote_it_and_what_it_holds() -> None:
    """A reply, a local command, a result."""
    assert line_of(reply("a")).is_reply
    assert not line_of(user("u")).is_reply
    assert line_of(command("c")).is_local_command
    assert not Line("attachment", "local_command", {}).is_local_command
    assert line_of(user("u", [result("c")])).holds("tool_result")
    assert not line_of(user("u")).holds("tool_result")


def test_ids_of_any_shape_can_be_compared() -> None:
    """An object is like no other, as in JavaScript; a text is itself."""
    assert id_of("x") == id_of("x")
    assert id_of(5) == id_of(5)
    assert id_of(None) is None
    assert id_of([1]) != id_of([1])
    assert len({id_of({}), id_of({}), id_of("x")}) == 3


def test_blocks_are_told_apart() -> None:
    """By their type and, where they are text, by what they say."""
    assert is_text(text("x"))
    assert not is_text(thinking("x"))
    assert [is_blank(text(words)) for words in ("", " \n\t", "x", None, 5)] == [
        True, True, False, True, True,
    ]  # fmt: skip
    assert not is_blank({"type": "image"})
    assert [is_void(text(words)) for words in (None, "", "x")] == [True, False, False]
    assert is_void({"type": "text"})
    assert not is_void({"type": "image"})
    assert is_thinking(thinking("x"))
    assert is_thinking({"type": "redacted_thinking", "data": "x"})
    assert not is_thinking(text("x"))
    assert is_result(result("c"))
    assert not is_result(text("x"))
    assert (text_of(text("x")), text_of(text(5)), text_of({})) == ("x", "", "")
