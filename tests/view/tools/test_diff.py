"""Diffs: the kept patch as it is, or one worked out whose numbers are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from steno.format.tool_results import files
from steno.testing.file_tools import patch
from steno.view.parts import DiffLine, DiffPart, Hunk
from steno.view.tools import diff
from steno.view.tools.diff import join_diffs, patch_diff, text_diff

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

LINES = st.lists(st.sampled_from(["", "a", "b", "tide", "}"]), max_size=30)


def patched(old: Sequence[str], change: DiffPart) -> list[str]:
    """Apply a diff as ``patch`` would, and see to it that every number is right."""
    new: list[str] = []
    at = 0
    for hunk in change.hunks:
        assert hunk.old_start is not None
        assert hunk.new_start is not None
        begin = hunk.old_start - 1 if hunk.old_lines else hunk.old_start
        new += old[at:begin]
        at = begin
        assert len(new) == (hunk.new_start - 1 if hunk.new_lines else hunk.new_start)
        for line in hunk.lines:
            if line.kind in " -":
                assert line.old_number == at + 1
                assert old[at] == line.text
                at += 1
            if line.kind in " +":
                new.append(line.text)
                assert line.new_number == len(new)
        assert sum(line.kind in " -" for line in hunk.lines) == hunk.old_lines
        assert sum(line.kind in " +" for line in hunk.lines) == hunk.new_lines
    return new + list(old[at:])


def text_of(lines: Sequence[str]) -> str:
    """Put lines together as a file."""
    return "".join(f"{line}\n" for line in lines)


@given(LINES, LINES)
def test_diff_leads_from_the_old_text_to_the_new(old: list[str], new: list[str]) -> None:
    """Applied to the old lines, the diff gives the new ones; every number is right."""
    assert patched(old, text_diff("a", text_of(old), text_of(new))) == new


@given(LINES, LINES)
def test_kept_patch_gives_the_same_numbers(old: list[str], new: list[str]) -> None:
    """What the client stored is read with the numbers that it stands for."""
    kept = [files.Hunk(hunk) for hunk in patch(text_of(old), text_of(new))]
    assert patched([*old, ""], patch_diff("a", kept)) == [*new, ""]


def test_equal_texts_have_no_hunks() -> None:
    """Nothing changed, nothing is shown."""
    assert text_diff("a", "x\ny\n", "x\ny\n") == DiffPart("a", ())
    assert text_diff("a", "", "").hunks == ()


def test_context_is_three_lines_and_far_changes_are_apart() -> None:
    """Two changes far from each other are two hunks, each with three lines around."""
    old = [str(number) for number in range(1, 31)]
    new = ["first" if line == "5" else "second" if line == "25" else line for line in old]
    one, other = text_diff("a", text_of(old), text_of(new)).hunks
    assert (one.old_start, one.old_lines, other.new_start, other.new_lines) == (2, 7, 22, 7)
    assert one.lines[3:5] == (DiffLine("-", "5", 5, None), DiffLine("+", "first", None, 5))


def test_very_long_change_is_one_replacement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing is given up where it would take too long, and the diff is still right."""
    monkeypatch.setattr(diff, "MOST_COMPARISONS", 3)
    change = text_diff("a", "x\nkept\ny\nz\n", "p\nkept\nq\nz\n")
    assert "".join(line.kind for line in change.hunks[0].lines) == "---+++ "
    assert patched(["x", "kept", "y", "z"], change) == ["p", "kept", "q", "z"]


def test_pieces_of_a_file_have_no_numbers() -> None:
    """Where the place in the file is not known, none is made up."""
    (hunk,) = text_diff("a.py", "x\n", "y\n", placed=False).hunks
    assert hunk == Hunk(None, 1, None, 1, (DiffLine("-", "x"), DiffLine("+", "y")))


def test_newline_that_a_piece_gains_is_a_line() -> None:
    """A piece that ends in a newline where the old one did not adds a line."""
    assert (added := text_diff("a", "x", "x\n", placed=False)).added == 1
    assert added.removed == 0
    assert text_diff("a", "x\n", "", placed=False).removed == 1
    assert text_diff("a", "x", "x\n").hunks == ()


def stored(**hunk: Any) -> DiffPart:
    """Read one stored hunk."""
    return patch_diff("tides.py", [files.Hunk(hunk)])


def test_remark_of_a_patch_is_no_line_of_the_file() -> None:
    """A missing newline at the end is told, without a number."""
    change = stored(oldStart=4, newStart=4, lines=["-a", "\\ No newline at end of file", "+a"])
    assert change.hunks[0].lines == (
        DiffLine("-", "a", 4, None),
        DiffLine("\\", "No newline at end of file"),
        DiffLine("+", "a", None, 4),
    )
    assert (change.hunks[0].old_lines, change.hunks[0].new_lines) == (1, 1)


def test_broken_hunk_is_shown_as_far_as_it_goes() -> None:
    """A hunk without numbers or lines is no failure, and an unsigned line is a kept one."""
    assert stored().hunks == (Hunk(None, 0, None, 0, ()),)
    assert stored(lines=["strange", ""]).hunks[0].lines == (
        DiffLine(" ", "strange"),
        DiffLine(" ", ""),
    )


def test_changes_of_one_file_are_put_together() -> None:
    """Several replacements are one diff with the file's language."""
    pieces = [text_diff("a.py", "x", "y", placed=False), text_diff("a.py", "p", "q", placed=False)]
    joined = join_diffs("a.py", pieces)
    assert (joined.language, joined.added, joined.removed) == ("python", 2, 2)
