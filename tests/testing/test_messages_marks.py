"""Where the Messages API takes a cache mark."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.script import say
from steno.testing.messages_marks import check_marks
from steno.testing.messages_shape import RefusedError
from tests.testing.messages_talk import BODY, TOOLS, user


def marked(block: dict[str, Any], **mark: Any) -> dict[str, Any]:
    """Mark a block."""
    return block | {"cache_control": {"type": "ephemeral"} | mark}


ONE = marked(say("x"))
RESULT = {"type": "tool_result", "tool_use_id": "t", "content": [ONE]}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"system": [ONE, ONE], "tools": [marked(TOOLS[0])], "messages": [user([ONE])]},
        {"system": [ONE | {"cache_control": None}] * 9},
        {"system": [marked(say("x"), ttl="1h"), marked(say("x"), ttl="5m")]},
        {"system": [marked(say("x"), scope="global")]},
        {"messages": [3, user("x")]},
    ],
)
def test_marks_are_taken(more: dict[str, Any]) -> None:
    """Up to four, on whatever may bear one."""
    check_marks(BODY | more)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"system": [ONE] * 5},
            "A maximum of 4 blocks with cache_control may be provided. Found 5",
        ),
        ({"system": [ONE] * 4, "messages": [user([RESULT])]}, "Found 5"),
        ({"system": [ONE] * 4, "cache_control": {"type": "ephemeral"}}, "Found 5"),
        ({"system": [marked(say("x"), type="forever")]}, "Input should be 'ephemeral'"),
        ({"system": [marked(say("x"), ttl="1d")]}, "Input should be '5m' or '1h'"),
        ({"system": [marked(say("x"), foo=1)]}, "cache_control.foo: Extra inputs"),
        ({"system": [say("x") | {"cache_control": True}]}, "should be a valid dictionary"),
        (
            {"tools": [marked(TOOLS[0])], "system": [marked(say("x"), ttl="1h")]},
            "must not come after",
        ),
    ],
)
def test_marks_are_refused(more: dict[str, Any], said: str) -> None:
    """Too many, of another kind, or in the wrong order."""
    with pytest.raises(RefusedError, match=said):
        check_marks(BODY | more)
