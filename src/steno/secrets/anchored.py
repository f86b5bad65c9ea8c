"""Finds secrets by a literal that stands at them: key blocks, addresses, headers, webhooks."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.secrets.rule import Danger, Hit, Rule
from steno.secrets.shapes import is_filler, is_stand_in, looks_like_password, looks_random
from steno.secrets.tokens import PRIVATE_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST_BLOCK: Final = 20_000
"""Characters after which the end of a key block is not looked for any more."""

URL_PASSWORD: Final = Rule("url-password", "url", "password in an address", weight=1)
SENTRY_DSN: Final = Rule("sentry-dsn", "sentry", "Sentry DSN", Danger.LOW)
BASIC_AUTH: Final = Rule("basic-auth", "http", "HTTP basic credentials", weight=1)
BEARER: Final = Rule("bearer-token", "http", "HTTP bearer token", Danger.MEDIUM, 1)
USER_FLAG: Final = Rule("user-password", "http", "user:password given to curl", weight=1)
SLACK_WEBHOOK: Final = Rule("slack-webhook", "slack", "Slack webhook address")
DISCORD_WEBHOOK: Final = Rule("discord-webhook", "discord", "Discord webhook address")
TEAMS_WEBHOOK: Final = Rule("teams-webhook", "microsoft", "Microsoft Teams webhook address")
AZURE_SAS: Final = Rule("azure-sas", "azure", "Azure shared access signature")
AWS_PAIR: Final = Rule("aws-secret-key", "aws", "AWS secret access key")
GOOGLE_REFRESH: Final = Rule("google-refresh-token", "google", "Google OAuth refresh token")
PAYPAL_TOKEN: Final = Rule("paypal-token", "paypal", "PayPal or Braintree access token")


class Anchor(NamedTuple):
    """A literal, and what a secret around it looks like."""

    literal: bytes
    """In small letters."""
    rule: Rule
    pattern: re.Pattern[str]
    """Matched at the literal; its group ``secret`` is what counts."""
    check: Callable[[re.Match[str]], bool]


def _always(found: re.Match[str]) -> bool:
    return not is_filler(found["secret"])


def _chosen(found: re.Match[str]) -> bool:
    return looks_random(found["secret"])


def _typed(found: re.Match[str]) -> bool:
    return looks_like_password(found["secret"])


def _url_password(found: re.Match[str]) -> bool:
    secret = found["secret"]
    plain = secret.isalpha() and secret.islower() and len(secret) <= _COMMON_WORD
    return secret != found["user"] and not plain and not is_stand_in(secret)


_COMMON_WORD: Final = 8
"""Letters up to which a password in an address is the word of a manual."""


def _credentials(found: re.Match[str]) -> bool:
    """Say whether a text in base64 holds a user and a password."""
    secret = found["secret"]
    try:
        decoded = base64.b64decode(secret + "=" * (-len(secret) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in decoded[:-1] and decoded.isascii() and decoded.decode().isprintable()


_USER: Final = (
    r"""{0,2}\\?["']?[^\s:"'$\\\x00-\x1f]{1,128}:(?P<secret>[^\s"'\\\x00-\x1f]{4,256}+)"""
)
ANCHORS: Final = (
    Anchor(b"://", SLACK_WEBHOOK, re.compile(
        r"://hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9+/_-]{30,120}+)"),
        _always),
    Anchor(b"://", DISCORD_WEBHOOK, re.compile(
        r"://(?:[a-z]{2,8}\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{16,20}/"
        r"(?P<secret>[A-Za-z0-9_-]{50,100}+)"), _always),
    Anchor(b"://", TEAMS_WEBHOOK, re.compile(
        r"://[a-z0-9-]{0,60}\.?webhook\.office\.com/webhookb2/(?P<secret>[A-Za-z0-9@/_-]{60,300}+)"),
        _always),
    Anchor(b"://", SENTRY_DSN, re.compile(
        r"://(?P<secret>[0-9a-f]{32}(?::[0-9a-f]{32})?)@[a-z0-9.-]{1,80}+/\d"), _always),
    Anchor(b"://", URL_PASSWORD, re.compile(
        r"""://(?P<user>[^\s:/@"'<>`\\\x00-\x1f]{0,128}):(?P<secret>[^\s/@"'<>`\\\x00-\x1f]{3,256}+)@"""
        r"[\w\[$%{-]"), _url_password),
    Anchor(b"basic ", BASIC_AUTH, re.compile(
        r"(?i:basic)[ \t]{1,3}(?P<secret>[A-Za-z0-9+/]{8,512}+={0,2})"), _credentials),
    Anchor(b"bearer ", BEARER, re.compile(
        r"(?i:bearer)[ \t]{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{16,4096}+)"), _chosen),
    Anchor(b"-u ", USER_FLAG, re.compile(
        f"-u {_USER}"),
        _typed),
    Anchor(b"--user ", USER_FLAG, re.compile(
        f"--user {_USER}"),
        _typed),
    Anchor(b"sig=", AZURE_SAS, re.compile(
        r"sig=(?P<secret>[A-Za-z0-9+/%]{40,80}+={0,2})"), _chosen),
    Anchor(b"akia", AWS_PAIR, re.compile(
        r"AKIA[A-Z0-9]{16}[\s,:;|\"']{1,12}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
        _always),
    Anchor(b"1//0", GOOGLE_REFRESH, re.compile(r"(?P<secret>1//0[A-Za-z0-9_-]{40,200}+)"), _always),
    Anchor(b"access_token$", PAYPAL_TOKEN, re.compile(
        r"(?P<secret>access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32})"), _always),
)  # fmt: skip

