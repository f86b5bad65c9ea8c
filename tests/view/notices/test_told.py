"""Notices before they have their place."""

from __future__ import annotations

import math

from steno.view.items import NoticeKind
from steno.view.notices.told import behind, printed, said, sensible, told_text
from steno.view.parts import OutputPart, TextPart


def test_a_short_text_stands_in_the_line_itself() -> None:
    """Nothing is left to look at."""
    told = told_text(NoticeKind.INFO, " all well ", "weather", "warning")
    assert (told.text, told.level, told.parts) == ("weather: all well", "warning", ())


def test_a_long_text_is_kept_whole_below() -> None:
    """Its beginning stands in the line."""
    told = told_text(NoticeKind.INFO, "one\ntwo")
    assert told.text == "one two"
    assert told.parts == (TextPart("one\ntwo"),)
    assert len(told_text(NoticeKind.INFO, "x" * 5000).text) < 300


def test_output_and_complaints_are_told_apart() -> None:
    """What is empty is left out."""
    parts = printed("\nout\n", "", None, " ", errors=("err\n", None, "\n"))
    assert parts == (OutputPart("out"), OutputPart("err", is_error=True))


def test_words_are_a_part_where_there_are_any() -> None:
    """Under a heading if one is given."""
    assert said("\nhello\n", "Who") == (TextPart("hello", heading="Who"),)
    assert said(None) == said("  ") == ()


def test_head_and_text_need_one_another_not() -> None:
    """Either may be missing."""
    assert behind("a", "b") == "a: b"
    assert behind("a", None) == behind("", "a") == "a"


def test_numbers_that_make_no_sense_are_left_out() -> None:
    """A file may hold any."""
    assert sensible(5) == 5
    assert sensible(-2.5) == -2.5
    assert sensible(None) is None
    assert [sensible(10**16), sensible(math.inf), sensible(math.nan)] == [None, None, None]
