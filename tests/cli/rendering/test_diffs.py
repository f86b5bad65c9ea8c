"""Changes of files drawn."""

from __future__ import annotations

from steno.cli.rendering.diffs import draw_diff
from steno.cli.rendering.paper import drawing_paper, gutter
from steno.cli.rendering.signs import SIGNS
from steno.view.parts import DiffPart
from steno.view.tools.diff import join_diffs, text_diff

OLD = "\n".join(f"line {number}" for number in range(1, 21))
NEW = OLD.replace("line 3\n", "line three\n").replace("line 18\n", "")


def drawn(diff: DiffPart, most: int | None = None, *, colours: bool = False) -> list[str]:
    """Draw a change."""
    paper = drawing_paper(60, colours=colours)
    return list(draw_diff(paper, SIGNS, diff, gutter("  "), most))


def test_lines_have_their_numbers_and_signs() -> None:
    """A removed line that of before, the others that of after."""
    lines = drawn(text_diff("a", OLD, NEW))
    assert lines[:6] == [
        "   1   line 1", "   2   line 2", "   3 - line 3", "   3 + line three", "   4   line 4",
        "   5   line 5",
    ]  # fmt: skip
    assert lines[7] == "   ⋮"
    assert "  18 - line 18" in lines


def test_folded_changes_keep_to_the_point() -> None:
    """Only what stands right beside a change, and how many lines are left."""
    assert drawn(text_diff("a", OLD, NEW), 5) == [
        "  2   line 2", "  3 - line 3", "  3 + line three", "  4   line 4", "  ⋮",
        "  … 3 more lines, --depth full shows them",
    ]  # fmt: skip
    assert len(drawn(text_diff("a", OLD, NEW), 7)) == 8


def test_pieces_without_a_place_have_no_numbers() -> None:
    """Nobody knows where they stood."""
    pieces = [text_diff("a", "x", "y", placed=False), text_diff("a", "", "z", placed=False)]
    assert drawn(join_diffs("a", pieces)) == ["  - x", "  + y", "  ⋮", "  + z"]


def test_added_and_removed_lines_have_colours() -> None:
    """Green and red."""
    removed, added = drawn(text_diff("a", "x", "y", placed=False), colours=True)
    assert "\x1b[31m" in removed
    assert "\x1b[32m" in added


def test_long_lines_go_on_below_themselves() -> None:
    """Behind the same margin."""
    (first, second) = drawn(text_diff("a", "", "x" * 70, placed=False))
    assert first == f"  + {'x' * 56}"
    assert second == f"    {'x' * 14}"


def test_no_change_draws_nothing() -> None:
    """Nor does a file without lines."""
    assert drawn(text_diff("a", "x", "x")) == []
    assert drawn(DiffPart("a", ())) == []


def test_folded_changes_leave_out_empty_lines() -> None:
    """Unless they stand between two changes."""
    old, new = "a\n\nx\n\nb\n", "a\n\ny\n\nb\n"
    assert drawn(text_diff("a", old, new), 9) == ["  3 - x", "  3 + y"]
    both = drawn(text_diff("a", "x\n\ny\n", "1\n\n2\n"), 9)
    assert both == ["  1 - x", "  1 + 1", "  2", "  3 - y", "  3 + 2"]
