"""What a value looks like: chosen by chance, typed by a person, or no secret at all."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from itertools import pairwise
from math import log2
from typing import Final

LEAST_ENTROPY: Final = 3.0
"""Bits per character from which on a value seems to be chosen by chance."""
_FEWEST_KINDS: Final = 6
"""So many different characters every token has; fillers have fewer."""
_FEWEST_TYPED: Final = 4
"""So many every password has."""
_LONG_PIECE: Final = 10
_SHORTEST_SECRET: Final = 12
_SHORTEST_PASSWORD: Final = 6
_LONGEST_PASSWORD: Final = 128
_SEQUENCES: Final = ("1234567890", "0123456789", "abcdefghij", "abcdef123456", "123456abcdef")
_FILLER: Final = re.compile(r"[xX]{5}|\*{3}|\.{3}|…|•{3}|_{5}|-{5}|#{5}")
_REFERENCE: Final = re.compile(
    r"^\$[A-Za-z_]|\$[{(]|\$[A-Z_]{3}|\$[a-z_]{3,}$|\{\{|%[A-Za-z_]+%$|<[a-zA-Z_ -]+>|@[A-Z_]{3,}@"
    r"|^!vault$|\b(?:process\.env|os\.environ|getenv|env\.|secrets\.|vars\.|vault:|ref\+|op://|arn:aws)"
)
"""A value that stands for another one: a variable, a slot of a template, a path in a vault."""
_WORDS: Final = re.compile(
    r"example|change.?me|your[-_ ]?|placeholder|dummy|sample|redacted|replace|insert|fake|mock|"
    r"foo.?bar|test|todo|secret|passw|token|default|undefined|generate|invalid|hidden|masked|"
    r"apikey|api[-_]key|(?<![a-z0-9])(?:my|some|none|null|true|false|here|hunter2)(?![a-z0-9])"
)
"""Words by which a made-up value gives itself away."""
_STRONG_SYMBOL: Final = re.compile(r"[!@#$%^&*+=?~|]")
_IDENTIFIER: Final = re.compile(
    r"[*&!]{0,2}[A-Za-z_$][\w$]*+(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*+|/[\w$]++)+", re.ASCII
)
"""Names parted by dots or strokes: of members, of modules, of files."""
_LOUD_NAME: Final = re.compile(r"[A-Z][A-Z0-9]*+(?:_[A-Z0-9]++)+")
_PATH: Final = re.compile(r"\.{0,2}/|~/|[A-Za-z]:\\|[a-z][a-z0-9+.-]{1,12}://")
_PIECES: Final = re.compile(r"[A-Za-z0-9]+")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_SIGNS: Final = re.compile(r"[^\w.:/-]")
_MANY_SIGNS: Final = 4
_SIGNED_ENTROPY: Final = 3.8
"""Bits per character of a value that is found by its many signs: more than code has."""
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def entropy(value: str) -> float:
    """Give the bits per character that the characters' frequencies speak of."""
    length = len(value)
    shares = (number / length for number in Counter(value).values())
    return -sum(share * log2(share) for share in shares)


def is_filler(value: str) -> bool:
    """Say whether a token only shows its form: the same few characters, or a row of them."""
    if len(set(value)) < min(_FEWEST_KINDS, len(value) - 1) or _FILLER.search(value):
        return True
    lower = value.lower()
    return any(row in lower for row in _SEQUENCES) or ("your" in lower and "key" in lower)


def is_stand_in(value: str) -> bool:
    """Say whether a value stands for another one, or is plainly made up."""
    if _REFERENCE.search(value) or _FILLER.search(value):
        return True
    # In a long value any word is there by chance.
    return len(value) <= _LONGEST_PASSWORD and bool(_WORDS.search(value.lower()))


def looks_random(value: str) -> bool:
    """Say whether a value was chosen by chance: long, mixed, no words parted by dashes."""
    if len(value) < _SHORTEST_SECRET or is_stand_in(value) or is_filler(value):
        return False
    bits = entropy(value)
    if bits < LEAST_ENTROPY:
        return False
    if _is_encoded(value):
        return True
    if _PATH.match(value) or _is_name(value):
        return False
    if len(_SIGNS.findall(value)) >= _MANY_SIGNS and bits >= _SIGNED_ENTROPY:
        return any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return bool(_UUID.fullmatch(value)) or any(map(_is_mixed, _PIECES.findall(value)))


def _is_encoded(value: str) -> bool:
    """Say whether a value is bytes by chance in base64: strokes and dashes part no words."""
    if _BASE64.fullmatch(value) is None or not any(map(str.isdigit, value)):
        return False
    return _turns(value) * 8 >= len(value) * 3


def _is_mixed(piece: str) -> bool:
    """Say whether letters and digits are mixed as chance does it: not a word and a number."""
    if len(piece) < _LONG_PIECE:
        return False
    changes = _changes(piece)
    return changes > 1 or (changes == 1 and _turns(piece) > len(piece) // 4)


def _is_name(value: str) -> bool:
    """Say whether a value names something in code, or a file: words and few figures."""
    if _IDENTIFIER.fullmatch(value) is None:
        return False
    return all(_changes(piece) <= _MOST_CHANGES for piece in _PIECES.findall(value))


_MOST_CHANGES: Final = 2


def _changes(piece: str) -> int:
    return sum(a.isdigit() != b.isdigit() for a, b in pairwise(piece))


def _turns(piece: str) -> int:
    return sum(a.isupper() != b.isupper() for a, b in pairwise(piece))


def looks_like_password(value: str) -> bool:
    """Say whether a person may have chosen a value: letters with figures or signs, no code."""
    if not _SHORTEST_PASSWORD <= len(value) <= _LONGEST_PASSWORD:
        return False
    if _PATH.match(value) or is_stand_in(value):
        return False
    if _is_name(value) or _LOUD_NAME.fullmatch(value) or len(set(value)) < _FEWEST_TYPED:
        return False
    letters = any(map(str.isalpha, value))
    return letters and bool(_STRONG_SYMBOL.search(value) or any(map(str.isdigit, value)))


def looks_strong(value: str) -> bool:
    """Say whether a value is a password of every kind of character, as no name is."""
    if len(value) < _SHORTEST_STRONG or not looks_like_password(value):
        return False
    kinds = (str.isupper, str.islower, str.isdigit)
    return bool(_STRONG_SYMBOL.search(value)) and all(any(map(kind, value)) for kind in kinds)


_SHORTEST_STRONG: Final = 10


def holds_credentials(value: str) -> bool:
    """Say whether a text in base64 holds a user and a password."""
    try:
        decoded = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in decoded[:-1] and decoded.isascii() and decoded.decode().isprintable()
