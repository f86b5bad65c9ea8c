"""Searches of the web: pages as links, words as words."""

from __future__ import annotations

from steno.testing.outside_tools import web_search
from steno.testing.tool_run import failed
from steno.view.parts import Link, LinksPart, OutputPart, TextPart
from tests.view.calls import card, card_of, figures, only

HITS = {"Tide tables": "https://example.org/tides", "Quays": "https://example.org/quays"}
LINKS = (
    Link("https://example.org/tides", "Tide tables"),
    Link("https://example.org/quays", "Quays"),
)


def test_pages_are_links_and_the_rest_is_markdown() -> None:
    """What the search found and what was made of it."""
    built = card_of(web_search("tides", HITS, "# Two pages"))
    assert (built.title, built.summary) == ('WebSearch "tides"', "2 pages")
    assert built.parts == (LinksPart(LINKS), TextPart("# Two pages", "markdown"))
    assert figures(built) == {"pages": 2, "duration": 6.25}


def test_pages_are_read_off_what_the_model_was_told() -> None:
    """They stand there as JSON on one line."""
    told = (
        'Web search results for query: "tides"\n\nLinks: [{"title":"Quays",'
        '"url":"https://example.org/quays"}]\n\nOne page.'
    )
    built = card("WebSearch", {"query": "tides"}, told)
    assert built.parts == (LinksPart(LINKS[1:]), TextPart("One page.", "markdown"))


def test_text_without_pages_is_shown_as_it_is() -> None:
    """A form that nobody knows is not hidden."""
    built = card("WebSearch", {"query": "tides"}, "\nLinks: none")
    assert (built.summary, only(built, OutputPart).text) == ("0 pages", "Links: none")


def test_search_of_the_api_itself_is_read_off_its_blocks() -> None:
    """The API's own tool gives pages as blocks."""
    page = {"type": "web_search_result", "url": "https://example.org/quays", "title": "Quays"}
    built = card("web_search", {"query": "quays"}, [page, {"type": "web_search_result"}])
    assert built.parts == (LinksPart(LINKS[1:]),)


def test_allowed_places_are_named() -> None:
    """A narrowed search says so; strangers in the list are passed over."""
    asked = {"query": "tides", "allowed_domains": ["example.org", 7]}
    assert card("WebSearch", asked).title == 'WebSearch "tides" on example.org'


def test_search_within_a_search_that_found_nothing_has_no_links() -> None:
    """Empty lists are not drawn."""
    record = {"query": "x", "results": [{"tool_use_id": "t"}, "Nothing."], "durationSeconds": 1}
    assert card("WebSearch", {}, structured=record).parts == (TextPart("Nothing.", "markdown"),)


def test_failed_search_found_nothing() -> None:
    """There is an error and no count."""
    assert card_of(failed(web_search("x", {}, ""), "No net.")).summary == "No net."
