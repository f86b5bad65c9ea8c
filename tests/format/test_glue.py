"""Lines that hold more or less than one record."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.format import glue
from steno.format.glue import Piece

RECORD = b'{"type":"user","uuid":"u1"}'
NESTED = b'{"type":"assistant","message":{"content":[{"type":"text","text":"a"}],"us'


def shape(raw: bytes) -> list[tuple[bytes, bool]]:
    """Give the pieces as bytes."""
    return [(raw[piece.start : piece.end], piece.is_object) for piece in glue.split(raw)]


@given(st.binary(max_size=80), st.binary(max_size=20))
def test_the_pieces_cover_every_byte_once(before: bytes, behind: bytes) -> None:
    """Nothing is lost between them."""
    raw = before + RECORD + behind + RECORD
    assert b"".join(raw[piece.start : piece.end] for piece in glue.split(raw)) == raw


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


def test_the_search_is_bounded() -> None:
    """A line full of beginnings does not cost its square."""
    hostile = b'{"type":' * (glue.MOST_ATTEMPTS + 10)
    assert glue.split(hostile) == [Piece(0, len(hostile), is_object=False)]
    assert shape(hostile + RECORD) == [(hostile + RECORD, False)]


def test_nul_runs_are_recognised() -> None:
    """Only where there is nothing else."""
    assert glue.is_only_nul(b"\x00\x00 \n")
    assert not glue.is_only_nul(b" \n")
    assert not glue.is_only_nul(b"\x00a")
