"""Sequences that steer a terminal, taken out of a text."""

from __future__ import annotations

import pytest

from steno.view.sequences import without_sequences


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[31;1m", "\x1b[2K", "\x1b[?25l", "\x9b31m", "\x1b]0;title\x07", "\x1b]2;title\x1b\\",
        "\x1b]8;;http://x.example\x1b\\", "\x9d0;title\x9c", "\x1bPq\x1b\\", "\x1b_G1;AAAA\x1b\\",
        "\x1bc", "\x1b(0", "\x1b#8", "\x1b=", "\x1b7",
    ],
)  # fmt: skip
def test_sequences_leave_nothing_behind(sequence: str) -> None:
    """The words around them stay."""
    assert without_sequences(f"a{sequence}b{sequence}c") == "abc"


@pytest.mark.parametrize("text", ["plain [1m", "\x1b", "\x1b]0;no end\nmore", "\x07 \x08", "\x1b["])
def test_anything_else_stays(text: str) -> None:
    """Above all what only begins like a sequence: words may follow."""
    assert without_sequences(text) == text
