"""Patterns of the user's own: what counts, what is refused, and that all of them end."""

from __future__ import annotations

import sys

import pytest

from steno.errors import ConfigError
from steno.secrets.own_patterns import LONGEST_PATTERN, MOST_PATTERNS, own_patterns
from steno.secrets.scan import Scanner

HOSTILE = [
    *(f"({'a' * n}+)+$" for n in range(1, 21)),
    *(f"(a|a{'a' * n})*b" for n in range(20)),
    *(f"(a*){{{n}}}b" for n in range(1, 21)),
    *(f"({'(' * n}a*{')*' * n})*c" for n in range(20)),
    *(f"(?:a?){{{n}}}a{{{n}}}x" for n in range(21, 41)),
]


def test_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install; without patterns nothing is missed."""
    monkeypatch.setitem(sys.modules, "re2", None)
    assert own_patterns({}) == ()
    with pytest.raises(ConfigError, match="google-re2"):
        own_patterns({"a": "b"})


def test_too_many_patterns_are_refused() -> None:
    """Each of them costs time on every line."""
    with pytest.raises(ConfigError, match="more than"):
        own_patterns({str(number): "a" for number in range(MOST_PATTERNS + 1)})


def test_group_says_what_counts() -> None:
    """One called secret, else the first, else all of it."""
    pytest.importorskip("re2")
    text = "id acme_12345 end"
    for pattern in (r"acme_(?P<secret>\d+)", r"acme_(\d+)", r"\d{5}"):
        (hit,) = Scanner(patterns={"Acme Key!": pattern}).find(text)
        assert (hit.rule.name, hit.rule.family, text[hit.start : hit.end]) == (
            "acme-key",
            "own",
            "12345",
        )


def test_empty_matches_and_missing_groups_are_none() -> None:
    """There is nothing to hide."""
    pytest.importorskip("re2")
    assert Scanner(patterns={"a": "x*", "b": "(y)?z"}).find("zzz") == []


def test_other_scripts_do_not_shift_the_place() -> None:
    """Nor do halves of characters."""
    pytest.importorskip("re2")
    text = "密钥\ud800🌊 acme_12345"
    (hit,) = Scanner(patterns={"a": r"acme_\d+"}).find(text)
    assert text[hit.start : hit.end] == "acme_12345"
    value = {"密": [text]}
    (found,) = Scanner(patterns={"a": r"acme_\d+"}).find_in(value)
    assert (found.path, found.secret) == (("密", 0), "acme_12345")


@pytest.mark.parametrize("pattern", ["(", r"(a)\1", "(?=a)", "a{2000}", "[z-a]", "\ud800"])
def test_wrong_patterns_are_told(pattern: str) -> None:
    """By name, with the reason."""
    pytest.importorskip("re2")
    with pytest.raises(ConfigError, match=r"secrets\.patterns\.mine"):
        own_patterns({"mine": pattern})


def test_long_pattern_is_refused() -> None:
    """A list of words belongs into several."""
    pytest.importorskip("re2")
    with pytest.raises(ConfigError, match="longer than"):
        own_patterns({"mine": "a" * (LONGEST_PATTERN + 1)})


@pytest.mark.parametrize("pattern", HOSTILE)
def test_hostile_patterns_end(pattern: str) -> None:
    """A hundred that would keep a backtracking engine busy until tomorrow."""
    pytest.importorskip("re2")
    assert len(HOSTILE) == 100
    try:
        scanner = Scanner(patterns={"hostile": pattern})
    except ConfigError:
        return
    assert isinstance(scanner.find("a" * 5_000 + "!"), list)
