"""The table of results: one row per program and job, as text and as Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.timing import Ratio, Spent

HEADINGS: Final = ("job", "program", "took", "median (best) ratio", "goal", "met")


@dataclass(frozen=True, slots=True)
class Goal:
    """What we aim for: at most ``limit``, of a yardstick or in a unit."""

    text: str
    met: bool | None
    """None where it cannot be said yet."""


@dataclass(frozen=True, slots=True)
class Row:
    """One program's results at one job."""

    job: str
    program: str
    took: str
    ratios: tuple[Ratio, ...] = ()
    goal: Goal | None = None

    def cells(self) -> tuple[str, ...]:
        """Give the row's cells under :data:`HEADINGS`."""
        goal = "" if self.goal is None else self.goal.text
        ratios = ", ".join(_ratio(each) for each in self.ratios)
        return (self.job, self.program, self.took, ratios, goal, _verdict(self.goal))


def at_most(limit: float, ratio: Ratio, *, counts: bool = True) -> Goal:
    """Give the goal of taking at most ``limit`` times as much as a yardstick.

    It is judged by the median. One that does not count yet is given without a verdict.
    """
    met = ratio.median <= limit if counts else None
    return Goal(f"<= {limit:g} x {ratio.to}", met)


def _ratio(each: Ratio) -> str:
    return f"{_figure(each.median)} ({_figure(each.best)}) x {each.to}"


def _figure(number: float) -> str:
    """Write a ratio with two significant digits or more."""
    if number >= 100:
        return f"{number:.0f}"
    if number >= 10:
        return f"{number:.1f}"
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


def _verdict(goal: Goal | None) -> str:
    if goal is None:
        return ""
    return "later" if goal.met is None else "yes" if goal.met else "no"


def as_text(rows: Sequence[Row]) -> str:
    """Lay the table out for a terminal."""
    table = [HEADINGS, *_without_repeats(rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def as_markdown(rows: Sequence[Row]) -> str:
    """Lay the table out for the docs."""
    table = [HEADINGS, ("---",) * len(HEADINGS), *_without_repeats(rows)]
    return "\n".join(f"| {' | '.join(_escaped(cell) for cell in cells)} |" for cells in table)


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace("<=", "≤")


def _without_repeats(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Name a job on the first of its rows only."""
    jobs = ["", *(row.job for row in rows)]
    return [
        ("" if row.job == before else row.job, *row.cells()[1:])
        for before, row in zip(jobs, rows, strict=False)
    ]


def cpu_and_memory(runs: Sequence[Spent]) -> str:
    """Write what the runs of a program took: processor time, and memory at the peak."""
    peak = max(run.rss for run in runs)
    return f"{seconds(median(run.cpu for run in runs))} CPU, {megabytes(peak)} RSS"


def megabytes(count: float) -> str:
    """Write bytes in megabytes."""
    return f"{count / 1e6:,.0f} MB"


def seconds(spent: float) -> str:
    """Write a time in the unit that suits it."""
    return f"{spent:.2f} s" if spent >= 1 else f"{spent * 1e3:.3g} ms"
