"""Finds secrets by the name that they are given to: in env, JSON, YAML, shell, code and prose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.secrets.families import cloud, code, models, services
from steno.secrets.given import given_at, is_login
from steno.secrets.rule import Danger, Hit, Named, Rule
from steno.secrets.shapes import (
    holds_credentials,
    is_filler,
    is_stand_in,
    looks_like_password,
    looks_random,
    looks_strong,
)
from steno.secrets.values import value_at

if TYPE_CHECKING:
    from collections.abc import Iterator

NEWLINE: Final = "\n"

NETRC: Final = Rule("netrc-password", "netrc", "password of a .netrc line", weight=1)
PASSWORD: Final = Rule("password", "password", "password by its name", Danger.MEDIUM, 0)
ENCODED: Final = Rule("basic-auth", "http", "HTTP basic credentials", weight=1)
SECRET: Final = Rule("secret", "secret", "secret, token or key by its name", Danger.MEDIUM, 0)
NAMED: Final[tuple[Named, ...]] = (*cloud.NAMED, *code.NAMED, *models.NAMED, *services.NAMED)

_WORDS: Final = (
    b"pass", b"pw", b"secret", b"token", b"key", b"credential", b"auth", b"_pat", b"contrase",
)  # fmt: skip
_NAME: Final = re.compile(
    r"(?P<word>(?i:pass(?:word|wd|phrase|code|wort|e)?|pwd)(?![a-z])"
    r"|(?:(?<![A-Za-z0-9])(?i:pw)|(?<=[a-z])Pw)(?![A-Za-z0-9])|(?i:contrase[ñn]a)"
    r"|(?i:secret|token|key|credentials?|authorization)|(?i:_pat)(?![A-Za-z])"
    r"|(?i:auth)(?![A-Za-z]))"
    r"(?P<tail>[A-Za-z0-9_.-]{0,32}+)"
)
_KEY_OF: Final = re.compile(
    r"(?:api|access|private|secret|auth|account|master|encryption|signing|service|app|licen[sc]e|"
    r"storage|shared|subscription|deploy|admin|client|session|root|project|ingest|write|rest|aes|"
    r"hmac|crypt|crypto|jwt|cookie|webhook|token|host|server|bearer|auth0|wallet)"
    r"[ _.-]?(?:access[ _.-]?)?\Z"
)
"""Without such a word before it a key is just as likely one of a table."""
_NOT_A_SECRET: Final = re.compile(
    r"file|path|dir|name|url|uri|type|kind|count|len|size|expir|ttl|usage|budget|limit|policy|"
    r"field|column|hash|digest|ref$|version|format|prefix|pattern|regex|label|hint|status|page|next|"
    r"continuation|cursor|_at$|(?:^|[_.-])id$|(?<=[a-z])Id$|^Id$|ids$|idx|index|^izer|^ize$|manager|"
    r"provider|service$|helper|handler|utils?$|total|max|min|cache|address|Address"
)
"""What behind the word tells of something about the secret."""
_NOT_ONE: Final = re.compile(
    r"public|(?:(?<!pro)file|path|dir|name|url|type|count|hash|digest|version|prefix|page|next|prev|"
    r"continuation|cursor|sync|resume|index|total|max|(?<!ad)min|cache|num|csrf|xsrf|anti.?forgery|"
    r"idempotency)[_.-]?\Z"
)
"""The same before it."""
_OTHER_WORD: Final = re.compile(r"(?s:.){0,5}(?i:com|by|tres|sur|under|over|ex|en|im)(?i:pass)\Z")
"""Words that end like a name of passwords."""
_LONGEST_OTHER: Final = 5
_NAMED_VALUE: Final = re.compile(r"[A-Za-z0-9+/_.-]{15,100}+={0,2}")
"""The form that all values of named services share."""
_LONGEST_NAME: Final = 120
_BEFORE: Final = 40
"""Characters before the word in which the name of a service may stand."""


def find_assigned(text: str, small: bytes, runs: bytes) -> Iterator[Hit]:
    """Find the values of names such as password, token or api_key.

    ``small`` is the text in small letters and ``runs`` that of its runs, byte for character.
    """
    seen: set[int] = set()
    for word in _WORDS:
        place = small.find(word)
        while place >= 0:
            hit = _assigned(text, small, runs, place, seen)
            if hit is not None:
                yield hit
            place = small.find(word, place + len(word))


def _assigned(text: str, small: bytes, runs: bytes, place: int, seen: set[int]) -> Hit | None:
    name = _NAME.match(text, place)
    if name is None:
        return None
    begin = runs.rfind(b" ", max(0, place - _LONGEST_NAME), place) + 1
    begin = begin or max(0, place - _LONGEST_NAME)
    given = given_at(text, name, begin)
    if given is None or given in seen:
        return None
    if _OTHER_WORD.match(text, max(0, place - _LONGEST_OTHER), place + 4):
        return None
    seen.add(given)
    value = value_at(text, begin, name.end(), given)
    if value is None or value[1] - value[0] < _SHORTEST:
        return None
    before = small[max(0, min(begin, place - _BEFORE)) : place].decode("ascii")
    rule = _rule(name, before.rpartition("\0")[2], text[slice(*value)])
    return None if rule is None else Hit(rule, *value)


_SHORTEST: Final = 4


def _named(words: str, value: str) -> Named | None:
    """Find the service that the words and the form of the value speak of."""
    fitting = (
        kind
        for kind in NAMED
        if kind.name.compiled.search(words) and kind.value.compiled.fullmatch(value)
    )
    return next((kind for kind in fitting if not is_filler(value)), None)


def _rule(name: re.Match[str], before: str, value: str) -> Rule | None:
    """Choose the rule that a value is found by; None where it is no secret."""
    words = f"{before.rpartition(NEWLINE)[2]}{name[0]}".lower()
    kind = _named(words, value) if _NAMED_VALUE.fullmatch(value) else None
    if kind is not None:
        return kind.rule
    word = name["word"].lower()
    own = re.split(r"[^a-z0-9_.-]", before)[-1]
    if _NOT_A_SECRET.search(name["tail"]):
        return None
    if word.startswith("pass") and is_login(before):
        return None if is_stand_in(value) else NETRC
    if word.startswith(("p", "contrase")) and not name["tail"].startswith(("ed", "es", "ing")):
        return PASSWORD if "public" not in own and looks_like_password(value) else None
    if _NOT_ONE.search(own) or (word == "key" and not _KEY_OF.search(before)):
        return None
    if word == "auth":
        return None if name["tail"] else _authentication(own, value)
    if looks_random(value) or looks_strong(value):
        return SECRET
    return PASSWORD if word.startswith("credential") and looks_like_password(value) else None


def _authentication(own: str, value: str) -> Rule | None:
    if holds_credentials(value):
        return ENCODED
    is_password = own.endswith(("basic", "rediscli_", "master")) or not own
    return PASSWORD if is_password and looks_like_password(value) else None
