"""Wordings: titles stay one short line, numbers read as people say them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.view.tools.wording import (
    changes,
    count,
    duration,
    file_name,
    first_line,
    joined,
    one_line,
    short_path,
    size,
)


@given(st.text(max_size=2000), st.integers(5, 300))
def test_one_line_is_one_line_within_the_limit(text: str, limit: int) -> None:
    """No text brings a line break or too many characters into a title."""
    line = one_line(text, limit)
    assert len(line) <= limit
    assert line == " ".join(line.split())


def test_text_that_was_cut_says_so() -> None:
    """An ellipsis stands for what is left out, also where it is white space that was cut."""
    assert one_line("high water at noon", 11) == "high water…"
    assert one_line("high" + " " * 100 + "water", 10) == "high…"
    assert one_line("high\n\twater", 10) == "high water"


def test_first_line_passes_over_empty_ones() -> None:
    """Leading blank lines are no first line."""
    assert first_line("\n\n  git status \nls") == "git status"
    assert first_line(" \n ") == ""


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 files"), (1, "1 file"), (2, "2 files"), (1204, "1,204 files")]
)
def test_count_knows_one_from_many(number: int, said: str) -> None:
    """One file is no files."""
    assert count(number, "file") == said


def test_count_takes_an_odd_plural() -> None:
    """Where an s is not enough, the plural is given."""
    assert (count(1, "match", "matches"), count(3, "match", "matches")) == ("1 match", "3 matches")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (48_213, "48 kB"),
        (1_240_000, "1.2 MB"), (5_000_000_000, "5.0 GB"),
    ],
)  # fmt: skip
def test_size_has_at_most_three_digits(number: int, said: str) -> None:
    """Sizes are told in the unit that fits."""
    assert size(number) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.04, "0.0 s"), (0.42, "0.4 s"), (48.4, "48 s"), (59.6, "1 min 0 s"), (108, "1 min 48 s"),
        (7500, "2 h 5 min"), (math.inf, "inf s"), (math.nan, "nan s"),
    ],
)  # fmt: skip
def test_duration_is_told_in_two_units_at_most(seconds: float, said: str) -> None:
    """Tenths matter for what is short, hours for what is long; nothing makes it fail."""
    assert duration(seconds) == said


def test_joined_leaves_out_what_says_nothing() -> None:
    """Empty pieces leave no separator behind."""
    assert joined("", "11 tools", "", "48 s") == "11 tools · 48 s"


@pytest.mark.parametrize(
    ("added", "removed", "said"),
    [(12, 3, "+12 -3"), (4, 0, "+4"), (0, 1, "-1"), (0, 0, "no change")],
)
def test_changes_name_only_the_side_that_changed(added: int, removed: int, said: str) -> None:
    """Nothing is added or removed by zero lines."""
    assert changes(added, removed) == said


@pytest.mark.parametrize(
    ("path", "cwd", "shown"),
    [
        ("/home/mira/ebb/src/app.py", "/home/mira/ebb", "src/app.py"),
        ("/home/mira/ebb/src/app.py", "/home/mira/ebb/", "src/app.py"),
        ("/home/mira/ebb", "/home/mira/ebb", "."),
        ("/home/mira/ebbtide/a.py", "/home/mira/ebb", "/home/mira/ebbtide/a.py"),
        ("/etc/hosts", "/home/mira/ebb", "/etc/hosts"),
        ("src/app.py", "/home/mira/ebb", "src/app.py"),
        ("C:\\ebb\\src\\app.py", "C:\\ebb", "src\\app.py"),
        ("/etc/hosts", "", "/etc/hosts"),
        ("", "/home/mira/ebb", ""),
    ],
)
def test_path_is_short_inside_its_folder(path: str, cwd: str, shown: str) -> None:
    """Only what really lies in the folder is told relative to it."""
    assert short_path(path, cwd) == shown


@pytest.mark.parametrize(
    ("path", "name"), [("a/b.py", "b.py"), ("C:\\a\\b.py", "b.py"), ("b/", "b"), ("", "")]
)
def test_file_name_is_the_last_step(path: str, name: str) -> None:
    """Both kinds of separators count."""
    assert file_name(path) == name
