"""Tools of MCP servers."""

from __future__ import annotations

from steno.testing.file_tools import image_block
from steno.testing.outside_tools import mcp, mcp_with_large_output
from steno.testing.tool_run import failed
from steno.view.parts import CodePart, FactsPart, JsonPart, MediaPart, OutputPart, TextPart
from tests.view.calls import card, card_of, only, parts


def test_call_names_server_tool_and_argument() -> None:
    """The first words among the arguments say what it was about."""
    built = card_of(mcp("tides", "lookup", {"limit": 3, "port": "Sandhaven"}, '{"high": "04:12"}'))
    assert built.title == "mcp tides · lookup · Sandhaven"
    assert built.tool == "mcp__tides__lookup"
    assert only(built, FactsPart).pairs == (("limit", "3"), ("port", "Sandhaven"))
    assert only(built, JsonPart).value == {"high": "04:12"}


def test_long_arguments_and_pictures_are_shown() -> None:
    """A script stands below its name, a picture is a picture."""
    script = "first()\nsecond()"
    built = card_of(mcp("page", "run", {"code": script}, "done", image_block(b"x")))
    assert only(built, CodePart) == CodePart(script, heading="code")
    assert only(built, OutputPart).text == "done"
    assert only(built, MediaPart).size == 1


def test_result_that_was_too_long_names_its_file() -> None:
    """The text that points at the file is shown with it."""
    built = card_of(mcp_with_large_output("tides", "dump", {}, "x" * 100))
    assert only(built, OutputPart).kept_in.endswith(".txt")


def test_odd_names_and_failures_are_shown() -> None:
    """A name without a tool is a server; an error is an error."""
    assert card("mcp__tides").title == "mcp tides"
    assert card("mcp__tides__a__b").title == "mcp tides · a__b"
    built = card_of(failed(mcp("tides", "lookup", {}), "no net"))
    assert parts(built, TextPart) == [TextPart("no net", "error")]
