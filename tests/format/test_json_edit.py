"""Changing single values of a JSON document."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format import codec
from steno.format.json_edit import edited, same

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(st.text("abc\n", max_size=2), JSON_VALUES, max_size=4)
LAYOUTS: list[dict[str, Any]] = [
    {"indent": 2},
    {"indent": 4},
    {"indent": "\t"},
    {"indent": 0},
    {},
    {"separators": (",", ":")},
]


def edit(raw: str, new: dict[str, Any]) -> str:
    """Edit a document given as text."""
    return edited(raw.encode(), json.loads(raw), new).decode()


@pytest.mark.parametrize(
    ("left", "right"),
    [(1, True), (0, False), (1, 1.0), ("1", 1), (None, False), ([1], [1, 2]), ({"a": 1}, {"b": 1})],
)
def test_values_of_other_kinds_are_not_the_same(left: Any, right: Any) -> None:
    """JSON tells true from 1 and 1 from 1.0, though Python does not."""
    assert not same(left, right)
    assert not same({"a": [left]}, {"a": [right]})


def test_order_of_keys_does_not_matter() -> None:
    """Two objects with the same members are the same."""
    assert same({"a": [1, {"x": None}], "b": 2}, {"b": 2, "a": [1, {"x": None}]})


def test_new_document_is_indented() -> None:
    """As the client writes its own."""
    assert edited(b"", {}, {"a": {"b": [1]}, "c": []}) == (
        b'{\n  "a": {\n    "b": [\n      1\n    ]\n  },\n  "c": []\n}\n'
    )


def test_changed_value_leaves_the_rest_alone() -> None:
    """Odd spacing, escapes and key order stay."""
    raw = '{ "z" : 1,\n\n   "\\u0061": "caf\\u00e9",  "n": 1.50 }\n\n'
    assert edit(raw, {"z": 2, "a": "café", "n": 1.5}) == raw.replace("1,", "2,", 1)


def test_added_key_is_indented_as_its_neighbours() -> None:
    """At the end of its object, nested values laid out as the document is."""
    raw = '{\n    "a": {\n        "x": 1\n    }\n}'
    assert edit(raw, {"a": {"x": 1, "y": [2]}}) == (
        '{\n    "a": {\n        "x": 1,\n        "y": [\n            2\n        ]\n    }\n}'
    )


def test_compact_document_stays_compact() -> None:
    """What stands on one line gets no new lines."""
    assert edit('{"a":1}', {"a": 1, "b": {"c": [1, 2]}}) == '{"a":1,"b":{"c":[1,2]}}'


def test_windows_newlines_are_kept() -> None:
    """New lines end as the old ones do."""
    raw = '{\r\n\t"a": 1\r\n}\r\n'
    expected = '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}\r\n'
    assert edit(raw, {"a": 1, "b": {"c": 1}}) == expected


def test_empty_objects_and_arrays_are_filled_indented() -> None:
    """Nothing inside tells the style, but the document does."""
    assert edit('{\n  "a": {}\n}', {"a": {"b": 1}}) == '{\n  "a": {\n    "b": 1\n  }\n}'
    assert edit('{\n  "a": []\n}', {"a": [1]}) == '{\n  "a": [\n    1\n  ]\n}'
    assert edit("{}", {"a": 1}) == '{\n  "a": 1\n}'


def test_removed_key_takes_its_comma_along() -> None:
    """First, middle, last or only."""
    raw = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}'
    assert edit(raw, {"b": 2, "c": 3}) == '{\n  "b": 2,\n  "c": 3\n}'
    assert edit(raw, {"a": 1, "c": 3}) == '{\n  "a": 1,\n  "c": 3\n}'
    assert edit(raw, {"a": 1, "b": 2}) == '{\n  "a": 1,\n  "b": 2\n}'
    assert edit(raw, {}) == "{}"


def test_removed_key_is_gone_with_its_duplicates() -> None:
    """Else an older value would come to light."""
    assert edit('{"a":1,"b":2,"a":3}', {"b": 2}) == '{"b":2}'


def test_items_of_arrays_are_edited_one_by_one() -> None:
    """Those that stay keep their bytes, wherever others come and go."""
    raw = '{"a": [ "\\u0078" , {"y":  1},\n "z" ]}'
    assert edit(raw, {"a": ["x", {"y": 2}, "z"]}) == raw.replace("1", "2")
    assert edit(raw, {"a": ["x", {"y": 1}, "z", 4]}) == raw.replace('"z"', '"z",\n 4')
    assert edit(raw, {"a": [0, "x", {"y": 1}, "z"]}) == raw.replace('"\\u', '0, "\\u')
    assert edit(raw, {"a": ["x", 5, {"y": 1}, "z"]}) == raw.replace('{"y"', '5, {"y"')
    assert edit(raw, {"a": ["x", "z"]}) == '{"a": [ "\\u0078" , "z" ]}'
    assert edit(raw, {"a": [{"y": 1}, "z"]}) == '{"a": [ {"y":  1},\n "z" ]}'


@given(old=DOCUMENTS, new=DOCUMENTS, layout=st.sampled_from(LAYOUTS))
def test_edited_document_says_what_is_wanted(
    old: dict[str, Any], new: dict[str, Any], layout: dict[str, Any]
) -> None:
    """Whatever is changed in whatever layout, the result decodes to the wanted values."""
    raw = json.dumps(old, **layout).encode()
    after = edited(raw, codec.decode_json(raw).value, new)
    assert same(codec.decode_json(after).value, new)


@given(old=DOCUMENTS, key=st.text("xyz", min_size=1), layout=st.sampled_from(LAYOUTS))
def test_adding_and_removing_a_key_gives_back_the_document(
    old: dict[str, Any], key: str, layout: dict[str, Any]
) -> None:
    """A document with something in it loses no byte on the way."""
    raw = json.dumps({"kept": 1, **old}, **layout).encode()
    values = codec.decode_json(raw).value
    more = {**values, key: [1, {"a": None}]}
    added = edited(raw, values, more)
    assert edited(added, more, values) == raw
