"""Tests of the diff of a whole file: made, changed, removed, binary, hostile."""

from __future__ import annotations

import pytest

from steno.cli.file_diffs import LONGEST, file_diff


def test_changed_line_stands_among_its_neighbours() -> None:
    """As every unified diff does it."""
    assert list(file_diff("f", b"a\nb\nc\n", b"a\nx\nc\n")) == [
        "--- f", "+++ f", "@@ -1,3 +1,3 @@", " a", "-b", "+x", " c",
    ]  # fmt: skip


def test_file_that_comes_or_goes_has_no_other_side() -> None:
    """The name of nothing is that of every diff."""
    assert list(file_diff("f", None, b"a\n"))[:2] == ["--- /dev/null", "+++ f"]
    assert list(file_diff("f", b"a\n", None))[:2] == ["--- f", "+++ /dev/null"]


def test_missing_newline_at_the_end_is_told() -> None:
    """Else two lines would look alike and yet differ."""
    assert list(file_diff("f", b"a", b"a\n"))[3:] == ["-a (no newline at the end)", "+a"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b"a\0b", b"a\n", "binary: 3 B before, 2 B afterwards"),
        (b"a\n", b"a" * (LONGEST + 1), "too long to compare here"),
    ],
)
def test_what_cannot_be_shown_is_measured(old: bytes, new: bytes, words: str) -> None:
    """Binary files, and those that would take too long."""
    assert words in list(file_diff("f", old, new))[-1]


def test_nothing_hostile_gets_through() -> None:
    """Neither from a file nor from its name; lines end at newlines only."""
    lines = list(file_diff("f\x1b[2J", b"a\n", "\x1b]0;x\x07\u2028\u202e\x85\r\n".encode()))
    assert all(line.isprintable() for line in lines)
    assert len([line for line in lines if line.startswith("+")]) == 2
