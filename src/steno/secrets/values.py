"""The value that a name is given: quoted at any depth of escapes, bare, or the rest of its line."""

from __future__ import annotations

import re
from typing import Final

MEMBER: Final = "\x01"
"""Stands between a key and its value where both come out of decoded JSON."""

QUOTED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        # A quote, and what is escaped within: \" or, in SQL and YAML, ''.
        (
            r"""(?P<quote>["'`])(?P<value>(?:\\[^\s\x00-\x1f]|''(?=[^\s'"`,;:)\]}])|"""
            r"""(?!(?P=quote))[^\s\\\x00-\x1f]){4,512}+)(?:(?P=quote)|(?=[\x00-\x1f]|\Z))"""
        ),
        # The same within a string of JSON, and within one that is within one.
        (
            r"""\\(?P<quote>["'`])(?P<value>(?:\\\\(?:\\["'`])?|(?!\\(?P=quote))[^\s\x00-\x1f]){4,512}+)"""
            r"""(?:\\(?P=quote)|(?=[\x00-\x1f]|\Z))"""
        ),
        (
            r"""\\\\(?P<quote>["'`])(?P<value>(?:(?!\\\\(?P=quote))[^\s\x00-\x1f]){4,512}+)"""
            r"""(?:\\\\(?P=quote)|(?=[\x00-\x1f]|\Z))"""
        ),
        (
            r"""\\\\\\(?P<quote>["'`])"""
            r"""(?P<value>(?:\\{4}(?:\\\\\\["'`])?|(?!\\\\\\(?P=quote))[^\s\x00-\x1f]){4,512}+)"""
            r"""(?:\\\\\\(?P=quote)|(?=[\x00-\x1f]|\Z))"""
        ),
        r"""(?P<quote>\\{0,3}u0022|&quot;|%22)(?P<value>(?:(?!(?P=quote))[^\s\x00-\x1f]){4,512}+)(?P=quote)""",
        # A shell knows no escapes between single quotes.
        r"""(?P<quote>["'`])(?P<value>(?:(?!(?P=quote))[^\s\x00-\x1f]){4,512}+)(?P=quote)""",
    )
)
"""Quotes at every depth of strings in strings; tried in this order."""
_BARE: Final = re.compile(r"[^\s\"'`,;<>(){}\[\]\\|&\x00-\x1f]{4,512}+(?![(\[{])")
_WHOLE: Final = re.compile(r"[^\s\"'`\\\x00-\x1f]{4,256}+")
"""The value of a line in an env file: it ends where the line does."""
_LAST: Final = re.compile(
    r"[^\s\"'`\\;|<>(){}\[\]\x00-\x1f]{4,512}+(?=[ \t\r]{0,8}(?:[\n\x00]|\Z))"
)
"""The value at the end of a line of a file of settings."""
_MEMBER_VALUE: Final = re.compile(r"[^\s\x00-\x1f]{4,512}+(?=[\x00-\x1f]|\Z)")
_LONG: Final = re.compile(r"(?P<quote>\\{0,3}[\"'])?(?P<value>[A-Za-z0-9+/_-]{500,20000}+={0,2})")
"""Bytes in base64 that are longer than any password."""
_LINE: Final = re.compile(r"(?:\A|[\n\x00])[+> -]?[ \t]{0,12}(?:export |set |ENV |- )?\Z")
"""What stands before the name in a file of settings, or in a diff of one."""


def value_at(text: str, begin: int, ended: int, given: int) -> tuple[int, int] | None:
    """Say where the value lies that begins at ``given``.

    The name that it is given to begins at ``begin`` and ends at ``ended``.
    """
    if text.startswith(MEMBER, given - 1):
        whole = _MEMBER_VALUE.match(text, given)
        return whole.span() if whole is not None else None
    long = _LONG.match(text, given)
    if long is not None:
        return long.span("value")
    quoted = quoted_at(text, given)
    if quoted is not None:
        return quoted
    found = _unquoted(text, begin, ended, given)
    if found is None:
        return None
    # A full stop ends the sentence and not the secret.
    return found.start(), found.end() - found[0].endswith((".", ":"))


def quoted_at(text: str, given: int) -> tuple[int, int] | None:
    """Say where the value between the quotes at a place lies; None where there are none."""
    if not text.startswith(_QUOTES, given):
        return None
    for pattern in QUOTED:
        found = pattern.match(text, given)
        if found is not None:
            return found.span("value")
    return None


_QUOTES: Final = ('"', "'", "`", "\\", "&quot;", "%22", "u0022")


def _unquoted(text: str, begin: int, ended: int, given: int) -> re.Match[str] | None:
    bare = _BARE.match(text, given)
    if not _LINE.search(text, max(0, begin - 16), begin):
        return bare
    if text.startswith("=", ended):
        return _WHOLE.match(text, given)
    return _LAST.match(text, given) or bare
