"""Searches for tools."""

from __future__ import annotations

from steno.testing.outside_tools import tool_search
from steno.testing.tool_run import failed
from steno.view.parts import ListPart, OutputPart
from tests.view.calls import card, card_of, figures, only


def test_found_tools_are_listed() -> None:
    """From the record, or from the blocks that the model saw."""
    run = tool_search("select:WebFetch,WebSearch", "WebFetch", "WebSearch", deferred=37)
    built = card_of(run)
    assert (built.title, built.summary) == ("ToolSearch select:WebFetch,WebSearch", "2 tools")
    assert figures(built) == {"tools in all": 37}
    assert only(card_of(run, structured=None), ListPart).entries == ("WebFetch", "WebSearch")


def test_search_without_tools_shows_the_words() -> None:
    """What the model was told instead is not hidden; a failure is told."""
    built = card("ToolSearch", {"query": "x"}, "No matching tools")
    assert (built.summary, only(built, OutputPart).text) == ("0 tools", "No matching tools")
    assert card_of(failed(tool_search("x"), "Not now.")).summary == "Not now."
