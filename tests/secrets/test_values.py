"""Values: quoted at any depth, bare, or the rest of a line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.secrets.values import MEMBER, quoted_at, value_at

VALUES = st.text(st.sampled_from("abcXYZ019!#%&()[]{}<>,;:|@$^*+=?~\"'\\"), min_size=4, max_size=40)


def whole(text: str, given_at: int = 0) -> str | None:
    """Give the value at a place."""
    found = value_at(text, given_at, given_at, given_at)
    return None if found is None else text[slice(*found)]


@given(VALUES)
def test_string_of_json_is_taken_whole(value: str) -> None:
    """Whatever is escaped in it."""
    text = f"{json.dumps(value)}, 1"
    found = quoted_at(text, 0)
    assert found is not None
    assert json.loads(f'"{text[slice(*found)]}"') == value


@given(VALUES.filter(lambda value: not value.endswith("\\")))
def test_string_in_a_string_is_taken_whole(value: str) -> None:
    """Its quotes are escaped once more, and what they hold twice."""
    text = json.dumps(json.dumps(value))[1:-1] + " x"
    found = quoted_at(text, 0)
    assert found is not None
    assert json.loads(json.loads(f'"\\"{text[slice(*found)]}\\""')) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'it''s-9x' y", "it''s-9x"),
        ("'ends-with\\' y", "ends-with\\"),
        ("\\u0022abc9x\\u0022", "abc9x"),
        ("&quot;abc9x&quot;", "abc9x"),
        ("%22abc9x%22", "abc9x"),
        ("`a\"b'c9x`", "a\"b'c9x"),
        ('"cut-off-9x', "cut-off-9x"),
    ],
)
def test_other_quotes_are_known(text: str, value: str) -> None:
    """Of SQL, of shells, of addresses, of markup; and those that never end."""
    found = quoted_at(text, 0)
    assert found is not None
    assert text[slice(*found)] == value


def test_bare_value_ends_where_code_goes_on() -> None:
    """But neither in an env file nor in one of settings."""
    assert whole("x ab3d5&y=1", 2) == "ab3d5"
    assert whole("x get3d5(1)", 2) is None
    assert value_at("P=a&b(c);d3", 0, 1, 2) == (2, 11)
    assert value_at("p: a&b,c3\nx", 0, 1, 3) == (3, 9)
    assert value_at("p: a3b4|min:8", 0, 1, 3) == (3, 7)


def test_full_stop_ends_the_sentence() -> None:
    """And is no part of the secret."""
    assert whole("x is ab3d5fg.", 5) == "ab3d5fg"


def test_member_is_taken_whole_or_not_at_all() -> None:
    """Its end is known."""
    assert whole(f"a{MEMBER}b'c\"d5\0", 2) == "b'c\"d5"
    assert whole(f"a{MEMBER}two words9\0", 2) is None


def test_long_bytes_are_taken_whole() -> None:
    """A key in base64 is longer than any password."""
    value = "QUJD9" * 300
    assert whole(f'"{value}=="') == f"{value}=="
