"""JSON in and out."""

from __future__ import annotations

import contextlib
import json
import math
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format import codec
from steno.format.deep import TooDeep

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=15,
)


@given(VALUES)
def test_what_is_encoded_decodes_to_the_same(value: Any) -> None:
    """Lone surrogates, too."""
    assert codec.decode_json(codec.encode_value(value)).value == value


@given(st.binary(max_size=60))
def test_any_bytes_give_a_value_or_a_refusal(raw: bytes) -> None:
    """No other exception gets out."""
    with contextlib.suppress(codec.JsonRefusedError):
        codec.decode_json(raw)


def test_encoding_is_compact_and_leaves_characters_alone() -> None:
    """As the client writes it."""
    assert codec.encode_value({"a": [1, "你 →"], "b": None}) == '{"a":[1,"你 →"],"b":null}'.encode()


@pytest.mark.parametrize(
    ("raw", "value", "loose"),
    [
        (b'{"x":NaN}', None, True),
        (b'{"x":Infinity}', math.inf, True),
        (b'{"x":-Infinity}', -math.inf, True),
        (b'{"x":1e999}', math.inf, False),
        (b'{"x":' + b"9" * 5000 + b"}", math.inf, False),
        (b'{"x":"\\ud800"}', "\ud800", False),
        (b'{"x":"\xed\xa0\x80"}', "\ud800", False),
    ],
)
def test_what_the_fast_decoder_refuses_is_forgiven(raw: bytes, value: Any, loose: bool) -> None:
    """NaN, Infinity, numbers out of range, lone surrogates."""
    decoded = codec.decode_json(raw)
    found = decoded.value["x"]
    assert math.isnan(found) if value is None else found == value
    assert decoded.loose is loose


@pytest.mark.parametrize("raw", [b'{"x":"\xff"}', b"{", b"", b"nul", b"{'a':1}"])
def test_what_is_no_utf8_json_is_refused(raw: bytes) -> None:
    """With one kind of error."""
    with pytest.raises(codec.JsonRefusedError):
        codec.decode_json(raw)


def test_deep_documents_come_back_byte_for_byte() -> None:
    """What is too deep is kept as bytes, the rest is decoded."""
    raw = b'{"type":"a","x":' + b"[" * 3000 + b"1" + b"]" * 3000 + b',"y":{"z":[true,"q"]}}'
    decoded = codec.decode_json(raw)
    assert decoded.deep
    assert decoded.value["type"] == "a"
    assert decoded.value["y"] == {"z": [True, "q"]}
    assert codec.encode_value(decoded.value) == raw


def test_deep_and_loose_documents_are_read_too() -> None:
    """NaN beside deep nesting sends it through both fallbacks."""
    raw = b'{"n":"\\ud800","x":' + b"[" * 3000 + b"]" * 3000 + b"}"
    decoded = codec.decode_json(raw)
    assert decoded.value["n"] == "\ud800"


def test_deep_garbage_is_refused() -> None:
    """Depth is no excuse."""
    deep = b"[" * 3000 + b"]" * 3000
    for raw in (
        deep[:-1],
        deep + b"]",
        deep + b" {}",
        b'{"a" ' + deep + b"}",
        b'{"\xff":' + deep + b"}",
    ):
        with pytest.raises(codec.JsonRefusedError):
            codec.decode_json(raw)


def test_careful_encoding_covers_every_kind_of_value() -> None:
    """A value that needs care somewhere is still encoded as JSON everywhere."""
    value = {"s": "\ud800", "n": [1, 2.5, None, True], "t": ("é",), 1: "k"}
    encoded = codec.encode_value(value)
    assert json.loads(encoded) == {"s": "\ud800", "n": [1, 2.5, None, True], "t": ["é"], "1": "k"}
    assert codec.encode_value([TooDeep(b"[[]]"), "\ud800"]) == b'[[[]],"\\ud800"]'


def test_documents_are_indented_and_have_a_schema() -> None:
    """Our own documents are dataclasses."""

    @dataclass
    class Sample:
        """A sample."""

        name: str
        count: int | None = None

    assert json.loads(codec.encode_document(Sample("a"))) == {"name": "a", "count": None}
    assert b"\n  " in codec.encode_document(Sample("a"))
    assert "Sample" in codec.document_schema(Sample)["$defs"]
    assert json.loads(codec.encode_document(Sample("\ud800")))["name"] == "\ud800"


def test_text_decodes_like_bytes() -> None:
    """A string inside a line may itself hold JSON."""
    assert codec.decode_text('{"task_id":"a1"}').value == {"task_id": "a1"}


def test_documents_may_hold_what_a_transcript_nests_too_deeply() -> None:
    """A value that is kept as bytes is told by its length; nothing stops the printing."""
    deep = codec.decode_json(b'{"a":' + b"[" * 3000 + b"]" * 3000 + b"}")
    assert deep.deep
    assert b"bytes, nested too deeply)" in codec.encode_document([deep.value])
    nested: list[object] = []
    for _ in range(700):
        nested = [nested]
    assert json.loads(codec.encode_document([nested, "x"]))[1] == "x"


def test_values_of_other_kinds_are_no_part_of_a_document() -> None:
    """A mistake of ours is told as one."""
    with pytest.raises(TypeError, match="object is no part of a document"):
        codec.encode_document([object()])


def test_odd_numbers_of_a_line_stay_what_they_are() -> None:
    """JSON has no words for them, but the line had."""
    value = {"a": [math.inf, -math.inf, 1.5], "b": None}
    assert codec.encode_as_read(value) == b'{"a":[Infinity,-Infinity,1.5],"b":null}'
    assert codec.decode_json(codec.encode_as_read(value)).value == value
    assert codec.encode_as_read({"a": math.nan}) == b'{"a":NaN}'
    assert codec.encode_as_read({"a": 1}) == b'{"a":1}'
