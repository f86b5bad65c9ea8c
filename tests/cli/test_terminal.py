"""Text of a transcript is made harmless."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.cli.terminal import ascii_json, cells, clean, clean_json, clean_line, shorten
from tests.cli.payloads import HARMFUL, PAYLOADS

ANY_TEXT = st.text(st.characters(exclude_categories=[]))


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_payload_becomes_visible(payload: str) -> None:
    """Nothing is obeyed, nothing is dropped."""
    for cleaned in (clean(payload), clean_line(payload)):
        assert not HARMFUL.search(cleaned)
        assert len(cleaned) >= len(payload)
        assert "\\" in cleaned


def test_characters_are_shown_by_their_code() -> None:
    """As a person would write them."""
    assert clean("a\x1b[0m\x9b\u202e\ud800\r") == "a\\x1b[0m\\x9b\\u202e\\ud800\\x0d"


def test_harmless_text_stays_as_it_is() -> None:
    """Lines, tabs, Chinese, accents, emoji with their joiners."""
    text = "line\n\ttab 潮汐 é 👩\u200d👩\u200d👧 नमस्ते"
    assert clean(text) == text
    assert clean_line(text) == text.replace("\n", " ").replace("\t", " ")


@given(ANY_TEXT)
def test_no_text_at_all_gets_through(text: str) -> None:
    """Whatever it holds."""
    assert not HARMFUL.search(clean(text).replace("\n", ""))
    assert not HARMFUL.search(clean_line(text))
    assert "\n" not in clean_line(text)
    assert "\t" not in clean_line(text)


@given(
    st.recursive(
        ANY_TEXT,
        lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
        max_leaves=8,
    )
)
def test_json_stays_the_same_document(value: object) -> None:
    """A program reads what it would have read; the terminal sees only escapes."""
    text = json.dumps(value, ensure_ascii=False)
    assert json.loads(clean_json(text)) == json.loads(text)
    assert not HARMFUL.search(clean_json(text))
    assert json.loads(ascii_json(text)) == json.loads(text)
    assert ascii_json(text).isascii()


def test_long_lines_are_cut() -> None:
    """With a mark where something is missing, and no space before it."""
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abcde…"
    assert shorten("abcd  g", 6) == "abcd…"
    assert shorten("", 6) == ""


def test_lines_are_cut_by_columns() -> None:
    """Chinese characters take two, combining ones none."""
    assert shorten("潮汐表", 6) == "潮汐表"
    assert shorten("潮汐表格", 6) == "潮汐…"
    assert shorten("潮汐表格", 7) == "潮汐表…"
    assert shorten("e\u0301" * 6, 6) == "e\u0301" * 6
    assert shorten("e\u0301" * 7, 6) == "e\u0301" * 5 + "…"
    assert shorten("éa", 6) == "éa"


def test_columns_are_counted() -> None:
    """Chinese characters take two, marks above others none."""
    assert [cells(text) for text in ("", "abc", "潮汐 a", "e\u0301")] == [0, 3, 6, 1]
