"""Ids of traces and spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from steno.trace.ids import span_id, trace_id

if TYPE_CHECKING:
    import pytest

SEEDS = st.lists(st.text(st.characters(), max_size=8), max_size=4)


@given(SEEDS, SEEDS)
def test_equal_seeds_alone_give_equal_ids(one: list[str], other: list[str]) -> None:
    """However the parts are cut, halves of characters included."""
    assert (span_id(*one) == span_id(*other)) is (one == other)
    assert (trace_id(*one) == trace_id(*other)) is (one == other)


def test_ids_have_the_length_of_the_wire() -> None:
    """16 bytes for a trace, 8 for a span; and they never change."""
    assert trace_id("message", "msg-1") == "7e07d5696f8e718f68bab44bda4ffa95"
    assert span_id("turn", "message", "msg-1") == "6f40cbedc71144d3"


def test_nothing_but_zeros_is_no_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """The convention forbids it."""

    class Zeros:
        def digest(self) -> bytes:
            return bytes(32)

    monkeypatch.setattr("steno.trace.ids.hashlib.sha256", lambda _: Zeros())
    assert (span_id("a"), trace_id("a")) == ("01" * 8, "01" * 16)
