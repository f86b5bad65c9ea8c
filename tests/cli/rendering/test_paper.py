"""What is drawn on: widths, gutters, colours, and that nothing harmful leaves it."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from steno.cli.rendering.paper import (
    NARROWEST,
    PLAIN_WIDTH,
    WIDEST,
    Paper,
    chopped,
    drawing_paper,
    gutter,
    inside,
    line_of_words,
    paper_for_output,
    plain_paper,
    words,
)
from tests.cli.payloads import HARMFUL, PAYLOADS, STYLES


def test_texts_are_wrapped_behind_their_gutter() -> None:
    """The sign stands before the first line alone."""
    lines = list(drawing_paper(30).lines(words("one two three four five six"), gutter("* ")))
    assert lines == ["* one two three four five six"]
    lines = list(drawing_paper(26).lines(words("one two three four five six"), gutter("* ")))
    assert lines == ["* one two three four five", "  six"]


def test_a_bar_stands_before_every_line() -> None:
    """Gutters may stand inside one another."""
    bar = inside(gutter("a "), gutter("| ", "| "))
    assert list(drawing_paper(40).lines(words("x\ny"), bar)) == ["a | x", "  | y"]
    assert inside(None, bar) is bar


def test_plain_paper_never_wraps() -> None:
    """A program reads it."""
    text = "word " * 400
    assert list(plain_paper().lines(words(text))) == [text.rstrip()]
    assert list(plain_paper().printed("x" * 5000)) == ["x" * 5000]
    assert plain_paper().width == PLAIN_WIDTH


def test_every_way_to_end_a_line_ends_one() -> None:
    """As on Windows, or where a program wrote over what it had written."""
    assert list(drawing_paper(40).printed("a\r\nb\rc")) == ["a", "b", "c"]
    assert words("a\r\nb\rc").plain == "a\nb\nc"


def test_printed_lines_are_cut_where_the_paper_ends() -> None:
    """Between words, where there are any; Chinese signs take two columns; tabs become spaces."""
    words_ = f"{'x' * 30} {'y' * 20} z"
    assert list(drawing_paper(40).printed(words_)) == ["x" * 30, "y" * 20 + " z"]
    lines = list(drawing_paper(40).printed("a\tb\n" + "x" * 50 + "\n" + "潮" * 30, "red"))
    assert lines == ["a       b", "x" * 40, "x" * 10, "潮" * 20, "潮" * 10]


@given(st.text(alphabet="a潮é ", max_size=60), st.integers(2, 20))
def test_no_piece_is_too_wide_and_nothing_is_lost(line: str, room: int) -> None:
    """However wide the signs are."""
    pieces = list(chopped(line, room))
    assert "".join(pieces) == line
    assert all(Text(piece).cell_len <= room for piece in pieces)
    assert pieces


def test_nothing_is_laid_out_wider_than_is_good_to_read() -> None:
    """Output may be as wide as the terminal."""
    wide = drawing_paper(300)
    assert wide.width == WIDEST
    assert max(map(len, wide.lines(words("word " * 100)))) <= WIDEST
    assert max(map(len, wide.printed("x" * 1000))) == 300


def test_narrow_paper_still_shows_something() -> None:
    """Deep inside of many gutters."""
    deep = gutter(" " * 40)
    assert max(map(len, drawing_paper(20).lines(words("x" * 100), deep))) == 40 + NARROWEST


def test_left_and_right_stand_at_the_margins() -> None:
    """What is too long on the left is cut."""
    paper = drawing_paper(30)
    assert list(paper.spread(Text("left"), Text("right"))) == [f"left{' ' * 21}right"]
    (line,) = paper.spread(Text("x" * 50), Text("right"), gutter("- "))
    assert len(line) == 30
    assert line.startswith("- xxx")
    assert line.endswith("…  right")
    assert list(paper.spread(Text("alone"), Text())) == ["alone"]
    assert list(plain_paper().spread(Text("x" * 200), Text("r"))) == [f"{'x' * 200}  r"]


def test_rules_are_as_wide_as_the_paper() -> None:
    """With something in them near both ends."""
    (line,) = drawing_paper(30).ruled(Text("1"), Text("noon"))
    assert line == f"── 1 {'─' * 18} noon ─"
    assert len(line) == 30
    (line,) = drawing_paper(30).ruled(Text("x" * 50), Text(), before=gutter("| "))
    assert len(line) == 30
    ascii_paper = Paper(Console(file=io.StringIO()), width=30, has_signs=False)
    assert next(ascii_paper.ruled(Text("1"), Text())).isascii()


def test_styles_are_written_only_where_there_are_colours() -> None:
    """And none of them is a link."""
    linked = Text("x", Style(bold=True, link="https://evil.example"))
    assert list(drawing_paper(40, colours=True).lines(linked)) == ["\x1b[1mx\x1b[0m"]
    assert list(drawing_paper(40).lines(linked)) == ["x"]
    spread = drawing_paper(40, colours=True).spread(
        Text("x", "bold"), Text(), gutter("- ", style="red")
    )
    assert list(spread) == ["\x1b[31m- \x1b[0m\x1b[1mx\x1b[0m"]
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard",
                      no_color=True, width=40)  # fmt: skip
    assert list(Paper(console, width=40).lines(Text("x", "bold red"))) == ["\x1b[1mx\x1b[0m"]


def test_white_space_at_the_end_of_a_line_is_left_out() -> None:
    """Unless it can be seen."""
    paper = drawing_paper(40, colours=True)
    assert list(paper.lines(Text("x   "))) == ["x"]
    assert list(paper.lines(Text.assemble("x", ("  ", "on red")))) == ["x\x1b[41m  \x1b[0m"]
    assert list(paper.lines(Text(""))) == [""]


class Hostile:
    """Something that draws what no text of ours ever would."""

    def __rich_console__(self, *_: object) -> list[Segment]:
        """Draw control codes as text and as codes."""
        controls = Segment("\x1b[2J", None, [(1,)])  # type: ignore[list-item]
        return [controls, *(Segment(payload) for payload in PAYLOADS)]


def test_nothing_harmful_leaves_the_paper() -> None:
    """Whatever is drawn on it."""
    for paper in (drawing_paper(20_000, colours=True), plain_paper()):
        text = "\n".join(paper.lines(Hostile()))
        assert HARMFUL.findall(STYLES.sub("", text)) == []
        assert "owned" in text


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_words_of_a_transcript_are_harmless(payload: str) -> None:
    """Before anything is measured."""
    assert HARMFUL.findall(words(payload).plain) == []
    assert HARMFUL.findall(line_of_words(f"{payload}\n\t").plain) == []
    assert "\n" not in line_of_words("a\nb").plain
    printed = "\n".join(drawing_paper(40, colours=True).printed(payload, "red"))
    assert HARMFUL.findall(STYLES.sub("", printed)) == []


def test_output_that_is_no_terminal_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of signs that it can hold."""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    paper = paper_for_output()
    assert (paper.draws, paper.has_signs) == (False, False)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert paper_for_output().has_signs


@pytest.mark.parametrize(
    ("told", "expected"), [("70", (True, 70)), ("x", (False, 80)), ("0", (False, 80))]
)
def test_a_pipe_may_say_how_wide_its_end_is(
    monkeypatch: pytest.MonkeyPatch, told: str, expected: tuple[bool, int]
) -> None:
    """Then lines wrap there, still without colours."""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    monkeypatch.setenv("COLUMNS", told)
    paper = paper_for_output()
    assert (paper.draws, paper.width) == expected
    (first, *_) = paper.lines(words("word " * 40, "red"))
    assert first.startswith("word")
    assert (len(first) <= 80) is paper.draws


class Screen(io.StringIO):
    """A terminal of this process."""

    encoding = "no such thing"

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


def test_a_terminal_is_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its width."""
    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.setenv("COLUMNS", "77")
    monkeypatch.setenv("TERM", "xterm")
    paper = paper_for_output()
    assert (paper.draws, paper.width, paper.has_signs) == (True, 77, False)
