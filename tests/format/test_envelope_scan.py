"""The projection for loading gives the same by the fast way and by the careful one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steno.format.decode import decode
from steno.format.envelope_scan import EnvelopeScan, scan_envelope, scan_envelopes
from steno.format.scan import BareMessage, TypeScan, decode_plain_lines

if TYPE_CHECKING:
    from pathlib import Path

ANY = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
NESTED = st.recursive(
    ANY,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
TAGS = st.sampled_from(["user", "assistant", "system", "progress", "attachment", "tool_use", ""])
TYPED = st.fixed_dictionaries({}, optional={"type": TAGS | NESTED, "other": ANY})
CONTENT = st.text() | st.lists(TYPED | NESTED, max_size=3) | NESTED
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text() | NESTED,
        "role": TAGS | NESTED,
        "timestamp": st.text() | NESTED,
        "content": CONTENT,
    },
)
BODY = st.fixed_dictionaries(
    {},
    optional={
        "type": TAGS | NESTED,
        "role": TAGS | NESTED,
        "subtype": st.text() | NESTED,
        "uuid": st.text() | NESTED,
        "parentUuid": st.text() | NESTED,
        "timestamp": st.text() | NESTED,
        "isSidechain": st.booleans() | NESTED,
        "isMeta": st.booleans() | NESTED,
        "isCompactSummary": st.booleans() | NESTED,
        "message": MESSAGE | NESTED,
        "attachment": TYPED | NESTED,
        "data": TYPED | NESTED,
        "content": CONTENT,
        "other": NESTED,
    },
)


def as_line(body: dict[str, Any]) -> bytes:
    """Encode a body as a line."""
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def truth(scan: EnvelopeScan) -> EnvelopeScan:
    """Give a scan with plain truth values; what is absent is as good as false."""
    scan.is_sidechain = bool(scan.is_sidechain)
    scan.is_meta = bool(scan.is_meta)
    scan.is_compact_summary = bool(scan.is_compact_summary)
    scan.steno_emptied = bool(scan.steno_emptied)
    return scan


@given(st.lists(BODY, min_size=1, max_size=5))
@example([{"isSidechain": 0.0, "uuid": 5}])
@example([{"message": {"content": [1, {"type": 2}]}}])
def test_fast_way_agrees_with_the_careful_one(bodies: list[dict[str, Any]]) -> None:
    """Where the fast way gives rows at all, they are those of the decoded bodies."""
    lines = [as_line(body) for body in bodies]
    rows = decode_plain_lines(b"".join(lines), scan_envelopes)
    careful = [truth(scan_envelope(decode(line).body)) for line in lines]
    assert rows is None or [truth(row) for row in rows] == careful


def test_every_needed_field_is_projected() -> None:
    """By the fast way and by the careful one alike."""
    body = {
        "type": "assistant",
        "role": "r",
        "subtype": "s",
        "uuid": "u",
        "parentUuid": "p",
        "timestamp": "t",
        "isSidechain": True,
        "isMeta": True,
        "isCompactSummary": True,
        "stenoEmptied": True,
        "message": {
            "id": "m",
            "role": "assistant",
            "timestamp": "v",
            "content": [{"type": "text", "text": "x"}, {"type": "tool_use"}],
        },
        "attachment": {"type": "file"},
        "data": {"type": "bash_progress"},
        "content": "top",
    }
    expected = EnvelopeScan(
        type="assistant",
        role="r",
        subtype="s",
        uuid="u",
        parent_uuid="p",
        timestamp="t",
        is_sidechain=True,
        is_meta=True,
        is_compact_summary=True,
        steno_emptied=True,
        message=BareMessage("m", "assistant", "v", [TypeScan("text"), TypeScan("tool_use")]),
        attachment=TypeScan("file"),
        data=TypeScan("bash_progress"),
        content="top",
    )
    assert scan_envelopes(as_line(body)) == [expected]
    assert scan_envelope(body) == expected


def test_a_body_of_other_shapes_gives_nothing_of_them() -> None:
    """Where a text or an object belongs and another value stands, there is none."""
    body: dict[str, Any] = dict.fromkeys(("type", "uuid", "message", "attachment", "content"), 5)
    assert truth(scan_envelope(body)) == truth(EnvelopeScan())
    assert scan_envelope({"content": [1, {"type": "text"}]}).blocks == [
        TypeScan(),
        TypeScan("text"),
    ]


@pytest.mark.parametrize("value", [True, 1, -0.5, "false", [], {}])
def test_true_is_what_javascript_takes_for_true(value: object) -> None:
    """Also an empty list, and the text "false"."""
    assert scan_envelope({"isSidechain": value}).is_sidechain is True


@pytest.mark.parametrize("value", [None, False, 0, 0.0, -0.0, ""])
def test_false_is_what_javascript_takes_for_false(value: object) -> None:
    """Nothing, naught, and the empty text."""
    assert not scan_envelope({"isSidechain": value}).is_sidechain


def test_kind_is_the_type_or_the_role() -> None:
    """The role counts only where there is no type, and only if it is one of the two."""
    assert EnvelopeScan(type="zebra", role="user").kind == "zebra"
    assert EnvelopeScan(type="", role="user").kind == "user"
    assert EnvelopeScan(role="assistant", message=BareMessage(role="user")).kind == "user"
    assert EnvelopeScan(role="zebra").kind is None
    assert EnvelopeScan().kind is None


def test_time_is_that_of_the_line_or_of_its_message() -> None:
    """The line's own comes first, unless it is no time."""
    inner = BareMessage(timestamp="2026-01-02T00:00:00Z")
    own = "2026-01-01T00:00:00Z"
    assert EnvelopeScan(timestamp=own, message=inner).time == own
    assert EnvelopeScan(timestamp="soon", message=inner).time == inner.timestamp
    assert EnvelopeScan(message=inner).time == inner.timestamp
    assert EnvelopeScan(timestamp="soon", message=BareMessage()).time == "soon"
    assert EnvelopeScan().time is None


def test_detail_comes_from_where_the_type_has_it() -> None:
    """A key of another type's says nothing."""
    details = {"system": "s", "attachment": "file", "progress": "hook_progress", "zebra": "s"}
    for kind, detail in details.items():
        scan = EnvelopeScan(type=kind, subtype="s", attachment=TypeScan("file"))
        scan.data = TypeScan("hook_progress")
        assert scan.detail == detail
    assert EnvelopeScan(type="attachment", subtype="s").detail is None
    assert EnvelopeScan(type="progress", subtype="s").detail is None
    assert EnvelopeScan(type="system").detail is None


def test_blocks_are_those_of_the_message() -> None:
    """Of a line without a message they stand on the line itself; a text has none."""
    blocks = [TypeScan("text")]
    assert EnvelopeScan(message=BareMessage(content=blocks), content="x").blocks == blocks
    assert EnvelopeScan(content=blocks).blocks == blocks
    assert EnvelopeScan(message=BareMessage(content="x")).blocks == []


def test_the_corpus_scans_as_it_decodes(corpus: Path) -> None:
    """Every line of every real file."""
    for path in sorted(corpus.rglob("*.jsonl")):
        for raw in path.read_bytes().split(b"\n"):
            line = raw + b"\n"
            rows = decode_plain_lines(line, scan_envelopes)
            assert rows is None or truth(rows[0]) == truth(scan_envelope(decode(line).body))
