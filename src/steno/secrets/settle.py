"""Makes one hit of those that overlap, and leaves out what is allowed or was redacted before."""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING, Final

from steno.secrets.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLACEHOLDER: Final = re.compile(r"\[REDACTED:[a-z0-9-]{1,64}:[0-9]{1,9}\]")
"""What stands in the place of a secret."""
_REST: Final = 8
"""Characters beside a placeholder that may still be part of a secret."""


class Allowed:
    """What is never reported: secrets by their text, in which ``*`` and ``?`` stand for others."""

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        """Take the patterns; each has to match the whole secret."""
        given = [pattern for pattern in patterns if pattern]
        self._plain = frozenset(given)
        self._patterns = [re.compile(translate(each)) for each in given if set(each) & set("*?[")]

    def __contains__(self, secret: str) -> bool:
        """Say whether a secret is allowed."""
        return secret in self._plain or any(each.match(secret) for each in self._patterns)


def settled(text: str, hits: Iterable[Hit], allowed: Allowed) -> list[Hit]:
    """Give hits that do not overlap, in the order of the text.

    Where several meet, all that they cover is one secret, and the weightiest rule names it.
    """
    kept = sorted(_wanted(text, hits, allowed), key=lambda hit: (hit.start, -hit.end))
    found: list[Hit] = []
    for hit in kept:
        if found and hit.start < found[-1].end:
            found[-1] = _joined(found[-1], hit)
        else:
            found.append(hit)
    return found


def _wanted(text: str, hits: Iterable[Hit], allowed: Allowed) -> Iterator[Hit]:
    for hit in hits:
        secret = text[hit.start : hit.end]
        if "[REDACTED:" in text[max(0, hit.start - _REST) : hit.end] and _is_redacted(text, hit):
            continue
        if secret not in allowed:
            yield hit


def _is_redacted(text: str, hit: Hit) -> bool:
    """Say whether nothing but a placeholder (and a little around it) was hit."""
    longest = 96
    window = text[max(0, hit.start - longest) : hit.end + longest]
    shift = max(0, hit.start - longest)
    left = hit.end - hit.start
    for found in PLACEHOLDER.finditer(window):
        start, end = found.start() + shift, found.end() + shift
        left -= max(0, min(end, hit.end) - max(start, hit.start))
    return left < min(_REST, hit.end - hit.start)


def _joined(one: Hit, other: Hit) -> Hit:
    weightier = max(one, other, key=lambda hit: (hit.rule.weight, hit.end - hit.start))
    return Hit(weightier.rule, one.start, max(one.end, other.end))