_BEGIN: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----", re.ASCII
)
_END: Final = re.compile(
    r"-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|-----END[A-Z ]{0,30}", re.ASCII
)
_KEY_LINES: Final = re.compile(
    r"(?:(?:\\{1,2}[nr]|[\s+>|]|\d{1,6}[→\t:]){0,16}+[A-Za-z0-9+/=]{24,100}+){1,400}+"
)
"""The lines of a key that was cut off, behind line breaks (or their escapes) and line numbers."""
_HAS_KEY: Final = re.compile(r"[A-Za-z0-9+/=]{24}")
_PUTTY: Final = re.compile(
    r"Private-Lines:\s{0,3}\d{1,4}(?P<secret>(?:(?:\\[nr]|\s){1,6}[A-Za-z0-9+/=]{16,72}+){1,200}+)"
)


_BY_LITERAL: Final = tuple(
    (literal, tuple(each for each in ANCHORS if each.literal == literal))
    for literal in dict.fromkeys(each.literal for each in ANCHORS)
)


def find_anchored(text: str, small: bytes) -> Iterator[Hit]:
    """Find what stands at a literal; ``small`` is the text in small letters, byte for character."""
    for literal, anchors in _BY_LITERAL:
        place = small.find(literal)
        while place >= 0:
            for anchor in anchors:
                found = anchor.pattern.match(text, place)
                if found is not None and anchor.check(found):
                    yield Hit(anchor.rule, *found.span("secret"))
            place = small.find(literal, place + len(literal))
    yield from _blocks(text, small)


def _blocks(text: str, small: bytes) -> Iterator[Hit]:
    """Find private keys in their armour, whole or cut off."""
    place = small.find(b"-----begin ")
    while place >= 0:
        following = small.find(b"-----begin ", place + 10)
        begun = _BEGIN.match(text, place)
        if begun is not None:
            end = _block_end(text, begun, len(text) if following < 0 else following)
            if end is not None:
                yield Hit(PRIVATE_KEY, place, end)
        place = following
    place = small.find(b"private-lines:")
    while place >= 0:
        found = _PUTTY.match(text, place)
        if found is not None:
            yield Hit(PRIVATE_KEY, *found.span("secret"))
        place = small.find(b"private-lines:", place + 1)


def _block_end(text: str, begun: re.Match[str], limit: int) -> int | None:
    """Say where a key ends; None where there is none behind the line that begins it."""
    limit = min(limit, begun.end() + LONGEST_BLOCK)
    piece = text.find("\0", begun.end(), limit)
    limit = limit if piece < 0 else piece
    ended = text.find("-----END", begun.end(), limit)
    if ended >= 0:
        last = _END.match(text, ended)
        holds = _HAS_KEY.search(text, begun.end(), ended)
        return last.end() if holds and last else None
    cut = _KEY_LINES.match(text, begun.end(), limit)
    return cut.end() if cut is not None else None
