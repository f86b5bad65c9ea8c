"""A text as it reads once its JSON escapes are undone, and the way back to it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

from steno.secrets.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

_ESCAPED: Final = re.compile(r"\\{1,3}(?:u00(?P<code>[2-7][0-9A-Fa-f]|0[9AaDd])|/)")
"""A character of ASCII as its number, or a stroke, at any depth of strings in strings."""

_AROUND: Final = 300
"""Characters around an escape that may belong to the same secret, or be its name."""
_GAP: Final = re.compile(r"[\s\x00]")


@dataclass(frozen=True, slots=True)
class Unescaped:
    """A text without escapes, and where its pieces stood."""

    text: str
    views: tuple[int, ...]
    """Where in this text each piece begins."""
    places: tuple[int, ...]
    """Where in the text with escapes it does."""

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Say which stretch of the text with escapes a stretch of this one comes from."""
        return self._place(start), self._place(end - 1, after=True)

    def _place(self, place: int, *, after: bool = False) -> int:
        number = bisect_right(self.views, place) - 1
        inside = place - self.views[number] + after
        # Every other piece is one escape, of which nothing is left behind.
        is_escape = number % 2 == 1
        if is_escape:
            return self.places[number + 1] if after else self.places[number]
        return self.places[number] + inside


def without_escapes(text: str) -> str:
    """Undo all escapes of a text."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    return chr(int(found["code"], 16)) if found["code"] else "/"


def moved(hit: Hit, view: Unescaped, shift: int) -> Hit:
    """Give a hit of a stretch without escapes its place in the text."""
    start, end = view.origin(hit.start, hit.end)
    return Hit(hit.rule, start + shift, end + shift)


def unescaped(text: str) -> Iterator[tuple[int, Unescaped]]:
    """Give the stretches of a text around its escapes, without them, and where each begins."""
    if "\\" not in text:
        return
    near: list[re.Match[str]] = []
    for found in _ESCAPED.finditer(text):
        if near and found.start() - near[-1].end() > 2 * _AROUND:
            yield _stretch(text, near)
            near = []
        near.append(found)
    if near:
        yield _stretch(text, near)


def _stretch(text: str, near: list[re.Match[str]]) -> tuple[int, Unescaped]:
    first, last = near[0].start(), near[-1].end()
    # From a gap to a gap, lest the half of a word be taken for a whole one.
    before = _GAP.search(text, max(0, first - 2 * _AROUND), max(0, first - _AROUND))
    start = before.end() if before is not None else max(0, first - 2 * _AROUND)
    behind = _GAP.search(text, last + _AROUND, last + 2 * _AROUND)
    end = behind.start() if behind is not None else min(len(text), last + 2 * _AROUND)
    bounds = [start, *(place for each in near for place in each.span()), end]
    pieces = [text[begin:stop] for begin, stop in pairwise(bounds)]
    for number, each in enumerate(near):
        pieces[2 * number + 1] = _character(each)
    views = tuple(accumulate(map(len, pieces[:-1]), initial=0))
    places = tuple(bound - start for bound in bounds)
    return start, Unescaped("".join(pieces), views, places)
