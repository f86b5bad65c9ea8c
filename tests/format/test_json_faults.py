"""Why a text is no JSON, in plain words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.codec import JsonRefusedError, decode_text
from steno.format.json_faults import MOST_QUOTED, plain_words


def refused(text: str) -> str:
    """Give the words with which a text is refused."""
    with pytest.raises(JsonRefusedError) as caught:
        decode_text(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("oops", 'there is "oops" at column 1, in place of a value'),
        ("this is no JSON at all", 'there is "this is no JSON at a…" at column 1, in place of'),
        ('{"a":', "it ends at column 6, in place of a value"),
        ('{"a" 1}', 'there is "1}" at column 6, in place of a colon'),
        ('{"a":1 "b"}', 'there is ""b"}" at column 8, in place of a comma or a closing bracket'),
        ("{a:1}", 'there is "a:1}" at column 2, in place of a key in double quotes'),
        ('{"a', "a string never ends that begins at column 2"),
        ('{"a":"\x07"}', "a string holds a bare control character at column 7"),
        (r'{"a":"\x"}', "a string holds a backslash before what needs none at column 7"),
        (r'{"a":"\u12"}', r"a string holds \u without four hexadecimal digits behind it at "),
        ("\x89PNG", "there is a control character at column 1, in place of a value"),
        ("PNG\x1a", 'there is "PNG…" at column 1, in place of a value'),
        ("{} {}", "more text follows behind the value at column 4"),
    ],
)
def test_each_fault_has_plain_words(text: str, words: str) -> None:
    """With the column, what stands there, and what should."""
    assert refused(text).startswith(f"not JSON: {words}")


def test_white_space_is_named() -> None:
    """Quoted it would be nothing to see."""
    told = plain_words("Expecting value", " " * (MOST_QUOTED + 1), 0)
    assert told == "not JSON: there is white space at column 1, in place of a value"


def test_new_words_of_the_decoder_are_not_passed_on() -> None:
    """Another Python may have other ones."""
    told = plain_words("Frobnicated bracket", "[", 0)
    assert told == "not JSON: something is wrong at column 1"
    comma = plain_words("Illegal trailing comma before end of object", '{"a":1,}', 6)
    assert comma == "not JSON: a comma stands with nothing behind it at column 7"


@given(st.text(alphabet='{}[]":,au01\\ \n\x07', max_size=30))
def test_decoders_own_words_never_come_through(text: str) -> None:
    """Whatever is wrong, it is told in short, and by its column."""
    words = ""
    try:
        decode_text(text)
    except JsonRefusedError as error:
        words = str(error)
    assert re.fullmatch(r"(not JSON: .{1,100} at column \d+(, in place of [a-z ]+)?)?", words)
