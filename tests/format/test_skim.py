"""Huge lines in bounded memory."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format import skim as skim_module
from steno.format.codec import JsonRefusedError
from steno.format.decode import whole
from steno.format.entries.user import UserEntry
from steno.format.entry import BadLine, Entry
from steno.format.skim import LONGEST_STRING, Skimmer, skim

DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=15,
)


class Stored(bytes):
    """A line's bytes that can also be fetched."""

    def read(self) -> bytes:
        """Give them."""
        return bytes(self)


def skimmed(raw: bytes, step: int) -> Entry:
    """Skim a line piece by piece."""
    pieces = (raw[start : start + step] for start in range(0, len(raw), step))
    return skim(pieces, line=3, offset=9, stored=Stored(raw))


@given(DOCUMENTS, st.integers(1, 40), st.booleans())
def test_short_documents_are_read_whole(document: Any, step: int, ascii_only: bool) -> None:
    """Wherever the pieces are cut."""
    raw = json.dumps(document, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    skimmer = Skimmer()
    for start in range(0, len(raw), step):
        skimmer.feed(raw[start : start + step])
    assert skimmer.finish() == document


@pytest.mark.parametrize("step", [1, 7, 1000, 1 << 20])
def test_long_strings_are_cut_and_everything_else_is_there(step: int) -> None:
    """Type, ids, usage and blocks of a huge line are right."""
    text = 'é"\\\n你\u0001' * 4000
    content = [{"type": "text", "text": text}, {"type": "tool_use", "id": "t1"}]
    body = {
        "message": {"content": content, "usage": {"output_tokens": 7}},
        "type": "user",
        "n": -1.5e3,
    }
    entry = skimmed(json.dumps(body).encode() + b"\n", step)
    assert isinstance(entry, UserEntry)
    first, second = entry.blocks
    kept = first.body["text"]
    assert text.startswith(kept)
    assert 1000 < len(kept) < LONGEST_STRING
    assert second.body == {"type": "tool_use", "id": "t1"}
    assert entry.body["message"]["usage"] == {"output_tokens": 7}
    assert entry.body["n"] == -1500
    assert entry.marks == {"huge-line"}
    assert (entry.line, entry.offset) == (3, 9)


def test_the_whole_line_can_be_fetched() -> None:
    """Its bytes are as they are stored."""
    raw = b'{"type":"user","x":"' + b"a" * 50_000 + b'"}\n'
    entry = skimmed(raw, 1000)
    assert entry.raw == raw
    assert entry.length == len(raw)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"x" * 100_000, "bad-line"),
        (b'{"type":"user","x":"' + b"a" * 50_000, "torn-line"),
        (b'{"type":"user","x":[1,2', "torn-line"),
        (b'{"type":"user"}{"type":"user"}', "bad-line"),
        (b'{"x":"' + b"a" * 50_000 + b"\x01" * 100 + b'"}', "bad-line"),
        (b'{"x" 1}', "bad-line"),
        (b"[1,2]", "bad-line"),
        (b'{"x":"\xff\xfe"}', "bad-line"),
        (b"", "torn-line"),
    ],
)
@pytest.mark.parametrize("step", [10, 5000])
def test_what_is_no_record_is_told(raw: bytes, code: str, step: int) -> None:
    """However long it is."""
    entry = skimmed(raw, step)
    assert isinstance(entry, BadLine)
    assert entry.code == code


def test_a_number_at_the_very_end_is_read() -> None:
    """It might have gone on."""
    skimmer = Skimmer()
    skimmer.feed(b"12")
    skimmer.feed(b"34")
    assert skimmer.finish() == 1234


def test_space_behind_the_document_is_fine() -> None:
    """Anything else is not."""
    skimmer = Skimmer()
    skimmer.feed(b"{}\r\n")
    assert skimmer.finish() == {}
    with pytest.raises(JsonRefusedError):
        skimmer.feed(b"x")


def test_the_number_of_values_levels_and_bytes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of a million small things is checked but not kept."""
    monkeypatch.setattr(skim_module, "MOST_VALUES", 10)
    entry = skimmed(json.dumps({"type": "user", "x": list(range(100))}).encode(), 50)
    assert isinstance(entry, UserEntry)
    assert len(entry.body["x"]) < 10
    monkeypatch.setattr(skim_module, "MOST_VALUES", 10_000)
    deep = b'{"type":"user","x":' + b"[" * 500 + b"1" + b"]" * 500 + b"}"
    assert isinstance(skimmed(deep, 64), UserEntry)
    monkeypatch.setattr(skim_module, "MOST_BYTES", 100)
    entry = skimmed(json.dumps({"type": "user", "x": "a" * 99, "y": "b" * 99}).encode(), 50)
    assert entry.body["y"] == ""


def test_a_byte_order_mark_is_forgiven() -> None:
    """And told."""
    entry = skimmed(b'\xef\xbb\xbf{"type":"user"}\n', 100)
    assert isinstance(entry, UserEntry)
    assert entry.marks == {"huge-line", "bom"}


def test_a_skimmed_line_can_be_decoded_whole() -> None:
    """When all of it is wanted; other entries are whole already."""
    raw = json.dumps({"type": "user", "x": "a" * 50_000}).encode()
    entry = skimmed(raw, 1000)
    assert len(entry.body["x"]) < 50_000
    assert whole(entry).body["x"] == "a" * 50_000
    assert whole(whole(entry)).marks == frozenset()
