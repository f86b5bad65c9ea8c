"""Columns that fit, and those that do not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.cli.fitting import FEWEST, fit, total_width

COLUMNS = ["id", "text", "a", "b"]
WIDTHS = st.lists(st.integers(1, 100), min_size=4, max_size=4)


def test_everything_is_kept_where_there_is_room() -> None:
    """At its full width, which is never stretched."""
    kept = fit(COLUMNS, [8, 50, 3, 4], 200, least={"text": 20}, drop=["b", "a"])
    assert kept == {0: 8, 1: 50, 2: 3, 3: 4}


def test_text_is_narrowed_before_a_column_is_dropped() -> None:
    """And columns are dropped before the text gets less than it needs."""
    policy = {"least": {"text": 20}, "drop": ["b", "a"]}
    assert fit(COLUMNS, [8, 50, 3, 4], 41, **policy) == {0: 8, 1: 20, 2: 3, 3: 4}  # type: ignore[arg-type]
    assert fit(COLUMNS, [8, 50, 3, 4], 40, **policy) == {0: 8, 1: 25, 2: 3}  # type: ignore[arg-type]


def test_text_gives_way_when_nothing_can_be_dropped() -> None:
    """Down to a few cells; then the line is too long."""
    assert fit(COLUMNS[:2], [8, 50], 25, least={"text": 20}, drop=[]) == {0: 8, 1: 15}
    assert fit(COLUMNS[:2], [8, 50], 5, least={"text": 20}, drop=[]) == {0: 8, 1: FEWEST}


def test_texts_give_way_one_after_another_and_then_together() -> None:
    """The first one alone down to twice its least; from there on each in proportion."""
    least = {"text": 10, "a": 5}
    shown = {}
    for room in (60, 52, 36, 30):
        kept = fit(COLUMNS, [8, 30, 12, 4], room, least=least, drop=[])
        shown[room] = (kept[1], kept[2])
    assert shown == {60: (30, 12), 52: (22, 12), 36: (12, 6), 30: (8, 5)}


def test_no_columns_have_no_width() -> None:
    """Nor gaps."""
    assert total_width([]) == 0


@given(WIDTHS, st.integers(1, 300))
def test_only_text_is_ever_narrowed(widths: list[int], room: int) -> None:
    """Whatever is shown of the others is whole; it fits wherever it can."""
    kept = fit(COLUMNS, widths, room, least={"text": 32}, drop=["b", "a"])
    assert all(width == widths[place] for place, width in kept.items() if place != 1)
    smallest = total_width([widths[0], min(widths[1], FEWEST)])
    assert total_width(list(kept.values())) <= max(room, smallest)
