"""Tokens: found in any surroundings, whole, and only where they stand free."""

from __future__ import annotations

from random import Random

import pytest

from steno.secrets.scan import Scanner
from steno.secrets.tokens import find_tokens, runs_of
from tests.secrets.made_secrets import ALNUM, HEX, some

GITHUB = "gh" + "p_" + some(Random(1), ALNUM, 36)
FIND = Scanner().find


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", ""),
        ("(", ")"),
        ('"', '"'),
        (r"first\n", r"\nlast"),
        ("a%20", "%0A"),
        ("\x1b[32m", "\x1b[0m"),
        ("密钥", "。"),
        ("x=", "&y=1"),
        ("token-", "."),
        ("https://", "@host/x"),
        ("\ud800", "\udfff"),
    ],
)
def test_token_is_found_in_any_surroundings(before: str, behind: str) -> None:
    """Escapes, colours, addresses, other scripts, halves of characters."""
    (hit,) = FIND(f"{before}{GITHUB}{behind}")
    assert (hit.rule.name, hit.start, hit.end) == (
        "github-token",
        len(before),
        len(before + GITHUB),
    )


def test_token_within_a_word_is_none() -> None:
    """A letter before it makes it part of something else."""
    assert FIND(f"ab{GITHUB}") == []


def test_filler_is_no_token() -> None:
    """The form alone is what manuals show."""
    assert FIND("gh" + "p_" + "x" * 36) == []
    assert FIND("sk-" + "ant-api03-" + "x" * 80) == []


def test_documented_key_is_found() -> None:
    """Even the one of a manual: who wants it passed over says so."""
    assert [hit.rule.name for hit in FIND("AKIA" + "IOSFODNN7EXAMPLE")] == ["aws-access-key"]


def test_several_in_a_run_are_all_found() -> None:
    """Parted by nothing but a dot."""
    other = "gl" + "pat-" + some(Random(2), ALNUM, 20)
    assert [hit.rule.name for hit in FIND(f"{GITHUB}.{other}")] == ["github-token", "gitlab-token"]


def test_literal_in_the_midst_is_found() -> None:
    """Also at the beginning of the text, where nothing stands before it."""
    key = some(Random(3), HEX, 32) + "-us12"
    assert [hit.rule.name for hit in FIND(key)] == ["mailchimp-key"]
    assert FIND("-us12") == []


def test_runs_are_letters_digits_and_four_signs() -> None:
    """One byte for each character."""
    assert runs_of(b"aZ0_-.~ /=?") == b"aaaaaaa    "
    assert list(find_tokens("", b"", b"")) == []
