"""Patterns of ripgrep in Python."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.client.tools.searching.patterns import PatternError, compiled


def _finds(pattern: str, text: str) -> bool:
    return compiled(pattern, ignore_case=False, multiline=False).search(text) is not None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\p{Lu}", "aB"), (r"\pL", "a"), (r"[\p{L}]", "a"),
        (r"(?<name>a)b", "ab"), (r"[[:digit:]]+", "7"), (r"[]a]", "]"), (r"[^]a]", "b"),
        (r"a{2,3}", "aa"), (r"\{x\}", "{x}"), (r"\d+\z", "7"), (r"\-n", "-n"), (r"\bfoo\b", "foo"),
        (r"a\/b", "a/b"),
    ],
)  # fmt: skip
def test_patterns_find_what_they_mean(pattern: str, text: str) -> None:
    """What ripgrep takes, Python is told in its own words."""
    assert _finds(pattern, text)


@pytest.mark.parametrize(
    "pattern",
    ["(", "a{", "f() {", "(?=a)", "(?<!a)b", r"(a)\1", r"\q", r"\p{Nope}", "[a&&b]", "*a"],
)
def test_what_ripgrep_refuses_is_refused(pattern: str) -> None:
    """A pattern that ripgrep does not take is an error with the pattern in it."""
    with pytest.raises(PatternError, match=re.escape(pattern)):
        _finds(pattern, "")


@given(st.text(max_size=20))
def test_any_text_is_a_pattern_or_an_error(pattern: str) -> None:
    """Whatever comes compiles or is a PatternError."""
    with contextlib.suppress(PatternError):
        compiled(pattern, ignore_case=True, multiline=True).search("text")


@given(st.text(min_size=1, max_size=20))
def test_an_escaped_text_finds_itself(text: str) -> None:
    """A text in which every special character is escaped is found."""
    assert _finds(re.escape(text).replace("\\\n", "\n"), text)
