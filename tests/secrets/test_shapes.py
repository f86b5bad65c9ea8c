"""What values look like."""

from __future__ import annotations

from random import Random

import pytest

from steno.secrets.shapes import (
    entropy,
    is_filler,
    is_stand_in,
    looks_like_password,
    looks_random,
)
from tests.secrets.made_secrets import ALNUM, HEX, some, uuid


def test_entropy_counts_bits() -> None:
    """Of one character none, of sixteen different ones four."""
    assert entropy("aaaa") == 0
    assert entropy("0123456789abcdef") == 4


@pytest.mark.parametrize(
    "value",
    ["x" * 36, "0" * 32, "abab" * 9, "***", "a1b2c3…", "1234567890abcdef12", "YOUR_KEY_A1b2c3d4"],
)
def test_filler_shows_only_a_form(value: str) -> None:
    """The same few characters, a row of them, or a word."""
    assert is_filler(value)


@pytest.mark.parametrize(
    "value",
    [
        "${TOKEN}",
        "$TOKEN",
        "{{ token }}",
        "%TOKEN%",
        "<your-key>",
        "process.env.KEY",
        "changeme1",
        "example-value-9",
        "op://vault/item",
        "os.environ['A1']",
        "REDACTED9",
    ],
)
def test_stand_ins_are_no_secrets(value: str) -> None:
    """Variables, slots of templates, words of manuals."""
    assert is_stand_in(value)
    assert not looks_random(value)
    assert not looks_like_password(value)


def test_chance_is_seen() -> None:
    """In letters and digits, in hex, and in a UUID."""
    rng = Random(4)
    values = [some(rng, ALNUM, 32), some(rng, HEX, 40), uuid(rng), some(rng, ALNUM, 24)]
    assert all(looks_random(value) for value in values)


@pytest.mark.parametrize(
    "value",
    [
        "short1A",
        "my-application-name-v2",
        "camelCaseIdentifier",
        "/usr/lib/python3/dist",
        "self.conf.v2",
        "https://host/a1b2c3d4e5f6",
        "aaaaaaaaaaaaaaaaaaaa",
        "release-candidate-17",
    ],
)
def test_names_are_not_random(value: str) -> None:
    """Words parted by dashes, paths, identifiers."""
    assert not looks_random(value)


@pytest.mark.parametrize("value", ["hunt3r-9", "Tr0ub4dor&3", "correct!horse", "aB3dE5gH"])
def test_passwords_are_seen(value: str) -> None:
    """Letters with figures or signs."""
    assert looks_like_password(value)


@pytest.mark.parametrize(
    "value",
    [
        "abc1",
        "current-pass",
        "onlyletters",
        "self.pass1",
        "DB_NAME_2",
        "/run/pw1",
        "1234567",
        "a1" * 80,
        "aaa111",
        "config?.core?.pw1",
    ],
)
def test_code_is_no_password(value: str) -> None:
    """Nor is what is too short, too long, or made of two characters."""
    assert not looks_like_password(value)
