"""Finds secrets by a literal that stands at them: addresses, headers, webhooks, lines of files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.secrets.rule import Danger, Hit, Rule
from steno.secrets.shapes import (
    holds_credentials,
    is_filler,
    is_stand_in,
    looks_like_password,
    looks_random,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

URL_PASSWORD: Final = Rule("url-password", "url", "password in an address", weight=1)
SENTRY_DSN: Final = Rule("sentry-dsn", "sentry", "Sentry DSN", Danger.LOW)
BASIC_AUTH: Final = Rule("basic-auth", "http", "HTTP basic credentials", weight=1)
BEARER: Final = Rule("bearer-token", "http", "HTTP bearer token", Danger.MEDIUM, 1)
SLACK_WEBHOOK: Final = Rule("slack-webhook", "slack", "Slack webhook address")
DISCORD_WEBHOOK: Final = Rule("discord-webhook", "discord", "Discord webhook address")
TEAMS_WEBHOOK: Final = Rule("teams-webhook", "microsoft", "Microsoft Teams webhook address")
AZURE_SAS: Final = Rule("azure-sas", "azure", "Azure shared access signature")
PGPASS: Final = Rule("pgpass-password", "postgres", "password of a .pgpass line", weight=1)
JWK: Final = Rule("jwk-private", "private-key", "private part of a JSON web key")
ZAPIER_WEBHOOK: Final = Rule("zapier-webhook", "zapier", "Zapier webhook address")
AWS_PAIR: Final = Rule("aws-secret-key", "aws", "AWS secret access key")


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
    return holds_credentials(found["secret"])


_PGPASS: Final = r"[^\s:]{1,64}+:[^\s:]{1,64}+:(?P<secret>[^\s:\"'`,;]{6,128}+)"
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
    Anchor(b"://", ZAPIER_WEBHOOK, re.compile(
        r"://hooks\.zapier\.com/hooks/(?P<secret>(?:catch|standard)/\d{4,12}/[A-Za-z0-9]{5,16}+)"),
        _always),
    Anchor(b"://", SENTRY_DSN, re.compile(
        r"://(?P<secret>[0-9a-f]{32}(?::[0-9a-f]{32})?)@[a-z0-9.-]{1,80}+/\d"), _always),
    Anchor(b"://", URL_PASSWORD, re.compile(
        r"""://(?P<user>[^\s:/@"'<>`\\\x00-\x1f]{0,128}):(?P<secret>[^\s/@"'<>`\\\x00-\x1f]{3,256}+)@"""
        r"[\w\[$%{-]"), _url_password),
    Anchor(b"://", URL_PASSWORD, re.compile(
        r"://(?P<secret>[A-Za-z0-9_-]{20,255}+)@[\w.-]{4,80}"), _chosen),
    Anchor(b"thin:", URL_PASSWORD, re.compile(
        r"""thin:(?P<user>[^\s:/@"']{1,64})/(?P<secret>[^\s/@"'\\\x00-\x1f]{3,256}+)@"""),
        _url_password),
    Anchor(b"basic ", BASIC_AUTH, re.compile(
        r"(?i:basic)[ \t]{1,3}(?P<secret>[A-Za-z0-9+/]{8,512}+={0,2})"), _credentials),
    Anchor(b"bearer ", BEARER, re.compile(
        r"(?i:bearer)[ \t]{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{16,4096}+)"), _chosen),
    Anchor(b"sig=", AZURE_SAS, re.compile(
        r"sig=(?P<secret>[A-Za-z0-9+/%_-]{40,80}+={0,2})"), _chosen),
    Anchor(b":5432:", PGPASS, re.compile(rf":5432:{_PGPASS}"), _typed),
    Anchor(b":*:", PGPASS, re.compile(rf":\*:{_PGPASS}"), _typed),
    Anchor(b"akia", AWS_PAIR, re.compile(
        r"AKIA[A-Z0-9]{16}[\s,:;|\"']{1,12}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
        _always),
)  # fmt: skip

_WEB_KEY: Final = re.compile(
    r"""kty\\{0,3}["'][^{}\x00]{1,1500}?["']\\{0,3}(?:d|k)\\{0,3}["']\s{0,4}:\s{0,4}\\{0,3}["']"""
    r"(?P<secret>[A-Za-z0-9_-]{22,2048}+)"
)
_SHORTEST_WEB_KEY: Final = 32
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
    yield from _web_keys(text, small)


def _web_keys(text: str, small: bytes) -> Iterator[Hit]:
    """Find the private part of JSON web keys."""
    place = small.find(b"kty")
    while place >= 0:
        found = _WEB_KEY.match(text, place)
        if found is not None:
            yield Hit(JWK, *found.span("secret"))
        place = small.find(b"kty", place + _SHORTEST_WEB_KEY)
