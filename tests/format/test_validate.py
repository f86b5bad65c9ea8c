"""Findings of single lines: what is wrong is told, what is fine is passed in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.codec import encode_value
from steno.format.decode import decode
from steno.format.entry import Place, UnknownEntry
from steno.format.finding import KINDS
from steno.format.validate import MOST_WRONG_SHAPES, check

if TYPE_CHECKING:
    from pathlib import Path

STAMP = "2026-11-15T10:00:00.000Z"
USER: dict[str, Any] = {
    "type": "user", "uuid": "u1", "timestamp": STAMP, "isSidechain": False,
    "message": {"role": "user", "content": "hi"},
}  # fmt: skip
REPLY: dict[str, Any] = {
    "type": "assistant", "uuid": "u2", "timestamp": STAMP,
    "message": {"role": "assistant", "id": "m", "model": "x", "content": []},
}  # fmt: skip


def codes(raw: bytes | dict[str, Any]) -> list[str]:
    """Give the codes of a line's findings."""
    line = raw if isinstance(raw, bytes) else encode_value(raw) + b"\n"
    return [finding.code for finding in check(decode(line, line=3))]


def without(body: dict[str, Any], *path: str) -> dict[str, Any]:
    """Give the body without the value at a path."""
    key, *rest = path
    if rest:
        return {**body, key: without(body[key], *rest)}
    return {name: value for name, value in body.items() if name != key}


@pytest.mark.parametrize("body", [USER, REPLY, {"type": "mode", "mode": "normal"}])
def test_sound_line_has_no_findings(body: dict[str, Any]) -> None:
    """A clean line is passed in silence."""
    assert codes(body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (without(USER, "uuid"), "no-uuid"),
        ({**USER, "uuid": ""}, "no-uuid"),
        (without(REPLY, "uuid"), "no-uuid"),
        (without(USER, "timestamp"), "no-timestamp"),
        ({**USER, "timestamp": "yesterday"}, "no-timestamp"),
        ({**USER, "timestamp": 1768474800000}, "no-timestamp"),
        (without(REPLY, "message", "id"), "no-message-id"),
        (without(REPLY, "message", "model"), "no-model"),
        ({**REPLY, "message": {**REPLY["message"], "content": "hi"}}, "string-content"),
        ({**REPLY, "message": {**REPLY["message"], "content": ""}}, "string-content"),
        (without(USER, "type"), "no-type"),
        ({"x": 1}, "no-type"),
        ({"type": 5}, "no-type"),
    ],
)
def test_each_fault_has_its_finding(body: dict[str, Any], code: str) -> None:
    """What makes a client stumble is told once, by its own code."""
    assert [found for found in codes(body) if found != "wrong-shape"] == [code]


def test_finding_carries_its_line_and_what_mends_it() -> None:
    """A finding says where, how bad and what to do."""
    (found,) = check(decode(encode_value(without(USER, "uuid")), line=12))
    assert (found.line, found.severity) == (12, "warning")
    assert found.message == KINDS["no-uuid"].meaning
    assert found.fix == KINDS["no-uuid"].fix


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_sub_agents_and_loose_lines_need_no_ids(role: str) -> None:
    """Nothing is resumed from them, so nothing is missing."""
    assert codes({"type": role, "isSidechain": True, "message": {"content": "x"}}) == []
    assert codes({"type": "last-prompt"}) == codes({"type": "system"}) == []


def test_made_up_reply_needs_no_message_id() -> None:
    """A ``<synthetic>`` line never came from the API."""
    body = {**REPLY, "message": {"model": "<synthetic>", "content": []}}
    assert codes(body) == []


def test_reply_without_a_message_lacks_both_of_its_names() -> None:
    """Top-level content of an assistant line is a string at most."""
    body = {"type": "assistant", "uuid": "u", "timestamp": STAMP, "content": "hi"}
    assert codes(body) == ["no-message-id", "no-model", "string-content"]
    assert codes(without(body, "content")) == ["no-message-id", "no-model"]


def test_role_is_named_where_there_is_no_type() -> None:
    """The finding says what the line was taken for."""
    (found,) = check(decode(encode_value(without(USER, "type"))))
    assert found.message == "No type; its role says user."


