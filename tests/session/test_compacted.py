"""What stood before a compaction."""

from __future__ import annotations

from steno.session.compacted import Before
from tests.held import calls, held, progress, prompt, result, says, system


def test_rows_above_are_given_once_even_in_a_circle() -> None:
    """The walk ends where it began."""
    outline = held(says("a", "c", 0), says("b", "a", 1), says("c", "b", 2)).outline
    assert list(Before(outline, {}).above(2)) == [1, 0]


def test_the_line_before_is_the_newest_that_does_not_come_from_it() -> None:
    """Many lines behind a compaction may be as old as it is."""
    outline = held(
        prompt("old", None, 1),
        system("b", None, 5, "compact_boundary"),
        *(says(f"n{at}", f"n{at - 1}" if at else "b", 5) for at in range(50)),
        says("new", "old", 6),
    ).outline
    before = Before(outline, {1: ()})
    assert before.follows(1, None) == 0
    assert before.follows(1, "n3") == outline.by_uuid["n3"]
    assert Before(held(prompt("p", None, 0)).outline, {}).follows(0, 5) is None


def test_lines_in_use_end_at_the_compaction_before() -> None:
    """What that one preserved is still in use; what it dropped is not."""
    outline = held(
        prompt("p", None, 0),
        says("kept", "p", 1),
        system("b", None, 2, "compact_boundary"),
        calls("a", "b", 3, "m"),
        progress("g", "a", 4),
        result("r", "g", 5),
        result("lost", None, 5),
        says("c", "a", 6, "m"),
    ).outline
    before = Before(outline, {2: (1,)})
    assert before.dropped(99, 7) == {1, 3, 5, 7}
    assert before.dropped(7, 7) == {1, 3, 5}
    assert before.dropped(99, None) == set()
