"""What stands between a name and its value, and says that the one is given the other."""

from __future__ import annotations

import re
from typing import Final

_IS: Final = re.compile(
    r"""
    (?:\\{0,3}(?:["'`\]*]|u0022)|&quot;|%22){0,3}[ \t]{0,4}
    (?:
      (?::[ ]?(?:str|String|string|SecretStr|&(?:'static[ ])?str)\b[ ]{0,2})?
      (?: :=|=>|={1,3}|:(?!:)-?|\x01 )
      (?:[ \t]|\*\*){0,4}(?:\[[ ]?(?=["'])|ConvertTo-SecureString[ ](?:-String[ ])?)?
      | (?:\|\||\?\?|or)[ ]{1,2}(?=["'])
      | \|[ ]{1,4}(?=`?[^\s|]{4,512}+[ ]{1,40}+\|)
      | →[ ]?
      | <<<[ ]?
    )
    | \\{0,3}["'][ ]{0,2},\s{0,40}(?:["']\w{1,20}["']:[ ]?["']?\w{1,20}["']?,[ ]?){0,2}
      \\{0,3}["'](?:(?:parameter|Parameter)?(?:Value|value))\\{0,3}["'][ ]?:[ ]{0,2}(?=\\{0,3}["'])
    | [ \t]{1,3}(?:is|was|are|(?<!pass[ ])to)[ \t:]{1,3}
    | [ ]for[ ][\w.@-]{1,40}+(?:[ ][\w.@-]{1,40}+){0,2}[ ]?:[ ]{1,3}
    | \\{0,3}["'`][ ]{0,2},[ ]{0,2}(?=\\{0,3}["'`])
    | ["']?\s{1,24}value:[ ]{1,4}
    | ["'][ ]{1,4}value[ ]?=[ ]?(?=["'])
    | ["']?>(?=[^<>\s]{4,512}</)
    """,
    re.VERBOSE,
)
_PAIR: Final = re.compile(r"Value|value")
_LOGIN: Final = re.compile(r"login[ \t]{1,4}[^\s\x00-\x1f]{1,64}+\s{1,8}\Z")
_FLAG: Final = re.compile(r"[ \t]{1,3}|=")
_QUOTED_NEXT: Final = re.compile(r"[ \t]{1,3}(?=\\{0,3}[\"'][^\s\"']{6,128}[\"'])")
"""In SQL, and in prose."""
_CALLED: Final = re.compile(r"\([ ]?(?=\\{0,3}[\"'])")
_SETTER: Final = re.compile(r"(?:\.|[sS]et_?|[wW]ith_?|[ =])\Z")
_STRONG_NEXT: Final = re.compile(r"[ \t]{1,3}(?=[^\s\d]{0,64}\d)(?=\S{8})")
_SPOKEN: Final = re.compile(
    r"(?i:with|using|encrypted|(?:connect|user|login)[ ][^\s]{1,40}+)[ ]\Z"
    r"|[a-z]\.\Z|(?:\A|[\s+-])require\Z"
)
"""What stands before a password that only a space parts from its name."""
_SHELL: Final = re.compile(
    r"\b(?:setx|set -g?x|ENV|ngrok|(?:config|configure)(?: (?:set|add|--\w{1,12})){0,3})"
    r"[ ]{1,3}[\w./:-]{0,80}\Z"
)
"""What sets a variable whose name and value only a space parts."""
_BEFORE: Final = 80
_PASSWORDS: Final = frozenset({"password", "passwd", "passphrase", "pass"})


_SCHEME: Final = re.compile(r"(?:[A-Za-z][A-Za-z-]{1,19} (?:token=)?){1,2}(?=[^\s\"'`]{16})")
"""In a header, before the token."""
_USER: Final = re.compile(r"(?=[\w.@-]{1,64} ?[/:])[\w.@-]{1,64} ?[/:] ?(?=\S{6})")
_PAIRED: Final = re.compile(r"=?\(\\{0,3}[\"'][^\s\"'\\]{1,64}\\{0,3}[\"'], ?(?=\\{0,3}[\"'])")
"""A user before a password in a call."""


def given_at(text: str, name: re.Match[str], begin: int) -> int | None:
    """Say where the value begins that a name is given; None where there is none.

    The name begins at ``begin``, its telling word is matched.
    """
    given = _IS.match(text, name.end())
    if given is not None and "," in given[0] and name["tail"] and not _PAIR.search(given[0]):
        return None
    word = name["word"].lower()
    if word.startswith(("auth", "credential")):
        return _behind(text, name, None if given is None else given.end(), word)
    given = given or _apart(text, name, begin)
    return None if given is None else given.end()


def _behind(text: str, name: re.Match[str], given: int | None, word: str) -> int | None:
    """Say where a password begins that a user, or a scheme, stands before."""
    paired = _PAIRED.match(text, name.end())
    if paired is not None or given is None:
        return None if paired is None else paired.end()
    before = (_USER if word.startswith("c") else _SCHEME).match(text, given)
    return given if before is None else before.end()


def is_login(before: str) -> bool:
    """Say whether a user stands before a word, as in a line of .netrc."""
    return _LOGIN.search(before) is not None


def _apart(text: str, name: re.Match[str], begin: int) -> re.Match[str] | None:
    """Look for a value that only a space or a bracket parts from its name."""
    if not text.startswith((" ", "\t", "=", "("), name.end()):
        return None
    before = text[max(0, name.start() - _BEFORE) : name.start()]
    if text.startswith("-", begin) or (name[0] == "password" and is_login(before)):
        return _FLAG.match(text, name.end())
    if name[0].lower() not in _PASSWORDS:
        return _FLAG.match(text, name.end()) if _SHELL.search(before) else None
    return _said(text, name, before)


def _said(text: str, name: re.Match[str], before: str) -> re.Match[str] | None:
    if text.startswith("(", name.end()):
        return _CALLED.match(text, name.end()) if _SETTER.search(before) else None
    if _SHELL.search(before):
        return _FLAG.match(text, name.end())
    found = _QUOTED_NEXT.match(text, name.end())
    if found is None and _SPOKEN.search(before):
        found = _STRONG_NEXT.match(text, name.end())
    return found
