"""Overlapping hits, the allow list, and placeholders of before."""

from __future__ import annotations

from steno.secrets.rule import Danger, Hit, Rule
from steno.secrets.settle import Allowed, settled

LIGHT = Rule("light", "x", "", Danger.LOW, 0)
HEAVY = Rule("heavy", "x", "", Danger.HIGH, 2)


def test_what_overlaps_is_one_secret() -> None:
    """All that is covered goes, under the weightier name."""
    text = "0123456789" * 3
    hits = [Hit(LIGHT, 5, 20), Hit(HEAVY, 0, 8), Hit(LIGHT, 25, 28), Hit(LIGHT, 28, 30)]
    assert settled(text, hits, Allowed()) == [
        Hit(HEAVY, 0, 20), Hit(LIGHT, 25, 28), Hit(LIGHT, 28, 30),
    ]  # fmt: skip


def test_longer_one_names_equals() -> None:
    """Where both weigh the same."""
    other = Rule("other", "x", "")
    assert settled("a" * 20, [Hit(HEAVY, 0, 5), Hit(other, 2, 20)], Allowed()) == [
        Hit(other, 0, 20)
    ]


def test_allowed_secrets_are_left_out() -> None:
    """By their whole text, or by a pattern for it."""
    text = "abcdef ghijkl"
    hits = [Hit(HEAVY, 0, 6), Hit(HEAVY, 7, 13)]
    assert settled(text, hits, Allowed(["abcdef", ""])) == hits[1:]
    assert settled(text, hits, Allowed(["*i?kl"])) == hits[:1]
    assert settled(text, hits, Allowed(["abc"])) == hits


def test_placeholder_is_never_a_secret() -> None:
    """Nor what lies within one; but a secret beside one is."""
    text = "pw [REDACTED:password:12] realsecret99"
    assert settled(text, [Hit(HEAVY, 3, 25), Hit(LIGHT, 5, 20)], Allowed()) == []
    assert settled(text, [Hit(HEAVY, 26, 38)], Allowed()) == [Hit(HEAVY, 26, 38)]
    assert settled(text, [Hit(HEAVY, 3, 38)], Allowed()) == [Hit(HEAVY, 3, 38)]


def test_hostile_allow_patterns_have_an_end() -> None:
    """Stars are matched without going back."""
    assert ("a" * 5000) not in Allowed(["*a*a*a*a*a*a*a*a*a*a*b"])
