"""Long texts folded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.cli.rendering.folding import Folded, fold, remark
from steno.cli.rendering.signs import ASCII, SIGNS

TEN = "\n".join("abcdefghij")


def test_the_first_lines_are_kept() -> None:
    """And the others counted."""
    assert fold(TEN, 3) == Folded("a\nb\nc", 7)
    assert fold(f"{TEN}\n", 3).hidden == 7
    assert fold(TEN, None) == Folded(TEN)


def test_one_more_line_is_shown() -> None:
    """The remark would take as much room."""
    assert fold(TEN, 9) == Folded(TEN)
    assert fold(TEN, 8).hidden == 2


def test_long_lines_are_cut() -> None:
    """Only where one is too long."""
    assert fold("abcdef\nab", None, 3) == Folded("abc\nab", cut=True)
    assert fold("ab\nab", None, 3) == Folded("ab\nab")


def test_what_is_missing_is_told() -> None:
    """With how to see it."""
    assert remark(Folded("x"), SIGNS) == ""
    assert remark(Folded("x", 1), SIGNS) == "… 1 more line, --depth full shows them"
    assert remark(Folded("x", 1200), ASCII) == "... 1,200 more lines, --depth full shows them"
    assert remark(Folded("x", cut=True), ASCII).startswith("... long lines are cut")


@given(st.text(alphabet="a\n", max_size=40), st.integers(0, 10))
def test_no_line_is_lost(text: str, most: int) -> None:
    """Shown and hidden ones are all there are."""
    folded = fold(text, most)
    assert text.startswith(folded.text)
    shown = folded.text.count("\n") + 1 if folded.hidden and most else 0
    if folded.hidden:
        assert shown + folded.hidden == len(text.removesuffix("\n").split("\n"))
    else:
        assert folded.text == text
