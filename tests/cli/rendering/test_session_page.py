"""Whole sessions drawn."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from steno.catalog.resolve import resolve_session
from steno.cli.rendering.depth import Depth
from steno.cli.rendering.paper import drawing_paper, plain_paper
from steno.cli.rendering.session_page import SessionPage, tally_line, tokens
from steno.disk.discover import Home
from steno.session.session import load_file
from steno.view.document import Document, build_document
from steno.view.items import ReplyItem
from steno.view.message_figures import MessageFigures
from steno.view.tally import Tally
from tests.cli.payloads import HARMFUL, STYLES
from tests.held import held, prompt, says

if TYPE_CHECKING:
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

SHOWN = {
    "plan, tools, tasks": "afbd2799",
    "compaction": "2b622324",
    "sub-agents": "16b08926",
    "background": "6b31e4ee",
    "trouble": "54c2eca7",
    "sub-agents inside the file": "8f3832a5",
    "Chinese": "68a35569",
}
"""Sessions of the demo that together show nearly everything that can be drawn."""


def document_of(home: Path, name: str) -> Document:
    """Give the document of a session."""
    return build_document(load_file(resolve_session(name, (Home(home),))))


def drawn(document: Document, depth: Depth, width: int = 80) -> str:
    """Draw a document as on a terminal."""
    return "\n".join(SessionPage(drawing_paper(width), depth).draw(document))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a clock of a known zone")
@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("name", SHOWN)
def test_sessions_look_as_they_should(
    demo: Path, snapshot: SnapshotAssertion, name: str, depth: Depth
) -> None:
    """At every depth."""
    assert drawn(document_of(demo, SHOWN[name]), depth) == snapshot


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a clock of a known zone")
@pytest.mark.parametrize("name", SHOWN)
def test_sessions_look_as_they_should_on_a_wide_terminal(
    demo: Path, snapshot: SnapshotAssertion, name: str
) -> None:
    """Words are not set wider than is good to read; what programs printed may be."""
    assert drawn(document_of(demo, SHOWN[name]), Depth.TOOLS, 140) == snapshot


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a clock of a known zone")
def test_plain_text_looks_as_it_should(demo: Path, snapshot: SnapshotAssertion) -> None:
    """For a program, or a file."""
    document = document_of(demo, "54c2eca7")
    page = SessionPage(plain_paper(), Depth.TOOLS)
    assert "\n".join(page.draw(document)) == snapshot


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a clock of a known zone")
def test_colours_look_as_they_should(demo: Path, snapshot: SnapshotAssertion) -> None:
    """Each style is ended before the line is."""
    page = SessionPage(drawing_paper(80, colours=True), Depth.FULL)
    text = "\n".join(page.draw(document_of(demo, "54c2eca7")))
    assert text == snapshot
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b") for line in text.split("\n"))


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("width", [20, 80, 140])
def test_every_session_of_the_demo_can_be_drawn(demo: Path, depth: Depth, width: int) -> None:
    """Within the width of the terminal, but for what cannot be narrower."""
    for file in Home(demo).sessions():
        text = drawn(build_document(load_file(file)), depth, width)
        assert HARMFUL.findall(STYLES.sub("", text)) == []
        too_wide = [line for line in text.split("\n") if len(line) > max(width, 60)]
        assert too_wide == []


def test_deeper_shows_more(demo: Path) -> None:
    """Of every session that has tools."""
    for name in SHOWN.values():
        sizes = [len(drawn(document_of(demo, name), depth)) for depth in Depth]
        assert sizes == sorted(sizes)
        assert sizes[0] < sizes[3]


LINES = [
    {"type": "agent-setting", "agentSetting": "Explore"},
    prompt("a", None, 0),
    says("b", "a", 5, usage={"input_tokens": 40_000, "output_tokens": 900}),
    prompt("c", "b", 60),
]


def test_turns_have_a_header_and_a_footer() -> None:
    """What stands before the first has neither, and a turn without a reply no footer."""
    lines = drawn(build_document(held(*LINES)), Depth.TOOLS).split("\n")
    assert lines[0] == "· runs as: Explore"
    headers = [line for line in lines if line.startswith("── ")]
    assert [line.split()[1] for line in headers] == ["1", "2"]
    assert re.search(r" 2026-01-03 \d\d:\d\d ─$", headers[0])
    footers = [line.strip() for line in lines if "tokens" in line]
    assert footers == ["5.0 s · 1 reply · 900 tokens · context 40k, 20% full"]


def test_turns_of_other_branches_and_kinds_are_marked() -> None:
    """In their headers."""
    lines = [
        prompt("a", None, 0), says("b", "a", 1), prompt("c", None, 90, origin={"kind": "peer"}),
        says("d", "c", 91),
    ]  # fmt: skip
    text = drawn(build_document(held(*lines)), Depth.TURNS)
    assert "── 1 · not on the active branch ──" in text
    assert "── 2 · agent ──" in text


def test_headline_tells_what_is_shown() -> None:
    """How many turns, from when to when, and what is left out."""
    document = build_document(held(*LINES))
    page = SessionPage(drawing_paper(60))
    assert list(page.headline("A title" * 20, "place", ""))[1:] == ["place"]
    (line,) = page.overview(document)
    assert re.fullmatch(r"2 turns · 2026-01-03 \S+ to 2026-01-03 \S+", line)
    (line,) = page.overview(document.tail(1))
    assert line.endswith("· 1 turn not shown")
    assert list(page.overview(build_document(held()))) == ["0 turns"]
    rewound = [*LINES, says("d", "c", 70), prompt("e", "b", 80), says("f", "e", 90)]
    (line,) = page.overview(build_document(held(*rewound)))
    assert "1 other branch" in line


def test_what_a_turn_took_is_told_in_a_line() -> None:
    """As far as it is known."""
    assert tally_line(Tally()) == ""
    message = MessageFigures("m", "other-model", 1_500_000, output_tokens=12)
    item = ReplyItem(rows=(), line=1, text="x", message=message)
    assert tally_line(Tally([item])) == "1 reply · 12 tokens · context 1.5M"
    assert tally_line(Tally([item]), 30) == "12 tokens · context 1.5M"
    assert tally_line(Tally([item]), 5) == ""
    silent = ReplyItem(rows=(), line=1, text="x", message=MessageFigures("n"))
    assert tally_line(Tally([silent])) == "1 reply"


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (4200, "4.2k"), (45_678, "46k"), (1_200_000, "1.2M")],
)
def test_numbers_of_tokens_are_short(number: int, text: str) -> None:
    """Two digits are enough."""
    assert tokens(number) == text
