"""Resources of MCP servers."""

from __future__ import annotations

from steno.view.parts import FactsPart, JsonPart, Link, LinksPart, OutputPart, TextPart
from tests.view.calls import card, figures, only


def test_offered_resources_are_links() -> None:
    """Address, name and where each comes from."""
    listed = [{"uri": "tide://1", "name": "One", "server": "tides", "description": "the first"}]
    built = card("ListMcpResourcesTool", {"server": "tides"}, structured=listed)
    assert (built.title, built.summary) == ("ListMcpResourcesTool tides", "1 resource")
    assert only(built, LinksPart).links == (Link("tide://1", "One", "tides · the first"),)
    assert figures(built) == {"resources": 1}


def test_nothing_offered_shows_what_was_told() -> None:
    """The model's text says why there is nothing."""
    built = card("ListMcpResourcesTool", {}, "none", structured=[])
    assert (built.summary, only(built, OutputPart).text) == ("0 resources", "none")


def test_folder_lists_what_lies_in_it() -> None:
    """One level down, as links."""
    record = {"resources": [{"uri": "tide://1/a", "name": "a", "mimeType": "text/plain"}]}
    asked = {"server": "tides", "uri": "tide://1"}
    built = card("ReadMcpResourceDirTool", asked, structured=record)
    assert built.title == "ReadMcpResourceDirTool tides · tide://1"
    assert only(built, LinksPart).links == (Link("tide://1/a", "a", "text/plain"),)


def test_resource_shows_what_it_holds() -> None:
    """Texts, JSON, and where bytes were put."""
    contents = [
        {"uri": "a", "text": "words"}, {"uri": "b", "text": "[1]"},
        {"uri": "c", "mimeType": "image/png", "blobSavedTo": "/x"}, {"uri": "d"},
    ]  # fmt: skip
    built = card("ReadMcpResourceTool", {"uri": "tide://1"}, structured={"contents": contents})
    assert built.parts == (
        OutputPart("words"), JsonPart([1]), FactsPart((("kind", "image/png"), ("kept in", "/x"))),
    )  # fmt: skip
    assert only(card("ReadMcpResourceTool", {}, "told"), OutputPart).text == "told"


def test_error_in_the_record_is_a_failure() -> None:
    """The server says in its record why it could not."""
    for tool in ("ReadMcpResourceTool", "ReadMcpResourceDirTool"):
        built = card(tool, {}, structured={"error": "locked"})
        assert (built.status, built.summary) == ("error", "locked")
        assert built.parts == (TextPart("locked", "error"),)
