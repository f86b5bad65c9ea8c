"""Values of any shape are looked into without failing."""

from __future__ import annotations

import pytest

from steno.session.documents.shapes import (
    NOTHING,
    blocks,
    blocks_of_type,
    mapping,
    message_of,
    string,
)

TEXT = {"type": "text", "text": "hi"}
CALL = {"type": "tool_use", "id": "t1"}


def test_objects_strings_and_blocks_are_given_as_they_are() -> None:
    """What has the right shape is passed on."""
    assert mapping(TEXT) is TEXT
    assert message_of({"message": TEXT}) is TEXT
    assert string("hi") == "hi"
    assert blocks([TEXT, CALL]) == (TEXT, CALL)
    assert blocks_of_type([TEXT, CALL], "tool_use") == (CALL,)


@pytest.mark.parametrize("value", [None, True, 0, 1.5, [], [TEXT]])
def test_other_values_count_as_missing(value: object) -> None:
    """What has another shape is as if it were not there."""
    assert mapping(value) is NOTHING
    assert message_of({"message": value}) is NOTHING
    assert string(value) is None


@pytest.mark.parametrize("content", [None, 3, "text", TEXT, [], ["text", None, [TEXT]]])
def test_content_without_blocks_gives_none(content: object) -> None:
    """Only objects in a list are blocks."""
    assert blocks(content) == ()
    assert blocks_of_type(content, "text") == ()
