"""Entries back to lines, unchanged or with one value changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.decode import decode
from steno.format.encode import encode, new_line, with_value, without

LINE = (
    b'{"type":"user", "cwd":"/a",'
    b'"message":{"role":"user","content":[{"type":"text","text":"x"}]}}\r\n'
)
KEYS = st.sampled_from(["cwd", "uuid", "sessionId", "parentUuid", "version", "x"])
VALUES = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None))


@given(st.dictionaries(KEYS, VALUES), KEYS, VALUES, st.sampled_from(["\n", "\r\n", ""]))
def test_changing_one_field_changes_nothing_else(
    body: dict[str, Any], key: str, value: Any, end: str
) -> None:
    """Apart from the value (or the new member) every byte of the line stays."""
    raw = (json.dumps({"type": "user", **body}, indent=None) + end).encode()
    edited = with_value(decode(raw), key, value)
    assert edited.body == {"type": "user", **body, key: value}
    before = json.dumps(body.get(key)).encode() if key in body else b""
    common_front = next(
        (i for i, (a, b) in enumerate(zip(raw, edited.raw, strict=False)) if a != b),
        min(len(raw), len(edited.raw)),
    )
    common_back = next(
        (i for i, (a, b) in enumerate(zip(raw[::-1], edited.raw[::-1], strict=False)) if a != b),
        min(len(raw), len(edited.raw)),
    )
    assert len(raw) - common_front - common_back <= len(before)
    assert edited.raw.endswith(end.encode())


def test_nested_values_can_be_changed() -> None:
    """By a path of keys and indexes."""
    edited = with_value(decode(LINE), ("message", "content", 0, "text"), "é\n")
    assert edited.raw == LINE.replace(b'"text":"x"', '"text":"é\\n"'.encode())


def test_missing_keys_are_added_where_their_object_is() -> None:
    """At the end of it; a missing way is an error."""
    edited = with_value(decode(LINE), ("message", "id"), "m1")
    assert edited.raw == LINE.replace(b"}]}}", b'}],"id":"m1"}}')
    with pytest.raises(KeyError):
        with_value(decode(LINE), ("nowhere", "id"), 1)
    with pytest.raises(KeyError):
        with_value(decode(LINE), ("cwd", "id"), 1)
    with pytest.raises(KeyError):
        with_value(decode(LINE), ("message", "content", 5), 1)


def test_values_can_be_taken_out() -> None:
    """With their key."""
    assert without(decode(LINE), "cwd").raw == LINE.replace(b' "cwd":"/a",', b" ")
    with pytest.raises(KeyError):
        without(decode(LINE), "nowhere")


@pytest.mark.parametrize("raw", [b"garbage\n", b"\n", b"{}{}\n"])
def test_only_single_records_can_be_edited(raw: bytes) -> None:
    """There is nothing to address in the others."""
    with pytest.raises(ValueError, match="no single record"):
        with_value(decode(raw), "a", 1)


@pytest.mark.parametrize("encoding", ["gbk", "utf-16-le", "utf-16-be"])
def test_edits_keep_the_encoding(encoding: str) -> None:
    """A line in GBK or UTF-16 stays in it."""
    raw = '{"type":"user","cwd":"/工作目录","x":"好的，没有问题"}\n'.encode(encoding)
    read_as = encoding if encoding.startswith("utf-16") else "utf-8"
    edited = with_value(decode(raw, encoding=read_as), "cwd", "/工作")
    assert edited.raw == raw.replace("/工作目录".encode(encoding), "/工作".encode(encoding))


def test_edits_keep_broken_bytes_and_the_byte_order_mark() -> None:
    """What is damaged stays as damaged as it was."""
    raw = b'\xef\xbb\xbf{"type":"user","cwd":"/a","x":"\xff\xfe good text"}\n'
    assert with_value(decode(raw), "cwd", "/b").raw == raw.replace(b"/a", b"/b")


def test_place_is_kept() -> None:
    """Line and offset of an edited entry are those of the original."""
    edited = with_value(decode(LINE, line=3, offset=50), "cwd", "/b")
    assert (edited.line, edited.offset) == (3, 50)
    assert encode(edited) == edited.raw


def test_new_lines_are_compact() -> None:
    """As the client writes them."""
    assert new_line({"type": "mode", "mode": "normal"}) == b'{"type":"mode","mode":"normal"}\n'


def test_a_key_that_stands_there_twice_goes_twice() -> None:
    """What is taken out of a line is nowhere in it."""
    raw = b'{"a":"secret1","type":"user","a":"secret2"}\n'
    assert without(decode(raw), "a").raw == b'{"type":"user"}\n'


@pytest.mark.parametrize(("key", "value"), [("cwd", "x"), ("content", "模"), ("content", "é")])
def test_the_rest_of_a_gbk_line_reads_as_before(key: str, value: str) -> None:
    """Also where too little Chinese is left to know the encoding by."""
    entry = decode('{"type":"user","cwd":"测试目录","content":"模"}\n'.encode("gbk"))
    assert with_value(entry, key, value).body == {**entry.body, key: value}


@given(
    st.recursive(
        st.text(max_size=3) | st.integers(),
        lambda inner: st.dictionaries(st.sampled_from(["a", 'b"', "\\u0041"]), inner, min_size=1),
        max_leaves=6,
    ).filter(lambda value: isinstance(value, dict)),
    VALUES,
    st.data(),
)
def test_a_value_at_any_depth_can_be_changed(
    document: dict[str, Any], value: Any, data: st.DataObject
) -> None:
    """Whatever its keys look like."""
    raw = json.dumps({"x": document}).encode() + b"\n"
    path: list[str | int] = ["x"]
    inner: Any = document
    while isinstance(inner, dict):
        path.append(data.draw(st.sampled_from(sorted(inner))))
        inner = inner[path[-1]]
    edited = with_value(decode(raw), path, value)
    found: Any = edited.body
    for step in path:
        found = found[step]
    assert found == value
    assert with_value(edited, path, inner).body == decode(raw).body
