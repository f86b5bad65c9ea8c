"""Fetched pages: where from, what was asked, what came back."""

from __future__ import annotations

from steno.testing.outside_tools import web_fetch
from steno.testing.tool_run import failed
from steno.view.parts import JsonPart, Link, LinksPart, TextPart
from tests.view.calls import card, card_of, figures, parts

URL = "https://example.org/tides"


def test_page_is_shown_with_question_and_answer() -> None:
    """The address, the status, the size, the prompt and the answer."""
    built = card_of(web_fetch(URL, "When?", "At **noon**."))
    assert (built.title, built.summary) == (f"WebFetch {URL}", "200 OK · 48 kB")
    assert built.parts == (
        LinksPart((Link(URL),)),
        TextPart("When?", heading="Prompt"),
        TextPart("At **noon**.", "markdown", "Answer"),
    )
    assert figures(built) == {"status": 200, "size": 48_213, "duration": 2140}


def test_answer_told_to_the_model_is_enough() -> None:
    """Without a record there are no figures, but the answer is there."""
    built = card("WebFetch", {"url": URL}, "At noon.")
    assert (built.summary, built.figures) == ("", ())
    assert parts(built, TextPart)[-1].text == "At noon."
    assert parts(card("web_fetch", {}, [{"type": "web_page"}]), JsonPart)


def test_failed_fetch_says_why() -> None:
    """The address stays, the error follows."""
    built = card_of(failed(web_fetch(URL, "", ""), "404"))
    assert (built.status, built.summary) == ("error", "404")
