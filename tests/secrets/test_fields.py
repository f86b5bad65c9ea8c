"""The strings of an entry, and the way back to them."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from steno.format.deep import TooDeep
from steno.secrets.fields import Strings
from tests.secrets.made_secrets import b64

VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


def held(value: Any) -> list[str]:
    """Give the strings in the order in which they are looked at."""
    return [text for _, text in Strings(value).pieces()]


@given(VALUES)
def test_every_string_is_found_again(value: Any) -> None:
    """The path leads to it, whatever the value is."""
    strings = Strings({"x": value}, all_keys=True)
    text = strings.text
    for start, piece in strings.pieces():
        assert text[start : start + len(piece)] == piece
        place = strings.locate(start, start + len(piece))
        assert place is not None
        path, in_key, within = place
        reached: Any = {"x": value}
        for step in path[:-1]:
            reached = reached[step]
        assert within == 0
        assert (path[-1] if in_key else reached[path[-1]]) == piece


def test_stretch_over_two_strings_is_nowhere() -> None:
    """A hit that begins in one and ends in another is none."""
    strings = Strings(["abcdefgh", "ijklmnop"])
    assert strings.locate(0, 8) == ((0,), False, 0)
    assert strings.locate(4, 12) is None
    assert Strings([]).locate(0, 0) is None


def test_signatures_pictures_and_ids_are_passed_over() -> None:
    """Each only where it is one."""
    picture = b64(Random(1), 100)
    body = {
        "uuid": "identity-1", "sessionId": "identity-2", "requestId": "identity-3",
        "message": {"id": "identity-4", "content": [
            {"type": "thinking", "thinking": "thought-1", "signature": "signature"},
            {"type": "redacted_thinking", "data": "signature"},
            {"type": "tool_use", "id": "identity-5", "input": {"id": "value-1", "uuid": "value-2"}},
            {"type": "image", "source": {"type": "base64", "data": "picture"}},
        ]},
        "toolUseResult": {"file": {"base64": picture}, "signature": "value-3", "data": "value-4"},
    }  # fmt: skip
    assert sorted(held(body)) == ["base64", "thought-1", "value-1", "value-2", "value-3", "value-4"]


def test_name_stands_before_its_value() -> None:
    """So that rules that go by the name see it; of flags in a list of words too."""
    text = Strings({"password": "value-1", "args": ["--token", "value-2"]}).text
    assert "password\x01value-1" in text
    assert "--token\x01value-2" in text


def test_deep_values_are_looked_at() -> None:
    """As text where they were too deep to decode, and with a stack where not."""
    deep: Any = "at the bottom"
    for _ in range(5_000):
        deep = [deep]
    assert held(deep) == ["at the bottom"]
    assert held({"x": TooDeep(b'["in bytes"]')}) == ['["in bytes"]']


def test_name_may_stand_beside_its_value() -> None:
    """In pairs, before lists, and where a web key keeps its private part."""
    pairs = [{"name": "DB_PASSWORD", "value": "value-1"}, {"Key": "token", "Value": "value-2"}]
    text = Strings([*pairs, {"password": ["value-3"]}, {"kty": "EC", "d": "value-4"}]).text
    assert "DB_PASSWORD\x01value-1" in text
    assert "token\x01value-2" in text
    assert "password\x01value-3" in text
    assert "jwk_private_key\x01value-4" in text
    assert "\x01" not in Strings([{"name": "colour", "value": "value-5"}, {"d": "value-6"}]).text


def test_names_of_numbers_are_left_out() -> None:
    """They tell of nothing; but a key that may itself be a secret stays."""
    assert Strings({"cache_read_input_tokens": 1, "max_tokens": None}).text == ""
    assert "a1b2c3d4e5f6a7b8c9d0" in Strings({"a1b2c3d4e5f6a7b8c9d0": 1}).text
