"""Options of a command taken apart by a list: whatever the list does not know is not understood."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from steno.client.permissions.word import Word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TAKES: Final = ":@"
_NUMBER: Final = re.compile(r"-\d+")


@dataclass(frozen=True, slots=True)
class Given:
    """An option as it was given."""

    name: str
    """With its dashes, as the list has it."""
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """The words of a command, told apart."""

    operands: tuple[Word, ...]
    options: tuple[Given, ...]
    files: tuple[Word, ...]
    """Values of options that name files."""

    def values(self, *names: str) -> list[str]:
        """Give the values of some options, in order."""
        return [one.value or "" for one in self.options if one.name in names]

    def has(self, *names: str) -> bool:
        """Say whether one of some options was given."""
        return any(one.name in names for one in self.options)


def is_beginning(text: str, long: str, other: str = "") -> bool:
    """Say whether a word begins the name of a long option, as programs allow to shorten them.

    ``other`` are names in full that begin one of the names and stand for themselves.
    """
    name = text[2:].partition("=")[0]
    if not text.startswith("--") or not name or name in other.split():
        return False
    return any(full.startswith(name) for full in long.split())


def has_letter(text: str, letters: str) -> bool:
    """Say whether a word has one of some short options, alone or among others."""
    return re.match(rf"-[a-zA-Z0-9]*[{letters}]", text) is not None


@lru_cache(maxsize=256)
def listed(text: str) -> Mapping[str, str]:
    """Read a list of options, parted by blanks: what may stand behind each one.

    ``-n`` and ``--name`` have no value, ``-n:`` has one and ``-n@`` names a file with it, in the
    same word or the next; ``-n?`` and ``--name?`` may have one in the same word. ``-#`` stands
    for any number, and ``-abc`` for all of its letters. Long names count in full only: which
    beginnings a program takes depends on all of its options.
    """
    found: dict[str, str] = {}
    for entry in text.split():
        kind = entry[-1] if entry[-1] in ":@?" else ""
        name = entry.rstrip(":@?")
        if name.startswith("--"):
            found[name] = kind
        else:
            found |= {f"-{letter}": kind for letter in name[1:]}
    return found


def parsed(known: Mapping[str, str], words: Sequence[Word]) -> Parsed | None:
    """Tell options from operands; None where one is not in the list, or may be any."""
    return _Parse(known, words).run()


class _Parse:
    """One go through the words of a command."""

    def __init__(self, known: Mapping[str, str], words: Sequence[Word]) -> None:
        self._known = known
        self._words = list(words)
        self._at = 0
        self._options: list[Given] = []
        self._files: list[Word] = []
        self._operands: list[Word] = []

    def run(self) -> Parsed | None:
        while self._at < len(self._words):
            word = self._words[self._at]
            self._at += 1
            if word.text == "--":
                self._operands += self._words[self._at :]
                break
            if not word.text.startswith("-") or word.text == "-":
                self._operands.append(word)
            elif word.wild or not self._option(word.text):
                return None
        return Parsed(tuple(self._operands), tuple(self._options), tuple(self._files))

    def _option(self, text: str) -> bool:
        if text.startswith("--"):
            return self._long(text)
        if _NUMBER.fullmatch(text) and "-#" in self._known:
            return True
        return self._short(text)

    def _long(self, text: str) -> bool:
        name, sign, value = text.partition("=")
        kind = self._known.get(name)
        if kind is None or (sign and not kind):
            return False
        if kind and kind in _TAKES:
            return self._take(name, kind, value if sign else None)
        self._options.append(Given(name, value if sign else None))
        return True

    def _short(self, text: str) -> bool:
        for at in range(1, len(text)):
            name, rest = f"-{text[at]}", text[at + 1 :]
            kind = self._known.get(name)
            if kind is None:
                return False
            if kind == "":
                self._options.append(Given(name))
            elif kind == "?":
                self._options.append(Given(name, rest))
                return True
            else:
                return self._take(name, kind, rest or None)
        return True

    def _take(self, name: str, kind: str, value: str | None) -> bool:
        """Take the value of an option, from the next word where it has none of its own."""
        if value is None:
            word = self._next()
            if word is None:
                return False
        else:
            word = Word(value, value)
        self._options.append(Given(name, word.text))
        if kind == "@":
            self._files.append(word)
        return True

    def _next(self) -> Word | None:
        """Give the next word as a value; one that may be options where systems differ is none."""
        word = self._words[self._at] if self._at < len(self._words) else None
        if word is None or word.wild or re.match(r"-\D", word.text):
            return None
        self._at += 1
        return word