def test_wrong_shapes_are_named_by_their_path() -> None:
    """A value of another kind is told with its place, at any depth."""
    body = {**REPLY, "cwd": 5, "message": {**REPLY["message"], "usage": {"input_tokens": "many"}}}
    messages = [found.message for found in check(decode(encode_value(body)))]
    assert messages == [
        "cwd is integer, not string.",
        "message.usage.input_tokens is string, not integer.",
    ]


def test_time_that_is_no_string_is_told_once() -> None:
    """The missing time says it all; only a time found elsewhere leaves the odd one worth a word."""
    assert codes({**USER, "timestamp": 5}) == ["no-timestamp"]
    elsewhere = {**USER, "timestamp": 5, "message": {"content": "x", "timestamp": STAMP}}
    assert codes(elsewhere) == ["wrong-shape"]


def test_rubbish_gives_a_bounded_number_of_findings() -> None:
    """A line of nothing but wrong shapes is not worth a page."""
    blocks = [{"type": "text", "text": 5} for _ in range(100)]
    found = codes({**USER, "message": {"role": "user", "content": blocks}})
    assert found == ["wrong-shape"] * MOST_WRONG_SHAPES


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"no json\n", ["bad-line"]),
        (b"[1]\n", ["bad-line"]),
        (b'{"type":"user","uu', ["torn-line"]),
        (b"\x00\x00\x00\n", ["nul-bytes"]),
        (b"\n", ["blank-line"]),
        (b'{"type":"mode","x":NaN}\n', ["loose-json"]),
        (b'{"type":"mode"}\r\n', []),
        (b'\xef\xbb\xbf{"type":"mode"}\n', []),
        (b'{"type":"mode","mode":"\xc4\xe3"}\n', ["not-utf8"]),
        (b'{"type":"mode"}{"type":"mode"}\n', ["glued-line"]),
        (b'{"type":"mode"}{"type":"user","is', ["glued-line", "torn-line"]),
        (b'{"type":"user","is{"type":"mode"}\n', ["glued-line", "torn-line"]),
        (b'\x00\x00{"type":"mode"}\n', ["nul-bytes"]),
        (b'\x00{"type":"mode"}{"type":"mode"}\n', ["glued-line", "nul-bytes"]),
        (
            b'{"type":"mode","mode":5}{"x":NaN}\n',
            ["glued-line", "wrong-shape", "loose-json", "no-type"],
        ),
        (b'{"type":"mode","mode":"\xc4\xe3"}{"type":"mode"}\n', ["not-utf8", "glued-line"]),
    ],
)
def test_odd_bytes_are_told(raw: bytes, expected: list[str]) -> None:
    """Damage is told once per line, then per piece; CR LF and a BOM are matters of the file."""
    assert codes(raw) == expected


def test_deep_nesting_is_told_and_is_no_wrong_shape() -> None:
    """What is too deep to decode is kept as bytes, and only that is told."""
    deep = b'{"type":"mode","mode":' + b"[" * 3000 + b"]" * 3000 + b"}\n"
    assert "too-deep" in codes(deep)


def test_encoding_is_named() -> None:
    """The finding says as what the bytes were read."""
    (found,) = check(decode(b'{"type":"mode","mode":"\xc4\xe3"}\n'))
    assert found.message == "Not UTF-8; read as gb18030."


def test_huge_line_is_told() -> None:
    """A line that was skimmed says so."""
    place = Place(b"", line=2, marks=frozenset({"huge-line"}))
    (found,) = check(UnknownEntry({"type": "x"}, place))
    assert (found.code, found.line) == ("huge-line", 2)


@given(
    st.binary(max_size=60) | st.text(alphabet='{}[]":,typeuser01nul\\', max_size=80).map(str.encode)
)
def test_no_bytes_make_checking_fail(raw: bytes) -> None:
    """Whatever a line holds, its findings are of the catalogue."""
    for found in check(decode(raw, line=1)):
        assert found.code in KINDS
        assert found.line == 1


def test_corpus_is_clean_but_for_its_one_glued_line(corpus: Path) -> None:
    """Real sessions of all versions give no false alarm."""
    found = {
        (path.name, finding.line, finding.code)
        for path in sorted(corpus.rglob("*.jsonl"))
        for number, raw in enumerate(path.read_bytes().split(b"\n"), 1)
        if raw
        for finding in check(decode(raw + b"\n", line=number))
    }
    assert found == {("130d7b7e-5801-4345-9bd6-f32fd9b8429b.jsonl", 128, "glued-line")}
