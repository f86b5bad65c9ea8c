"""Key blocks, addresses, headers, webhooks."""

from __future__ import annotations

import base64
from random import Random

import pytest

from steno.secrets.scan import Scanner
from tests.secrets.made_secrets import b64, password, pem, some

FIND = Scanner().find
HEADER = "-----BEGIN RSA PRIVATE" + " KEY-----"


def secrets(text: str) -> list[tuple[str, str]]:
    """Give rule and text of all hits."""
    return [(hit.rule.name, text[hit.start : hit.end]) for hit in FIND(text)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\\n", "\\\\n", "\n+", "\n    12→"])
def test_key_is_found_with_any_line_breaks(newline: str) -> None:
    """Escaped ones, those of a diff, those of a numbered listing: the whole block goes."""
    key = pem(Random(1), "EC PRIVATE" + " KEY", newline)
    assert secrets(f"a {key} b") == [("private-key", key)]


def test_key_that_is_cut_off_is_found() -> None:
    """As far as it goes."""
    body = b64(Random(2), 96)
    cut = f"{HEADER}\n{body[:64]}\n{body[64:]}"
    assert secrets(cut) == [("private-key", cut)]


def test_line_that_begins_a_key_is_none() -> None:
    """Code that looks for keys names it; certificates and public keys have another one."""
    assert FIND(f'if "{HEADER}" in text:') == []
    assert FIND(f"{HEADER}\n(hidden)\n-----END RSA PRIVATE KEY-----") == []
    assert FIND(pem(Random(3), "CERTIFICATE")) == []


def test_many_beginnings_have_an_end() -> None:
    """Each goes no further than the next one."""
    assert FIND(HEADER * 2000) == []


def test_putty_key_is_found() -> None:
    """By its lines."""
    text = f"PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n{b64(Random(4), 45)}\nPrivate-MAC: 1"
    assert [name for name, _ in secrets(text)] == ["private-key"]


@pytest.mark.parametrize(
    "url",
    ["postgres://user:password@localhost/x", "redis://app:app@host", "https://host:8080/a@b", "a://b:${PW}@c",
     "https://u:<password>@host", "amqp://guest:guest@mq", "http://host/a:b@c"],
)  # fmt: skip
def test_addresses_without_a_real_password(url: str) -> None:
    """Words of manuals, variables, ports."""
    assert FIND(url) == []


def test_password_of_an_address_is_found() -> None:
    """Only the password, not user or host."""
    secret = some(Random(5), "abcdef12345", 14)
    assert secrets(f"see postgresql://app:{secret}@db:5432/x") == [("url-password", secret)]


def test_basic_credentials_have_to_be_credentials() -> None:
    """Base64 of something else behind the word is prose."""
    good = base64.b64encode(f"me:{password(Random(6))}".encode()).decode()
    assert secrets(f"basic {good}") == [("basic-auth", good)]
    assert FIND("basic requirements0 are these") == []
    assert FIND("Basic abcdefghijklm") == []


def test_secret_beside_the_id_of_a_key_is_found() -> None:
    """As in the file that is downloaded once."""
    key, secret = "AKIA" + some(Random(7), "ABCDEFGH234", 16), some(Random(8), "abcDEF123/+", 40)
    assert ("aws-secret-key", secret) in secrets(f"{key},{secret}\n")
