"""The table: what a row says, and how it is laid out."""

from __future__ import annotations

import pytest

from benchmarks.table import (
    Goal,
    Row,
    as_markdown,
    as_text,
    at_most,
    cpu_and_memory,
    megabytes,
    seconds,
)
from benchmarks.timing import Ratio, Spent

ROWS = [
    Row("read", "cat", "34 ms"),
    Row("read", "steno", "270 ms", (Ratio("cat", 7.94, 7.5), Ratio("a | b", 123.4, 0.004)),
        Goal("<= 8 x cat", met=True)),
    Row("start", "steno list", "90 ms", (Ratio("pass", 15.3, 14.0),),
        Goal("<= 12 x pass", met=None)),
]  # fmt: skip


def test_text_names_a_job_once_and_aligns_columns() -> None:
    """On a terminal the rows of a job stand together under its name."""
    assert as_text(ROWS).split("\n") == [
        "job    program     took    median (best) ratio                     goal          met",
        "-----  ----------  ------  --------------------------------------  ------------  -----",
        "read   cat         34 ms",
        "       steno       270 ms  7.94 (7.50) x cat, 123 (0.004) x a | b  <= 8 x cat    yes",
        "start  steno list  90 ms   15.3 (14.0) x pass                      <= 12 x pass  later",
    ]


def test_markdown_escapes_what_divides_cells() -> None:
    """In the docs a pipe within a cell stays within it."""
    lines = as_markdown(ROWS).split("\n")
    assert lines[0] == "| job | program | took | median (best) ratio | goal | met |"
    assert lines[1] == "| --- | --- | --- | --- | --- | --- |"
    assert lines[3] == (
        "|  | steno | 270 ms | 7.94 (7.50) x cat, 123 (0.004) x a \\| b | ≤ 8 x cat | yes |"
    )


@pytest.mark.parametrize(("median", "met"), [(7.9, True), (8.0, True), (8.1, False)])
def test_goal_is_judged_by_the_median(median: float, *, met: bool) -> None:
    """The best run alone does not reach a goal, nor does the worst miss it."""
    goal = at_most(8, Ratio("cat", median, 1.0))
    assert (goal.text, goal.met) == ("<= 8 x cat", met)


def test_missed_goal_says_no() -> None:
    """A missed goal is told in the row."""
    assert Row("read", "steno", "", goal=Goal("", met=False)).cells()[-1] == "no"


def test_goal_that_does_not_count_yet_has_no_verdict() -> None:
    """What cannot be judged yet is neither met nor missed."""
    assert at_most(12, Ratio("pass", 3.0, 3.0), counts=False).met is None


@pytest.mark.parametrize(
    ("spent", "shown"), [(1.234, "1.23 s"), (0.0342, "34.2 ms"), (0.9, "900 ms")]
)
def test_times_are_shown_in_a_unit_that_suits_them(spent: float, shown: str) -> None:
    """Seconds and milliseconds, three digits."""
    assert seconds(spent) == shown


def test_cost_is_the_middle_time_and_the_highest_peak() -> None:
    """One slow run does not count, one hungry run does."""
    runs = [Spent(9, 0.5, 20_000_000), Spent(9, 0.1, 90_000_000), Spent(9, 0.2, 10_000_000)]
    assert cpu_and_memory(runs) == "200 ms CPU, 90 MB RSS"


def test_sizes_are_shown_in_megabytes() -> None:
    """Decimal megabytes, thousands apart."""
    assert megabytes(1_234_567_890) == "1,235 MB"
