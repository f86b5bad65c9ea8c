"""Stored lines to entries."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steno.format.decode import decode, split_terminator
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine, UnknownEntry

RECORD = b'{"type":"user","message":{"role":"user","content":"hi"}}'
TERMINATORS = st.sampled_from([b"", b"\n", b"\r\n"])


def pieces_of(entry: Entry) -> tuple[Entry, ...]:
    """Give the pieces of a glued line, or the entry."""
    return entry.pieces if isinstance(entry, GluedLine) else (entry,)


@given(st.binary(max_size=200).filter(lambda raw: b"\n" not in raw), TERMINATORS)
@example(RECORD + b"\x00" + RECORD, b"\n")
@example(b"\xef\xbb\xbf" + RECORD + RECORD, b"\r\n")
@example(b'{"type":"user","x":"\xc4\xe3\xba\xc3"}' * 2, b"\n")
def test_any_bytes_give_an_entry_with_the_same_bytes(raw: bytes, terminator: bytes) -> None:
    """Decode then encode is the identity, and never another exception."""
    line = raw + terminator
    entry = decode(line, line=7, offset=100)
    assert entry.encode() == line
    assert b"".join(piece.raw for piece in pieces_of(entry)) == line
    offset = 100
    for piece in pieces_of(entry):
        assert (piece.line, piece.offset) == (7, offset)
        offset += len(piece.raw)


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_any_object_is_an_entry(body: dict[str, Any]) -> None:
    """Known or not, its body is the decoded object."""
    entry = decode(json.dumps(body).encode() + b"\n")
    assert entry.body == body
    assert entry.parts == (entry,)


@pytest.mark.parametrize(
    ("raw", "kind", "tag"),
    [
        (RECORD, UserEntry, "user"),
        (b'{"message":{"role":"assistant","content":[]}}', AssistantEntry, "assistant"),
        (b'{"message":{"role":"user","content":"x"}}', UserEntry, "user"),
        (b'{"role":"user","content":"x"}', UserEntry, "user"),
        (b'{"type":"from-the-future","x":1}', UnknownEntry, "from-the-future"),
        (b'{"type":5}', UnknownEntry, None),
        (b"{}", UnknownEntry, None),
        (b'{"type":null,"message":"x"}', UnknownEntry, None),
    ],
)
def test_the_class_follows_the_type_or_the_role(raw: bytes, kind: type, tag: str | None) -> None:
    """Wherever a version put it."""
    entry = decode(raw)
    assert type(entry) is kind
    assert entry.type == tag


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b'{"type":"us', "torn-line"),
        (b'{"type":"user","message":{"content":"abc', "torn-line"),
        (b"\x00\x00\x00\n", "nul-bytes"),
        (b"garbage\n", "bad-line"),
        (b"[1,2]\n", "bad-line"),
        (b'"text"\n', "bad-line"),
        (b"123\n", "bad-line"),
        (b'{"a":1]\n', "bad-line"),
    ],
)
def test_what_is_no_record_says_why(raw: bytes, code: str) -> None:
    """Torn, NUL and plainly bad lines are told apart."""
    entry = decode(raw)
    assert isinstance(entry, BadLine)
    assert entry.code == code
    assert entry.reason
    assert entry.type is None
    assert entry.parts == ()


@pytest.mark.parametrize("raw", [b"\n", b"", b"  \t\r\n", b"\xef\xbb\xbf\n"])
def test_white_space_is_a_blank_line(raw: bytes) -> None:
    """It is kept and is no record."""
    entry = decode(raw)
    assert isinstance(entry, BlankLine)
    assert entry.parts == ()


def test_glued_records_come_apart() -> None:
    """The records are the parts, the fragments are pieces."""
    entry = decode(b'{"type":"assistant","mess' + RECORD + RECORD + b"\n")
    assert isinstance(entry, GluedLine)
    assert [part.type for part in entry.parts] == ["user", "user"]
    assert [type(piece) for piece in entry.pieces] == [BadLine, UserEntry, UserEntry]
    assert entry.type is None


def test_a_record_behind_nul_bytes_is_saved() -> None:
    """What a crash leaves."""
    entry = decode(b"\x00" * 10 + RECORD + b"\n")
    assert isinstance(entry, GluedLine)
    assert [part.type for part in entry.parts] == ["user"]


@pytest.mark.parametrize(
    ("raw", "mark"),
    [
        (RECORD + b"\r\n", "crlf"),
        (b"\xef\xbb\xbf" + RECORD + b"\n", "bom"),
        (b'{"type":"user","x":NaN}\n', "loose-json"),
        (b'{"type":"user","x":"\xff"}\n', "not-utf8"),
        (b'{"type":"user","x":' + b"[" * 2000 + b"]" * 2000 + b"}\n", "too-deep"),
    ],
)
def test_oddities_are_marked_and_forgiven(raw: bytes, mark: str) -> None:
    """The entry is read all the same."""
    entry = decode(raw)
    assert type(entry) is UserEntry
    assert mark in entry.marks


def test_gbk_lines_read_as_chinese() -> None:
    """And remember their encoding."""
    entry = decode('{"type":"user","message":{"content":"你好，世界"}}\n'.encode("gbk"))
    assert isinstance(entry, UserEntry)
    assert entry.content == "你好，世界"
    assert entry.encoding == "gb18030"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_lines_are_read(encoding: str) -> None:
    """With their own terminator, glued or not, with a mark or without."""
    text = '{"type":"user","message":{"content":"你好"}}'
    for glued in (text, text * 2):
        raw = ("\ufeff" + glued + "\r\n").encode(encoding)
        entry = decode(raw, encoding=encoding)
        assert {part.type for part in entry.parts} == {"user"}
        assert b"".join(piece.raw for piece in pieces_of(entry)) == raw
        assert {"crlf", "bom", "not-utf8"} <= entry.marks


def test_terminators_are_split_off_whole() -> None:
    """LF, CR LF, nothing, in one byte or two."""
    assert split_terminator(b"a\r\n") == (b"a", b"\r\n")
    assert split_terminator(b"a\n") == (b"a", b"\n")
    assert split_terminator(b"a\r") == (b"a\r", b"")
    assert split_terminator("a\r\n".encode("utf-16-le"), "utf-16-le")[0] == b"a\x00"


def test_u2028_and_other_unicode_line_ends_stay_inside_the_line() -> None:
    """Only a newline byte ends a line."""
    entry = decode('{"type":"user","message":{"content":"a\u2028b\u0085c"}}\n'.encode())
    assert isinstance(entry, UserEntry)
    assert entry.content == "a\u2028b\u0085c"
