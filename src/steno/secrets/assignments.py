"""Finds secrets by the name that they are given to: in env, JSON, YAML, shell, code and prose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.secrets.families import cloud, code, models, services
from steno.secrets.rule import Danger, Hit, Named, Rule
from steno.secrets.shapes import is_filler, is_stand_in, looks_like_password, looks_random

if TYPE_CHECKING:
    from collections.abc import Iterator

NEWLINE: Final = "\n"
MEMBER: Final = "\x01"
"""Stands between a key and its value where both come out of decoded JSON."""

NETRC: Final = Rule("netrc-password", "netrc", "password of a .netrc line", weight=1)
PASSWORD: Final = Rule("password", "password", "password by its name", Danger.MEDIUM, 0)
SECRET: Final = Rule("secret", "secret", "secret, token or key by its name", Danger.MEDIUM, 0)
NAMED: Final[tuple[Named, ...]] = (*cloud.NAMED, *code.NAMED, *models.NAMED, *services.NAMED)

_WORDS: Final = (b"pass", b"pwd", b"secret", b"token", b"key", b"credential", b"auth")
_NAME: Final = re.compile(
    r"(?P<word>(?i:pass(?:word|wd|phrase|code)?|pwd)(?![a-z])|(?i:secret|token|key|credentials?|_auth|authorization))"
    r"(?P<tail>[A-Za-z0-9_.-]{0,32}+)"
)
_IS: Final = re.compile(
    r"""
    (?:\\{0,3}["'`\]*]){0,3}[ \t]{0,4}
    (?::[ ]?(?:str|String|string|SecretStr|&str)\b[ ]{0,2})?
    (?: :=|=>|={1,3}|:(?!:)|\x01 )
    [ \t*]{0,4}
    | [ \t]{1,3}(?:is|was)[ \t:]{1,3}
    | \\{0,3}["'`][ ]{0,2},[ ]{0,2}(?=\\{0,3}["'`])
    | ["'][ ]{1,4}value[ ]?=[ ]?(?=["'])
    | >(?=[^<>\s]{4,512}</)
    """,
    re.VERBOSE,
)
_LOGIN: Final = re.compile(r"login[ \t]{1,4}[^\s\x00-\x1f]{1,64}+\s{1,8}\Z")
_FLAG: Final = re.compile(r"[ \t]{1,3}|=")
_VALUE: Final = re.compile(
    r"""(?P<quote>\\{0,3}["'`])(?P<quoted>(?:(?!(?P=quote))[^\s\x00-\x1f]){4,512}+)"""
    r"""(?:(?P=quote)|(?=[\x00-\x1f]|\Z))"""
    r"""|(?P<bare>[^\s"'`,;<>(){}\[\]\\|&\x00-\x1f]{4,512}+)(?![(\[{])"""
)
_WHOLE: Final = re.compile(r"[^\s\"'`\\\x00-\x1f]{4,512}+")
"""The value of a line in an env file, or of a member of JSON: it ends where the line does."""
_MEMBER_VALUE: Final = re.compile(r"[^\s\x00-\x1f]{4,512}+(?=[\x00-\x1f]|\Z)")
_ENV_LINE: Final = re.compile(r"(?:\A|[\n\x00])[+> -]?[ \t]{0,4}(?:export |set |ENV )?\Z")
"""What stands before the name in an env file or a diff of one."""
_KEY_OF: Final = re.compile(
    r"(?:api|access|private|secret|auth|account|master|encryption|signing|service|app|licen[sc]e|"
    r"storage|shared|subscription|deploy|admin|client|session|root|project|ingest|write|rest)"
    r"[ _.-]?(?:access[ _.-]?)?\Z"
)
"""Without such a word before it a key is just as likely one of a table."""
_NOT_A_SECRET: Final = re.compile(
    r"public|file|path|dir|name|url|uri|type|kind|count|len|size|expir|ttl|usage|budget|limit|policy|"
    r"field|column|hash|digest|ref$|version|format|prefix|pattern|regex|label|hint|status|page|next|"
    r"continuation|cursor|_at$|(?:^|[_.-])id$|(?<=[a-z])Id$|ids$|idx|index|izer|ize$|manager|"
    r"provider|service$|helper|handler|utils?$|length|total|max|min|cache"
)
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
    given = _given(text, name, begin)
    if given is None or given in seen:
        return None
    if _OTHER_WORD.match(text, max(0, place - _LONGEST_OTHER), place + 4):
        return None
    seen.add(given)
    value = _value(text, begin, name, given)
    if value is None or value[1] - value[0] < _SHORTEST:
        return None
    before = small[max(0, min(begin, place - _BEFORE)) : place].decode("ascii")
    rule = _rule(name, before.rpartition("\0")[2], text[slice(*value)])
    return None if rule is None else Hit(rule, *value)


_SHORTEST: Final = 4


def _given(text: str, name: re.Match[str], begin: int) -> int | None:
    """Say where the value begins that the name is given; None where there is none."""
    given = _IS.match(text, name.end())
    if given is not None and "," in given[0] and name["tail"]:
        return None
    if given is None and (text.startswith("-", begin) or _is_netrc(text, name)):
        given = _FLAG.match(text, name.end())
    return None if given is None else given.end()


def _is_netrc(text: str, name: re.Match[str]) -> bool:
    start = name.start()
    return name[0] == "password" and bool(_LOGIN.search(text, max(0, start - 2 * _BEFORE), start))


def _value(text: str, begin: int, name: re.Match[str], given: int) -> tuple[int, int] | None:
    if text.startswith(MEMBER, given - 1):
        whole = _MEMBER_VALUE.match(text, given)
        return whole.span() if whole is not None else None
    found = _VALUE.match(text, given)
    if found is not None and found["quoted"] is not None:
        return found.span("quoted")
    if text.startswith("=", name.end()) and _ENV_LINE.search(text, max(0, begin - 16), begin):
        found = _WHOLE.match(text, given)
    if found is None:
        return None
    # A full stop ends the sentence and not the secret.
    return found.start(), found.end() - found[0].endswith((".", ":"))


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
    if _NOT_A_SECRET.search(own + name["word"].lower() + name["tail"]):
        return None
    if _LOGIN.search(before) and word.startswith("pass"):
        return None if is_stand_in(value) else NETRC
    if word.startswith(("pass", "pwd")) and not name["tail"].startswith(("ed", "es", "ing")):
        return PASSWORD if looks_like_password(value) else None
    if word == "key" and not _KEY_OF.search(before):
        return None
    return SECRET if looks_random(value) else None
