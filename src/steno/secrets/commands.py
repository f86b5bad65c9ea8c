"""Finds passwords and tokens that are given to programs: flags, plain words, and what is piped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.secrets.rule import Hit, Rule
from steno.secrets.shapes import looks_like_password, looks_random
from steno.secrets.values import quoted_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMMAND: Final = Rule(
    "command-password", "command", "password or token given to a program", weight=1
)
USER_FLAG: Final = Rule("user-password", "http", "user:password given to a program", weight=1)
COOKIE: Final = Rule("session-cookie", "http", "cookie of a session", weight=1)

_LONGEST: Final = 2000
"""Characters before a flag in which the name of its program stands."""
_USER: Final = r"""\\{0,3}["']?(?=[^\s:"'$%,\\\x00-\x1f])"""
_SESSION: Final = "(?i:sess|sid|auth|token)"
_NO_USER: Final = r"[^\s:%,\"'\\\x00-\x1f]{1,128}+[:%,]"


class Call(NamedTuple):
    """A flag of some programs, and what stands behind it."""

    flag: re.Pattern[str]
    """Matched at the space before the flag, up to the value."""
    programs: re.Pattern[str]
    """Found in the command before the flag."""
    rule: Rule = COMMAND
    check: Callable[[str], bool] = looks_like_password


def _called(flag: str, programs: str, rule: Rule = COMMAND,
            check: Callable[[str], bool] = looks_like_password) -> Call:  # fmt: skip
    named = re.compile(rf"(?:(?<![\w.-])|(?<=\\n)|(?<=\n[+-])|(?<=\A[+-]))(?:{programs})(?![\w.-])")
    return Call(re.compile(rf"[ ]-{flag}"), named, rule, check)


_APART: Final = r"[ =]{1,3}"
_TO_LOGIN: Final = (
    r"(?:docker|podman|buildah|nerdctl|skopeo|oras|az|oc|cf|helm registry|flyctl|crane auth) login"
)
CALLS: Final = (
    _called("p", r"mysql\w{0,8}|mariadb(?:-\w{1,12})?|mongo\w{0,8}|sshpass|7za?|7zr|u?n?rar"),
    _called(f"p{_APART}", r"mongo\w{0,8}|sshpass|snowsql|cqlsh|cypher-shell|evil-winrm|nxc|netexec|"
            rf"crackmapexec|twine upload|ncftp\w{{0,4}}|user(?:add|mod)|vncviewer|{_TO_LOGIN}"),
    _called(f"P{_APART}", "sqlcmd|bcp|zip|unzip|zipcloak|ipmitool|mosquitto_(?:pub|sub)|tsql"),
    _called(f"a{_APART}", "redis-cli|valkey-cli|keydb-cli"),
    _called(rf"a{_APART}{_USER}{_NO_USER}", "https?|xh|xhs", USER_FLAG),
    _called(f"w{_APART}", r"ldap\w{3,10}|slappasswd"),
    _called(f"s{_APART}", "slappasswd"),
    _called(f"k{_APART}", "openssl enc"),
    _called(f"[kb]{_APART}", "nuget push|gh secret set", COMMAND, looks_random),
    _called(f"t{_APART}", "doctl auth init", COMMAND, looks_random),
    _called(rf"[A-Za-z]{{0,8}}u[ ]{{0,2}}{_USER}{_NO_USER}", r"\w[\w.-]{0,40}", USER_FLAG),
    _called(rf"-(?:proxy-)?user[ =]{{1,2}}{_USER}{_NO_USER}", r"\w[\w.-]{0,40}", USER_FLAG),
    _called(rf"-auth[ =]{{1,2}}{_USER}{_NO_USER}", "https?|xh|xhs", USER_FLAG),
    _called(rf"U[ ]{{0,2}}{_USER}{_NO_USER}", r"smb\w{2,8}|rpcclient|net", USER_FLAG),
    _called(f"-(?:auth|body|value|secret-string){_APART}",
            "netlify deploy|gh secret set|put-parameter|(?:create|put|update)-secret(?:-value)?",
            COMMAND, looks_random),
    _called(rf"(?:b|-cookie)[ =]{{1,2}}{_USER}[^\s=]{{0,32}}{_SESSION}[\w.-]{{0,16}}=",
            "curl|wget|https?", COOKIE, looks_random),
    _called(r"[a-zA-Z]{0,4}b[a-zA-Z]{0,4} (?:\S{1,128}+ )?[\w.@-]{1,64}+ ", "htpasswd"),
    _called(r"(?:-totp|b)[ ](?:-b[ ])?", "oathtool", COMMAND, looks_random),
)  # fmt: skip
_FLAGGED: Final = re.compile(
    r" -(?:[A-Za-z]{0,8}u|[pPawskbtUAB]|[a-zA-Z]{1,4}(?= )"
    r"|-(?:(?:proxy-)?user|auth|body|value|secret-s|cookie|totp))"
)
"""Where one of those flags may begin."""
_BARE: Final = re.compile(r"[^\s\"'`\\;|&<>()\x00-\x1f]{4,256}+")


def find_commands(text: str, small: bytes) -> Iterator[Hit]:
    """Find the secrets in calls of programs; ``small`` is the text in small letters."""
    place = small.find(b" -")
    if place >= 0:
        yield from _flags(text, place)
    for literal, patterns in PLAIN.items():
        place = small.find(literal)
        while place >= 0:
            yield from _plain(text, place, patterns)
            place = small.find(literal, place + len(literal))


def _flags(text: str, place: int) -> Iterator[Hit]:
    command = _Command(text)
    for found in _FLAGGED.finditer(text, place):
        start = found.start()
        command.grow(start)
        for number, call in enumerate(CALLS):
            flag = call.flag.match(text, start)
            if flag is not None and command.names(number, start):
                value = _word(text, flag.end())
                if value is not None and call.check(text[slice(*value)]):
                    yield Hit(call.rule, *value)
                    break


class _Command:
    """The command that a flag stands in. What was looked through once is not looked at again."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._begin = self._seen = 0
        self._known: dict[int, bool] = {}
        self._searched: dict[int, int] = {}

    def grow(self, place: int) -> None:
        """Go on to a flag, which may be one of another command."""
        ended = max(self._text.rfind(sign, self._seen, place) for sign in "\n\0;|&")
        if ended >= 0:
            self._begin = ended + 1
            self._known.clear()
            self._searched.clear()
        self._seen = place

    def names(self, number: int, place: int) -> bool:
        """Say whether the command names a program of a call."""
        if not self._known.get(number):
            since = max(self._begin, self._searched.get(number, 0) - _LONGEST_NAME)
            since = max(since, place - _LONGEST)
            found = CALLS[number].programs.search(self._text, since, place)
            self._known[number] = found is not None
            self._searched[number] = place
        return self._known[number]


_LONGEST_NAME: Final = 48


def _word(text: str, place: int) -> tuple[int, int] | None:
    quoted = quoted_at(text, place)
    if quoted is not None:
        return quoted
    bare = _BARE.match(text, place)
    return None if bare is None else bare.span()


class Plain(NamedTuple):
    """What a secret in a call without a flag looks like, from a literal on."""

    pattern: re.Pattern[str]
    check: Callable[[str], bool] = looks_like_password
    rule: Rule = COMMAND


_ECHO: Final = r"echo[ ](?:-\w{1,2}[ ])?"
_VALUE: Final = r"""\\{0,3}["']?(?P<secret>[^\s"'`\\;|&<>\x00-\x1f]{6,256}+)"""
_PIPED: Final = (
    r"(?:sudo[ ](?:-\w{1,8}[ ]){0,3}-S\b|"
    r"(?:docker|podman|helm registry|az acr|nerdctl|oras)[ ]login\b|"
    r"gh[ ]auth[ ]login|(?:sudo[ ])?passwd\b|gpg\b|wrangler[ ]secret|cryptsetup\b)"
)
PLAIN: Final = {
    b"echo ": (
        Plain(re.compile(rf"{_ECHO}{_VALUE}\\{{0,3}}[\"']?[ ]{{0,3}}\|[ ]?{_PIPED}")),
        Plain(re.compile(
            rf"{_ECHO}\\{{0,3}}[\"']?[\w.-]{{1,64}}+:(?P<secret>[^\s\"'`\\\x00-\x1f]{{6,256}}+)"
            r"\\{0,3}[\"']?[ ]{0,3}\|[ ]?(?:sudo[ ])?chpasswd")),
    ),
    b"login": (
        Plain(re.compile(r"login=(?P<secret>[A-Za-z0-9_-]{24,64}+)"), looks_random),
        Plain(re.compile(r"login[ ](?P<secret>[A-Za-z0-9._-]{16,200}+)(?=[\s`\"'\\]|\Z)"),
              looks_random),
    ),
    b"rabbitmqctl": (
        Plain(re.compile(
            rf"rabbitmqctl[ ](?:add_user|change_password)[ ][\w.-]{{1,64}}+[ ]{_VALUE}")),
    ),
    b"sqlplus": (
        Plain(re.compile(
            r"sqlplus[ ](?:-\w{1,4}[ ]){0,3}[\"']?[\w.-]{1,64}+/"
            r"(?P<secret>[^\s/@\"'\\]{4,128}+)@")),
    ),
    b"identified ": (
        Plain(re.compile(
            r"(?i:identified[ ](?:with[ ]\w{1,40}[ ])?(?:by|as)[ ](?:password[ ])?)"
            rf"(?=[\"'\\]){_VALUE}")),
    ),
    b"cookie": (
        Plain(re.compile(
            r"(?i:cookie)\\{0,3}[\"']?[ ]?:[ ]?\\{0,3}[\"']?"
            r"(?:[^\s;=]{1,64}+=[^\s;]{0,512}+;[ ]?){0,12}?"
            rf"[^\s;=]{{0,32}}?{_SESSION}[\w.-]{{0,16}}+="
            r"(?P<secret>[A-Za-z0-9._~+/%=-]{16,4096}+)"),
            looks_random, COOKIE),
    ),
    b"net use": (Plain(re.compile(
        rf"net use[ ](?:\S{{1,128}}+[ ]){{1,2}}{_VALUE}(?=[ ]/user)")),),
    b"/p:": (Plain(re.compile(rf"/p:{_VALUE}")),),
}  # fmt: skip


def _plain(text: str, place: int, patterns: tuple[Plain, ...]) -> Iterator[Hit]:
    for pattern, check, rule in patterns:
        found = pattern.match(text, place)
        if found is not None and check(found["secret"]):
            yield Hit(rule, *found.span("secret"))
