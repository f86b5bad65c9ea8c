"""Fast projections agree with the full decoding."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steno.format.decode import decode
from steno.format.entry import parse_time
from steno.format.scan import (
    CacheCreationScan,
    LineScan,
    MessageScan,
    ServerToolScan,
    TypeScan,
    UsageScan,
    scan_block,
    scan_entry,
)

if TYPE_CHECKING:
    from pathlib import Path

ANY = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
TAGS = st.sampled_from(["user", "assistant", "system", "progress", "attachment", "x"])
TOKENS = st.integers(0, 10**6) | st.floats(0, 10) | st.none() | st.text(max_size=3)
USAGE = st.fixed_dictionaries(
    {},
    optional={
        "input_tokens": TOKENS,
        "output_tokens": TOKENS,
        "cache_creation": st.fixed_dictionaries({"ephemeral_1h_input_tokens": TOKENS}) | ANY,
        "server_tool_use": st.fixed_dictionaries({"web_search_requests": TOKENS}) | ANY,
        "speed": st.text() | ANY,
        "inference_geo": st.text() | ANY,
        "service_tier": st.text(),
    },
)
BLOCK = st.fixed_dictionaries({"type": TAGS | ANY, "text": st.text()}) | ANY
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text() | ANY,
        "role": TAGS,
        "model": st.text() | ANY,
        "content": st.text() | st.lists(BLOCK, max_size=3) | ANY,
        "usage": USAGE | ANY,
        "stop_reason": st.text() | st.none(),
        "timestamp": ANY | st.just("2026-01-01T00:00:00Z"),
    },
)
BODY = st.fixed_dictionaries(
    {},
    optional={
        "type": TAGS | ANY,
        "subtype": st.text() | ANY,
        "timestamp": st.text() | ANY | st.just("2026-01-02T00:00:00Z"),
        "version": st.text() | ANY,
        "message": MESSAGE | ANY,
        "attachment": st.fixed_dictionaries({"type": TAGS | ANY}) | ANY,
        "data": st.fixed_dictionaries({"type": TAGS | ANY}) | ANY,
        "content": st.text() | st.lists(BLOCK, max_size=2),
        "role": TAGS | ANY,
        "customTitle": st.text() | ANY,
        "other": st.text() | st.lists(st.text()),
    },
)


@given(st.lists(BODY, min_size=1, max_size=5), st.booleans())
@example([{"message": {"usage": {"output_tokens": 1.0}}}], False)
@example([{"message": {"usage": {"output_tokens": 2**70}}}], False)
@example([{"type": "\ud800"}], True)
def test_block_scan_agrees_with_decode(bodies: list[dict[str, Any]], ascii_only: bool) -> None:
    """Where the fast way gives rows at all, they are those of the decoded entries."""
    lines = [
        json.dumps(body, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass") + b"\n"
        for body in bodies
    ]
    entries = [decode(line) for line in lines]
    rows = scan_block(b"".join(lines))
    assert rows is None or rows == [scan_entry(entry) for entry in entries]
    for entry, row in zip(entries, map(scan_entry, entries), strict=True):
        assert row.kind == entry.type
        assert parse_time(row.time or "") == entry.time


@given(st.binary(max_size=120))
def test_any_block_gives_rows_or_none(block: bytes) -> None:
    """Nothing else, and as many rows as lines."""
    rows = scan_block(block)
    assert rows is None or len(rows) == block.count(b"\n")


@pytest.mark.parametrize(
    "block",
    [
        b'{"a":1}',
        b'{"a":1}{"b":2}\n',
        b'{"a":\n1}\n{"b":2}{"c":3}\n',
        b'{"a":1}\n\n{"b":2}\n',
        b'{"a":1}\r\n',
        b'{"type":"user","x":"\xff"}\n',
        b'{"type":5}\n',
        b'{"type":"user","x":NaN}\n',
        b'{"x":' + b"[" * 5000 + b"]" * 5000 + b"}\n",
        b"[]\n",
        b"\xef\xbb\xbf{}\n",
        b'{"a":1}\n{"b":2',
    ],
)
def test_unusual_blocks_need_a_closer_look(block: bytes) -> None:
    """Glued, torn, blank, foreign, misshapen, deep: the fast way declines."""
    assert scan_block(block) is None


def test_every_needed_field_is_projected() -> None:
    """By the fast way and by the careful one alike."""
    body = {
        "type": "assistant",
        "subtype": "s",
        "timestamp": "t",
        "version": "v",
        "customTitle": "c",
        "aiTitle": "a",
        "summary": "m",
        "message": {
            "id": "i",
            "role": "assistant",
            "model": "m",
            "stop_reason": "end_turn",
            "timestamp": "u",
            "content": [{"type": "text", "text": "x"}, {"type": "tool_use"}],
            "usage": {
                "input_tokens": 1,
                "output_tokens": 2,
                "cache_creation_input_tokens": 3,
                "cache_read_input_tokens": 4,
                "cache_creation": {"ephemeral_5m_input_tokens": 5, "ephemeral_1h_input_tokens": 6},
                "server_tool_use": {"web_search_requests": 7, "web_fetch_requests": 8},
                "speed": "fast",
                "inference_geo": "us",
            },
        },
        "attachment": {"type": "file"},
        "data": {"type": "bash_progress"},
        "content": "top",
    }
    line = json.dumps(body).encode() + b"\n"
    expected = LineScan(
        type="assistant",
        subtype="s",
        timestamp="t",
        version="v",
        custom_title="c",
        ai_title="a",
        summary="m",
        message=MessageScan(
            id="i",
            role="assistant",
            model="m",
            stop_reason="end_turn",
            timestamp="u",
            content=[TypeScan("text"), TypeScan("tool_use")],
            usage=UsageScan(1, 2, 3, 4, CacheCreationScan(5, 6), ServerToolScan(7), "fast", "us"),
        ),
        attachment=TypeScan("file"),
        data=TypeScan("bash_progress"),
        content="top",
    )
    assert scan_block(line) == [expected]
    assert scan_entry(decode(line)) == expected


def test_kind_time_and_blocks_are_found_wherever_they_stand() -> None:
    """As the five specs put them."""
    old = LineScan(message=MessageScan(role="assistant", timestamp="t", content=[TypeScan("text")]))
    assert (old.kind, old.time, old.blocks) == ("assistant", "t", [TypeScan("text")])
    top = LineScan(type="user", timestamp="s", content=[TypeScan("tool_result")])
    assert (top.kind, top.time, top.blocks) == ("user", "s", [TypeScan("tool_result")])
    assert LineScan(content="text").blocks == []
    assert (LineScan().kind, LineScan().time) == (None, None)


def test_the_corpus_scans_as_it_decodes(corpus: Path) -> None:
    """Every line of every real file."""
    for path in sorted(corpus.rglob("*.jsonl")):
        for raw in path.read_bytes().split(b"\n"):
            line = raw + b"\n"
            rows = scan_block(line)
            assert rows is None or rows == [scan_entry(decode(line))]
