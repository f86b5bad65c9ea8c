"""Lines that hold more or less than one record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format import glue, spans
from steno.format.codec import encode_value
from steno.format.spans import scan_value

TYPES = {"user", "assistant", "progress"}
RECORD = b'{"type":"user","uuid":"u1"}'
NESTED = b'{"type":"assistant","message":{"content":[{"type":"text","text":"a"}],"us'


def shape(raw: bytes) -> list[tuple[bytes, bool]]:
    """Give the pieces as bytes."""
    return [(raw[piece.start : piece.end], piece.is_object) for piece in glue.split(raw, TYPES)]


@given(st.binary(max_size=80), st.binary(max_size=20))
def test_the_pieces_cover_every_byte_once(before: bytes, behind: bytes) -> None:
    """Nothing is lost between them."""
    raw = before + RECORD + behind + RECORD
    assert b"".join(raw[piece.start : piece.end] for piece in glue.split(raw, TYPES)) == raw


def test_two_records_are_taken_apart() -> None:
    """The usual case: a newline is missing."""
    assert shape(RECORD + RECORD) == [(RECORD, True), (RECORD, True)]
    assert shape(RECORD + b" " + RECORD) == [(RECORD + b" ", True), (RECORD, True)]


def test_a_torn_record_before_a_whole_one_is_a_fragment() -> None:
    """An object inside the fragment is not taken for a record."""
    assert shape(NESTED + RECORD) == [(NESTED, False), (RECORD, True)]


def test_a_torn_record_alone_gives_nothing() -> None:
    """Blocks within it are no records."""
    assert shape(NESTED) == [(NESTED, False)]


def test_garbage_behind_a_record_is_a_fragment() -> None:
    """The record is saved."""
    assert shape(RECORD + b"junk") == [(RECORD, True), (b"junk", False)]


def test_no_part_of_a_torn_record_is_taken_for_a_record() -> None:
    """Cut a rich line at every byte: alone it holds none, before another line that one."""
    line = encode_value(
        {
            "type": "progress",
            "sessionId": "s",
            "data": {
                "type": "agent_progress",
                "message": {
                    "type": "user",
                    "uuid": "i",
                    "message": {"content": "x", "role": "user"},
                },
            },
            "message": {"content": [{"type": "text", "text": "a"}, {"type": "user", "x": {}}]},
        }
    )
    whole = encode_value({"type": "user", "uuid": "u", "sessionId": "s"})
    for cut in range(1, len(line)):
        assert shape(line[:cut]) == [(line[:cut], False)]
        assert shape(line[:cut] + whole)[-1] == (whole, True)
        assert sum(is_object for _, is_object in shape(line[:cut] + whole)) == 1


@pytest.mark.parametrize(
    "hostile",
    [b"x" + b'{"type":1}' * 500 + b"y", b'{"type":' * 500, b'{"type":"a","content":[' * 500],
)
def test_the_search_is_bounded(hostile: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line full of beginnings does not cost its square."""
    read = 0

    def counting(raw: bytes, start: int) -> tuple[int, int]:
        nonlocal read
        stop, state = scan_value(raw, start)
        read += stop - start
        return stop, state

    monkeypatch.setattr(spans, "scan_value", counting)
    assert shape(hostile) == [(hostile, False)]
    assert read <= (glue.BUDGET + 3) * len(hostile)


def test_nul_runs_are_recognised() -> None:
    """Only where there is nothing else."""
    assert glue.is_only_nul(b"\x00\x00 \n")
    assert not glue.is_only_nul(b" \n")
    assert not glue.is_only_nul(b"\x00a")
