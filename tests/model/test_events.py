"""Server-sent events out of pieces."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.model.events import LONGEST, events

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.lists(st.dictionaries(TEXTS, TEXTS, max_size=3), max_size=4)


def pieces(raw: bytes, cuts: list[int]) -> list[bytes]:
    """Cut bytes into pieces."""
    places = [0, *sorted(cut % (len(raw) + 1) for cut in cuts), len(raw)]
    return [raw[a:b] for a, b in pairwise(places)]


@given(VALUES, st.lists(st.integers(0, 10_000), max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_pieces_do_not_matter(values: list[dict[str, Any]], cuts: list[int], end: str) -> None:
    """Nor do ends of line, nor separators that are none, such as U+2028 and U+0085."""
    raw = "".join(
        f"event: x{end}data: {json.dumps(value, ensure_ascii=False)}{end}{end}" for value in values
    ).encode()
    assert list(events(pieces(raw, cuts))) == values


def test_what_is_no_object_is_passed_over() -> None:
    """So are comments and names; several lines of data are one event."""
    raw = b': hello\n\nevent: a\ndata: 3\n\ndata: {"a":\ndata:1}\nid: 7\n\ndata: {"half": 1}\n'
    assert list(events([raw])) == [{"a": 1}]


def test_carriage_returns_alone_end_lines() -> None:
    """As the standard has it."""
    assert list(events([b'data: {"a":1}\r\rdata: {"b":2}\r\r\n'])) == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    "raw",
    [
        [b"data: {no\n\n"],
        [b"x" * (LONGEST // 2)] * 3,
        [b"data: " + b"x" * (LONGEST // 2) + b"\n"] * 3,
    ],
    ids=["no JSON", "long line", "long event"],
)
def test_what_cannot_be_read_is_an_error(raw: list[bytes]) -> None:
    """Also what would fill the memory."""
    with pytest.raises(ValueError, match="of it is"):
        list(events(raw))
