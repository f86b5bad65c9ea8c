"""Finds secrets in a text, and in every string of a decoded entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steno.secrets.anchored import find_anchored
from steno.secrets.assignments import find_assigned
from steno.secrets.commands import find_commands
from steno.secrets.escapes import moved, unescaped
from steno.secrets.fields import Path, Strings
from steno.secrets.key_blocks import find_blocks
from steno.secrets.own_patterns import OwnPattern, own_patterns
from steno.secrets.rule import Hit, Rule
from steno.secrets.settle import Allowed, settled
from steno.secrets.tokens import find_tokens, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.config import Config


@dataclass(frozen=True, slots=True)
class FieldHit:
    """A secret in a JSON value: the string that it stands in, and the stretch of that string."""

    rule: Rule
    path: Path
    in_key: bool
    """Whether the last step of the path itself is the string, not what it leads to."""
    start: int
    end: int
    secret: str


class Scanner:
    """Finds secrets by the rules, and by patterns of the user's own."""

    def __init__(
        self, allow: Iterable[str] = (), patterns: Mapping[str, str] | None = None
    ) -> None:
        """Take what is never reported, and more patterns by name (ConfigError if one is wrong)."""
        self._allowed = Allowed(allow)
        self._own: tuple[OwnPattern, ...] = own_patterns(patterns or {})

    @classmethod
    def configured(
        cls,
        config: Config,
        allow: Iterable[str] = (),
        patterns: Mapping[str, str] | None = None,
    ) -> Scanner:
        """Take what the configuration says, and what the user adds to it for this time."""
        own = {**(config.get("secrets.patterns") or {}), **(patterns or {})}
        return cls([*(config.get("secrets.allow") or ()), *allow], own)

    def find(self, text: str) -> list[Hit]:
        """Find all secrets of a text, in its order; they do not overlap."""
        hits = [*_by_rules(text), *self._by_own(text, 0)]
        for start, view in unescaped(text):
            inner = (*_by_rules(view.text), *self._by_own(view.text, 0))
            hits += (moved(hit, view, start) for hit in inner)
        return settled(text, hits, self._allowed) if hits else []

    def find_in(self, value: Any) -> list[FieldHit]:
        """Find all secrets in the strings and keys of a JSON value, at any depth.

        Signatures, pictures and the ids of an entry are passed over.
        """
        strings = Strings(value)
        text = strings.text
        hits = list(_by_rules(text))
        for start, view in unescaped(text):
            hits += (moved(hit, view, start) for hit in _by_rules(view.text))
        if self._own:
            for start, piece in strings.pieces():
                hits.extend(self._by_own(piece, start))
        if not hits:
            return []
        return list(_located(strings, text, settled(text, hits, self._allowed)))

    def strings_of(self, value: Any) -> Iterator[tuple[Path, bool, str]]:
        """Give every string that is looked at: its path, whether it is a key, and its text."""
        strings = Strings(value, all_keys=True)
        for start, text in strings.pieces():
            place = strings.locate(start, start + len(text))
            if place is not None:
                yield place[0], place[1], text

    def _by_own(self, text: str, shift: int) -> Iterator[Hit]:
        for own in self._own:
            for hit in own.find(text):
                yield Hit(hit.rule, hit.start + shift, hit.end + shift)


def _by_rules(text: str) -> Iterator[Hit]:
    # One byte for each character, so that places in the bytes are places in the text.
    plain = text.encode("ascii", "replace")
    runs, small = runs_of(plain), plain.lower()
    yield from find_tokens(text, plain, runs)
    yield from find_anchored(text, small)
    yield from find_blocks(text, small)
    yield from find_commands(text, small)
    yield from find_assigned(text, small, runs)


def _located(strings: Strings, text: str, hits: Iterable[Hit]) -> Iterator[FieldHit]:
    for hit in hits:
        place = strings.locate(hit.start, hit.end)
        if place is not None:
            path, in_key, start = place
            end = start + hit.end - hit.start
            secret = text[hit.start : hit.end]
            yield FieldHit(hit.rule, path, in_key, start, end, secret)
