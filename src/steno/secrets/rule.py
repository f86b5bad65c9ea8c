"""What a rule and a hit are: the kind of a secret, and where one stands in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Danger(StrEnum):
    """How sure and how bad a hit is."""

    HIGH = "high"
    """The form itself says what it is, and it opens something."""
    MEDIUM = "medium"
    """Only the name beside it says what it is."""
    LOW = "low"
    """Meant to be handed out, but seldom to everybody."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret."""

    name: str
    """What findings and placeholders call it: ``github-token``."""
    family: str
    """The service or the kind of thing that it opens: ``github``."""
    about: str
    severity: Danger = Danger.HIGH
    weight: int = 2
    """Where two rules find the same stretch, the heavier one names it."""


class Lazy:
    """A pattern that is compiled when it is first needed: most rules never are."""

    __slots__ = ("_compiled", "pattern")

    def __init__(self, pattern: str) -> None:
        """Take the expression."""
        self.pattern = pattern
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        if self._compiled is None:
            self._compiled = re.compile(self.pattern)
        return self._compiled


@dataclass(frozen=True, slots=True)
class Token:
    """A secret that is known by its own form."""

    rule: Rule
    starts: tuple[str, ...]
    """The literals by which it is noticed."""
    pattern: Lazy
    """Matches the whole, or as its group ``secret`` the part that counts."""
    back: int = 0
    """How many characters of the secret stand before the literal."""
    is_around: bool = False
    """Whether the literal stands in the midst of a long run, not at the secret's beginning."""
    is_broken: bool = False
    """Whether signs may break the run: then the literal is looked for in the whole text."""


@dataclass(frozen=True, slots=True)
class Named:
    """A secret that is known by the name beside it."""

    rule: Rule
    name: Lazy
    """Found in the lower-cased words before the value."""
    value: Lazy
    """Matches the whole value."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A secret in a text: the rule that found it, and the stretch that counts."""

    rule: Rule
    start: int
    end: int


def token(  # noqa: PLR0913 - a row of a table
    name: str,
    starts: str,
    body: str,
    about: str,
    *,
    family: str = "",
    severity: Danger = Danger.HIGH,
) -> Token:
    """Declare a token that begins with one of the ``starts`` (parted by spaces)."""
    literals = tuple(starts.split())
    heads = "|".join(map(re.escape, literals))
    rule = Rule(name, family or name.partition("-")[0], about, severity)
    return Token(rule, literals, Lazy(f"(?:{heads}){body}"))


def around(  # noqa: PLR0913 - the same
    name: str,
    literal: str,
    pattern: str,
    about: str,
    *,
    family: str = "",
    back: int = 0,
    is_broken: bool = False,
) -> Token:
    """Declare a token with a literal in its midst or at its end, ``back`` characters on."""
    rule = Rule(name, family or name.partition("-")[0], about)
    return Token(rule, (literal,), Lazy(pattern), back, is_around=True, is_broken=is_broken)


def shaped(name: str, pattern: str, about: str, *, family: str = "", back: int = 0) -> Token:
    """Declare a token without any literal, known by the form of a whole run of characters.

    It may begin ``back`` characters before the run.
    """
    return Token(Rule(name, family or name.partition("-")[0], about), (), Lazy(pattern), back)


def named(  # noqa: PLR0913 - the same
    name: str,
    words: str,
    value: str,
    about: str,
    *,
    family: str = "",
    severity: Danger | None = None,
) -> Named:
    """Declare a secret whose value says little, but whose name says it."""
    rule = Rule(name, family or name.partition("-")[0], about, severity or Danger.HIGH)
    return Named(rule, Lazy(words), Lazy(value))


WORD: Final = "[A-Za-z0-9]"
URL64: Final = "[A-Za-z0-9_-]"
HEX: Final = "[0-9a-f]"
UUID: Final = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
END: Final = "(?![A-Za-z0-9])"
