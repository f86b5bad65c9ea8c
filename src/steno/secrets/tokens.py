"""Finds the secrets that are known by their own form, wherever they stand in a text."""

from __future__ import annotations

import re
from collections import defaultdict
from string import ascii_letters, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final

from steno.secrets.families import cloud, code, models, services
from steno.secrets.rule import Hit, Lazy, Rule, Token
from steno.secrets.shapes import is_filler

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_JWT: Final = Token(
    Rule("jwt", "jwt", "JSON web token", weight=1),
    ("eyJ",),
    Lazy(r"eyJ[A-Za-z0-9_-]{10,2000}+\.eyJ[A-Za-z0-9_-]{8,8000}+(?:\.[A-Za-z0-9_-]{10,1000}+)?"),
)
_SSH_BODY: Final = Token(
    Rule("private-key", "private-key", "private key: PEM, OpenSSH, PGP, PuTTY", weight=3),
    ("b3BlbnNzaC1rZXktdjEA",),
    Lazy(r"b3BlbnNzaC1rZXktdjEA(?:[A-Za-z0-9+/=]|\\n|\s){100,8000}+"),
)
_AGE: Final = Token(
    Rule("age-key", "age", "age secret key"),
    ("AGE-SECRET-KEY-1", "AGE-PLUGIN-"),
    Lazy(r"AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20}?)-1[A-Z0-9]{40,200}+"),
)
_ENCODED_KEY: Final = Token(
    _SSH_BODY.rule,
    ("LS0tLS1CRUdJTi",),
    Lazy(
        "LS0tLS1CRUdJTi"
        "(?=[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVk|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW))"
        "[A-Za-z0-9+/]{100,20000}+={0,2}"
    ),
)
"""A private key in its armour, and that in base64, as clusters keep it."""
TOKENS: Final[tuple[Token, ...]] = (
    *cloud.TOKENS, *code.TOKENS, *models.TOKENS, *services.TOKENS,
    _JWT, _SSH_BODY, _ENCODED_KEY, _AGE,
)  # fmt: skip
PRIVATE_KEY: Final = _SSH_BODY.rule

SHORTEST_RUN: Final = 20
"""No token is shorter, counted as a run of letters, digits and ``_ - . ~``."""
_LETTERS: Final = frozenset((ascii_letters + digits + "_-.~").encode())
_IN_RUN: Final = bytes(ord("a") if code in _LETTERS else ord(" ") for code in range(256))
_RUN: Final = b"a" * SHORTEST_RUN
_CAPITALS: Final = frozenset((ascii_uppercase + digits).encode())
_MIXED: Final = bytes(ord("b") if code in _CAPITALS else ord("a") for code in range(256))
"""Digits and capitals apart from all else."""
_LEAST_MIXED: Final = 2
"""Digits and capitals that every token has; most names in code have fewer."""
_SHORTEST_SHAPED: Final = 32
_ESCAPE: Final = re.compile(r"\\[nrt]|%[0-9A-Fa-f]{2}|[\[;]\d{1,3}m")
_BEFORE: Final = re.compile(r"(?s:.*)(?:[^A-Za-z0-9]|\\[nrt]|%[0-9A-Fa-f]{2}|\dm)\Z")
"""What may stand before a token: no letter or digit, unless it ends an escape or a colour."""


def runs_of(plain: bytes) -> bytes:
    """Mark the characters that tokens are made of; all others become spaces."""
    return plain.translate(_IN_RUN)


def find_tokens(text: str, plain: bytes, runs: bytes) -> Iterator[Hit]:
    """Find every token; ``plain`` is the text, byte for character, ``runs`` the runs of that."""
    for kind in _ANYWHERE:
        yield from _around(text, plain, kind, 0, len(plain))
    mixed = plain.translate(_MIXED)
    start = runs.find(_RUN)
    while start >= 0:
        end = runs.find(b" ", start + SHORTEST_RUN)
        end = len(runs) if end < 0 else end
        if mixed.count(b"b", start, end) >= _LEAST_MIXED:
            yield from _in_run(text, plain, start, end)
        start = runs.find(_RUN, end)


def _around(text: str, plain: bytes, kind: Token, start: int, end: int) -> Iterator[Hit]:
    literal = kind.starts[0].encode()
    place = plain.find(literal, start, end)
    while place >= 0:
        found = _matched(text, kind, place - kind.back)
        if found is not None and not is_filler(found[0]):
            yield Hit(kind.rule, *found.span())
        # What is matched is not looked at again: else a long row of literals takes long.
        after = place + 1 if found is None else max(found.end(), place + 1)
        place = plain.find(literal, after, end)


def _in_run(text: str, plain: bytes, start: int, end: int) -> Iterator[Hit]:
    place = start
    noticed = _behind_escape(text, start, end) or _NOTICED.search(text, start, end)
    while noticed is not None:
        place = noticed.end()
        for kind in _BY_LITERAL[noticed[0]]:
            found = _matched(text, kind, noticed.start())
            if found is None:
                continue
            place = found.end()
            if not is_filler(found[0][len(noticed[0]) :]):
                yield Hit(kind.rule, *found.span())
            break
        noticed = _NOTICED.search(text, place, end)
    if end - start >= _SHORTEST_SHAPED:
        yield from _shaped(text, start)
        for kind in _AROUND:
            yield from _around(text, plain, kind, start, end)


def _behind_escape(text: str, start: int, end: int) -> re.Match[str] | None:
    """Look for a token that an escape or a colour stands before, at the beginning of a run."""
    escape = _ESCAPE.match(text, start - 1) if start else None
    return None if escape is None else _LITERAL.match(text, escape.end(), end)


def _shaped(text: str, start: int) -> Iterator[Hit]:
    for kind in _SHAPED:
        found = _matched(text, kind, start - kind.back)
        if found is not None and not is_filler(found[0]):
            yield Hit(kind.rule, *found.span())


def _matched(text: str, kind: Token, start: int) -> re.Match[str] | None:
    if start < 0 or not _stands_free(text, start):
        return None
    return kind.pattern.compiled.match(text, start)


def _stands_free(text: str, start: int) -> bool:
    before = text[max(0, start - 3) : start]
    return not before or not _is_word(before[-1]) or _BEFORE.match(before) is not None


def _is_word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _by_literal(tokens: Iterable[Token]) -> dict[str, tuple[Token, ...]]:
    found: defaultdict[str, tuple[Token, ...]] = defaultdict(tuple)
    for kind in tokens:
        for literal in kind.starts:
            found[literal] += (kind,)
    return dict(found)


def _notice(literals: Iterable[str]) -> str:
    """Put all beginnings into one expression, grouped by first letter, the longest first."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for literal in sorted(literals, key=lambda each: (-len(each), each)):
        groups[literal[0]].append(re.escape(literal[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in groups.items())


_SHAPED: Final = tuple(kind for kind in TOKENS if not kind.starts)
_AROUND: Final = tuple(kind for kind in TOKENS if kind.is_around and not kind.is_broken)
_ANYWHERE: Final = tuple(kind for kind in TOKENS if kind.is_broken)
_BY_LITERAL: Final = _by_literal(kind for kind in TOKENS if not kind.is_around)
_LITERAL: Final = re.compile(_notice(_BY_LITERAL))
_NOTICED: Final = re.compile(f"(?<![A-Za-z0-9])(?:{_LITERAL.pattern})")
