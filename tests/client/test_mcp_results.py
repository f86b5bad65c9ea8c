"""What MCP servers answer."""

from __future__ import annotations

from typing import Any

import pytest

from steno.client.mcp_results import answer_of, block_of, tool_name
from tests.interop.mcp_server import PICTURE, RESULTS


def test_names_hold_what_the_api_takes() -> None:
    """Anything but letters, digits, dashes and underscores becomes an underscore."""
    assert tool_name("my server", "do.it-now_1") == "mcp__my_server__do_it-now_1"


def test_text_is_told_and_its_meta_is_kept() -> None:
    """As the real client writes it: the blocks, and ``mcpMeta`` beside them."""
    answer = answer_of(RESULTS["text"], "lab")
    assert answer.content == answer.kept == [{"type": "text", "text": "2.4 m"}]
    assert answer.meta == {"mcpMeta": {"_meta": {"station": "SAN"}}}


def test_structured_content_is_told_as_json() -> None:
    """The model sees the value as text, and the transcript keeps the value."""
    answer = answer_of(RESULTS["table"], "lab")
    assert answer.content == answer.kept == '{"m":2.4}'
    assert answer.meta == {"mcpMeta": {"structuredContent": {"m": 2.4}}}


def test_an_error_is_text() -> None:
    """The words of a failure, or that there were none."""
    answer = answer_of(RESULTS["failure"], "lab")
    assert (answer.content, answer.kept, answer.is_error) == (
        "no such station", "Error: no such station", True,
    )  # fmt: skip
    assert answer_of({"isError": True}, "lab").is_error


def test_images_and_resources_become_blocks() -> None:
    """As the real client turns them."""
    assert answer_of(RESULTS["picture"], "lab").content == [
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": PICTURE},
        },
        {"type": "text", "text": "[Resource link: note] lab://note"},
        {"type": "text", "text": "[Resource from lab at lab://note] high water at 04:12"},
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"type": "audio", "mimeType": "audio/wav", "data": "AA"},
        {"type": "image", "mimeType": "image/x-odd", "data": "AA"},
        {"type": "resource", "resource": {"uri": "u", "blob": "AA", "mimeType": "x/y"}},
        {"type": "from the future"},
        {},
    ],
)
def test_what_models_cannot_see_is_named(given: dict[str, Any]) -> None:
    """Nothing is sent that the API would refuse."""
    block = block_of(given, "lab")
    assert block["type"] == "text"
    assert "not shown" in block["text"]


def test_a_blob_of_an_image_is_an_image() -> None:
    """A resource may be a picture."""
    given = {"type": "resource", "resource": {"blob": "AA", "mimeType": "image/png"}}
    assert block_of(given, "lab")["type"] == "image"


def test_an_answer_without_content_is_empty() -> None:
    """Whatever a server sends, there is an answer."""
    assert answer_of({}, "lab").content == []
    assert answer_of({"content": "odd"}, "lab").content == []
