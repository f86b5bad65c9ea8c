"""Byte-level edits of JSON lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format import spans

LINE = b'{"a": 1, "b":[1,2 , {"c":"x\\u0041"}] , "k\\u0041":null}'

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=True)
    | st.text()
)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(st.text(), DOCUMENTS, min_size=1, max_size=6)
SPACINGS = st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : "), (",\t", ":\n")])


def encoded(document: Any, spacing: tuple[str, str], *, ascii_only: bool) -> bytes:
    """Encode a document in one of many ways."""
    text = json.dumps(document, separators=spacing, ensure_ascii=ascii_only)
    return text.encode("utf-8", "surrogatepass")


@given(DOCUMENTS, SPACINGS, st.booleans())
def test_every_json_document_is_wellformed(document: Any, spacing: Any, ascii_only: bool) -> None:
    """What json writes, the scanner takes, to its very end."""
    raw = encoded(document, spacing, ascii_only=ascii_only)
    assert spans.end_of_value(raw) == len(raw)
    assert spans.is_wellformed(b" " + raw + b"\r\n")


@given(st.text(alphabet='{}[]",:\\0123456789.eE+-truefalsnNaN \t\n', max_size=30))
def test_wellformed_means_what_json_means(text: str) -> None:
    """The scanner takes exactly what json takes."""
    try:
        json.loads(text)
        taken = True
    except ValueError:
        taken = False
    assert spans.is_wellformed(text.encode()) is taken


@given(OBJECTS, SPACINGS, st.booleans(), SCALARS, st.data())
def test_replacing_one_value_changes_nothing_else(
    document: dict[str, Any], spacing: Any, ascii_only: bool, value: Any, data: st.DataObject
) -> None:
    """The bytes before and behind the value stay, and the document is the edited one."""
    raw = encoded(document, spacing, ascii_only=ascii_only)
    key = data.draw(st.sampled_from(sorted(document)))
    new = encoded(value, (",", ":"), ascii_only=ascii_only)
    start, end = spans.locate(raw, (key,))
    edited = spans.replace(raw, (key,), new)
    assert edited == raw[:start] + new + raw[end:]
    assert json.loads(edited.decode("utf-8", "surrogatepass")) == {**document, key: value}


@given(OBJECTS, SPACINGS, st.text(), SCALARS)
def test_inserting_adds_one_member(
    document: dict[str, Any], spacing: Any, key: str, value: Any
) -> None:
    """The new member stands last and everything else is as it was."""
    document.pop(key, None)
    raw = encoded(document, spacing, ascii_only=True)
    edited = spans.insert(raw, (), json.dumps(key).encode(), json.dumps(value).encode())
    assert json.loads(edited) == {**document, key: value}
    assert list(json.loads(edited)) == [*document, key]


@given(OBJECTS, SPACINGS, st.data())
def test_removing_takes_one_member(
    document: dict[str, Any], spacing: Any, data: st.DataObject
) -> None:
    """The member goes with one comma; the others keep their order."""
    key = data.draw(st.sampled_from(sorted(document)))
    raw = encoded(document, spacing, ascii_only=True)
    edited = spans.remove(raw, (key,))
    expected = {other: value for other, value in document.items() if other != key}
    assert json.loads(edited) == expected
    assert list(json.loads(edited)) == list(expected)


@given(st.lists(DOCUMENTS, min_size=1, max_size=5), SPACINGS, st.data())
def test_array_items_are_found_replaced_and_removed(
    document: list[Any], spacing: Any, data: st.DataObject
) -> None:
    """Arrays are edited by index, from either end."""
    index = data.draw(st.integers(-len(document), len(document) - 1))
    raw = encoded(document, spacing, ascii_only=True)
    start, end = spans.locate(raw, (index,))
    assert json.loads(raw[start:end]) == document[index]
    removed = list(document)
    del removed[index]
    assert json.loads(spans.remove(raw, (index,))) == removed


def test_nested_paths_lead_to_values() -> None:
    """Keys and indexes can be mixed, and escaped keys are understood."""
    start, end = spans.locate(LINE, ("b", 2, "c"))
    assert LINE[start:end] == b'"x\\u0041"'
    assert spans.replace(LINE, ("kA",), b"0").endswith(b'"k\\u0041":0}')


def test_the_last_of_duplicate_keys_counts() -> None:
    """As for every JSON reader."""
    raw = b'{"a":1,"a":2}'
    assert spans.replace(raw, ("a",), b"3") == b'{"a":1,"a":3}'
    assert spans.remove(raw, ("a",)) == b'{"a":1}'


def test_insert_keeps_the_indentation_of_the_file() -> None:
    """A file written with two spaces keeps its look."""
    raw = b'{\n  "a": 1,\n  "b": 2\n}\n'
    assert spans.insert(raw, (), b'"z"', b"[]") == b'{\n  "a": 1,\n  "b": 2,\n  "z": []\n}\n'
    assert spans.insert(b"{ }", (), b'"z"', b"1") == b'{"z":1}'


@pytest.mark.parametrize("path", [("x",), ("b", 3), ("b", -4), ("a", "x"), ("a", 0), ("b", "x")])
def test_a_missing_value_is_a_key_error(path: tuple[str | int, ...]) -> None:
    """Nothing is invented."""
    with pytest.raises(KeyError):
        spans.locate(LINE, path)


def test_the_whole_document_cannot_be_removed() -> None:
    """There would be nothing left."""
    with pytest.raises(ValueError, match="whole document"):
        spans.remove(LINE, ())


def test_no_value_is_a_value_error() -> None:
    """Broken lines are told apart from missing keys."""
    with pytest.raises(ValueError, match="no JSON value"):
        spans.locate(b"{", ("a",))


@given(OBJECTS, st.data())
def test_every_prefix_of_an_object_is_cut_off(
    document: dict[str, Any], data: st.DataObject
) -> None:
    """A line cut anywhere is known as torn; the whole line is not."""
    raw = encoded(document, (",", ":"), ascii_only=False)
    cut = data.draw(st.integers(1, len(raw) - 1))
    assert spans.is_cut_off(raw[:cut])
    assert not spans.is_cut_off(raw)


@pytest.mark.parametrize("raw", [b"", b"xyz", b"[1,", b'{"a":1]', b'{"a" 1', b'{"a":"\x01', b"{,"])
def test_garbage_is_not_taken_for_a_cut(raw: bytes) -> None:
    """What could never become an object is bad, not torn."""
    assert not spans.is_cut_off(raw)


def test_a_hundred_thousand_levels_are_no_trouble() -> None:
    """Nothing recurses."""
    raw = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b',"b":1}'
    assert spans.locate(raw, ("b",)) == (len(raw) - 2, len(raw) - 1)


def test_numbers_follow_the_grammar_of_json() -> None:
    """Leading zeros, lone signs and half exponents are refused."""
    for good in (b"0", b"-0", b"1.5", b"1e9", b"-1.25E+3"):
        assert spans.is_wellformed(good)
    for bad in (b"01", b"-", b"1.", b".5", b"1e", b"+1", b"0x1"):
        assert not spans.is_wellformed(bad)
