"""Markdown drawn on a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from steno.cli.rendering.markdown import LONGEST, Markdown, code, draw_markdown
from steno.cli.rendering.paper import drawing_paper, plain_paper
from tests.cli.payloads import HARMFUL, PAYLOADS, STYLES


def drawn(text: str, width: int = 60) -> list[str]:
    """Draw a text."""
    return list(drawing_paper(width).lines(draw_markdown(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Tides\nup\nand down", ["Tides", "", "up", "and down"]),
        ("1. a\n2. b\n   more", ["1. a", "2. b", "   more"]),
        ("- a\n- b", [" • a", " • b"]),
        ("**b** *i* `c` ~~s~~", ["b i c s"]),
        ("2*3*4 {{7*7}} x**2 + y**2 __init__.py", ["2*3*4 {{7*7}} x**2 + y**2 __init__.py"]),
        ("> said", ["▌ said"]),
        ("```python\nx = 1\n```", ["  x = 1"]),
        ("[words](http://x.example)", ["words (http://x.example)"]),
        ('[words](http://x.example "why")', ["words (http://x.example) (why)"]),
        ("<http://x.example>", ["http://x.example"]),
        ("<a@x.example>", ["a@x.example"]),
        ("[a.py](a.py)", ["a.py"]),
        ("![boat](b.png)", ["[boat](b.png)"]),
        ('![boat](b.png "red")', ["[boat](b.png red)"]),
        ("use <tag> & <b>words</b>", ["use <tag> & <b>words</b>"]),
        ("<div>\nblock\n</div>", ["<div>", "block", "</div>"]),
        ("", []),
    ],
)
def test_markdown_is_drawn(text: str, expected: list[str]) -> None:
    """With tags as words, breaks kept, and addresses shown."""
    assert drawn(text) == expected


def test_tables_are_drawn() -> None:
    """Column below column."""
    lines = drawn("| a | b |\n|---|---|\n| 1 | 22 |")
    assert [line.split() for line in lines if "1" in line or "a" in line] == [
        ["a", "b"], ["1", "22"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "> " * 3000 + "deep words",
        "* " * 500 + "deep words",
        "[a]: http://hidden.example 'deep words'",
    ],
)
def test_what_markdown_would_drop_is_shown_as_written(text: str) -> None:
    """No word is ever lost."""
    assert "deep words" in " ".join(drawn(text, 20_000))


def test_very_long_texts_are_shown_as_written() -> None:
    """They would take too long to draw."""
    assert isinstance(draw_markdown("*x* " * LONGEST), Text)
    assert isinstance(draw_markdown("*x*"), Markdown)


def test_a_drawing_that_fails_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the text as it was written."""
    monkeypatch.setattr("rich.markdown.Markdown.__rich_console__", lambda *_: 1 / 0)
    assert drawn("*x*") == ["*x*"]


@pytest.mark.parametrize(
    "text", ["&#x202e;", "&rlm;", "&#13;", "`&#x9b;`", "[x](&#x202e;)", "```\x1b[2J\n\x1b[2J\n```"]
)
def test_entities_are_harmless_too(text: str) -> None:
    """Markdown can spell what was cleaned away."""
    for paper in (drawing_paper(80, colours=True), plain_paper()):
        shown = "\n".join(paper.lines(draw_markdown(f"a {text} b")))
        assert HARMFUL.findall(STYLES.sub("", shown)) == []


def test_links_are_never_sent_to_the_terminal() -> None:
    """A click would follow them."""
    shown = "".join(
        drawing_paper(80, colours=True).lines(draw_markdown("[x](http://evil.example)"))
    )
    assert "\x1b]8" not in shown
    assert "http://evil.example" in STYLES.sub("", shown)


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_payloads_are_harmless_wherever_they_stand(payload: str) -> None:
    """In words, code, tables, links and headings."""
    text = (
        f"# {payload}\n\n- {payload}\n\n`{payload}` [{payload}]({payload})\n\n"
        f"```{payload}\n{payload}\n```\n\n| {payload} |\n|---|\n| {payload} |\n"
    )
    shown = "\n".join(drawing_paper(200, colours=True).lines(draw_markdown(text)))
    assert HARMFUL.findall(STYLES.sub("", shown)) == []


@settings(max_examples=60)
@given(st.text(alphabet="ab*_`[](){}<>#-|\n &;1.!~\\\"'", max_size=60))
def test_anything_can_be_drawn(text: str) -> None:
    """And all letters of it are shown."""
    shown = "".join(drawn(text, 200))
    for letter in "ab":
        assert shown.count(letter) >= text.count(letter) or "&" in text


def test_code_has_numbers_where_they_are_known() -> None:
    """Counted from its first line."""
    lines = list(drawing_paper(40).lines(code("x\ny", "python", 9)))
    assert [line.split() for line in lines] == [["9", "x"], ["10", "y"]]
    assert list(drawing_paper(40).lines(code("x", "no such language"))) == ["x"]
