"""Blocks: told apart by their types, measured by what they hold."""

from __future__ import annotations

import pytest

from steno.edit.blocks import (
    blocks_of,
    call_of,
    is_image,
    is_result,
    is_use,
    size_of_half,
    size_of_image,
    stored_size,
)
from tests.session.transcripts import call, image, result, text, user


def test_blocks_have_their_place() -> None:
    """What is no block is passed over, and counts as a place."""
    assert list(blocks_of(user("a", ["x", text("y")]))) == [(1, text("y"))]
    assert list(blocks_of(user("a"))) == []
    assert list(blocks_of({"message": "odd"})) == []


def test_halves_of_calls() -> None:
    """Those of the API's own tools too."""
    assert is_use(call("a"))
    assert is_use({"type": "server_tool_use"})
    assert is_result({"type": "web_search_tool_result"})
    assert not is_use(result("a"))
    assert (call_of(call("a")), call_of(result("b"))) == ("a", "b")


@pytest.mark.parametrize(
    ("value", "size"),
    [(None, 0), ("", 0), ("abc", 3), ("中", 3), ("\ud800", 3), ([], 2), ({"a": "中"}, 11)],
)
def test_stored_size(value: object, size: int) -> None:
    """A text has its own bytes, anything else those of its JSON."""
    assert stored_size(value) == size


def test_sizes_of_blocks() -> None:
    """A call has that of its input, a result that of its content, an image that of its data."""
    assert size_of_half(call("a", input={"n": 1})) == 7
    assert size_of_half(result("a", "done")) == 4
    assert size_of_image(image("pixels")) == 6
    assert size_of_image({"type": "image", "source": {"type": "url", "url": "https://x"}}) == 0
    assert is_image(image())
    assert not is_image("image")
