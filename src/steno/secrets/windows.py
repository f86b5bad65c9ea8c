"""Texts of any length, looked at in windows that overlap: memory is bounded, no secret divided."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WINDOW: Final = 4 << 20
"""Characters that are dealt with at once."""
AHEAD: Final = 1 << 16
"""Characters behind them that are looked at, too: no rule looks further."""
BEFORE: Final = 1 << 13
"""Characters before them that are looked at again, for the names of values and programs."""


@dataclass(slots=True)
class Window:
    """A stretch of a text, and which part of it is dealt with now."""

    text: str
    start: int
    end: int
    """May be put further back by who looks at it, so that nothing found there is divided."""

    @property
    def part(self) -> str:
        """What is dealt with."""
        return self.text[self.start : self.end]


def windows(pieces: Iterable[bytes], size: int | None = None) -> Iterator[Window]:
    """Cut the bytes of a text into windows; what is no UTF-8 can be put back as it was."""
    size = WINDOW if size is None else size
    source = _decoded(pieces)
    before = text = ""
    is_more = True
    while is_more or text:
        while is_more and len(text) < size + AHEAD:
            piece = next(source, None)
            is_more, text = piece is not None, text + (piece or "")
        ahead = AHEAD if is_more else 0
        window = Window(before + text, len(before), len(before) + len(text) - ahead)
        yield window
        text = window.text[window.end :]
        before = window.text[max(0, window.end - BEFORE) : window.end]


def _decoded(pieces: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for piece in pieces:
        yield decoder.decode(piece)
    yield decoder.decode(b"", final=True)
