"""Looking for secrets in decoded entries: how much text a second, on one core."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.table import Goal, Row, cpu_and_memory, megabytes
from benchmarks.timing import alternate

if TYPE_CHECKING:
    from benchmarks.ground import Ground

LEAST: Final = 10
"""Goal: megabytes of decoded text a second."""
_FIND: Final = "steno: secrets"


def secret_rows(ground: Ground) -> list[Row]:
    """Measure the rules alone: the entries are decoded before the clock starts."""
    made = ground.small_home
    find = partial(ground.runner.part, "find_secrets", str(made.folder))
    (runs,) = alternate({_FIND: find}, ground.rounds).values()
    rate = runs[0].count / 1e6 / max(median(run.cpu for run in runs), 1e-9)
    goal = Goal(f">= {LEAST} MB/s", rate >= LEAST)
    job = f"secrets in {megabytes(runs[0].count)} of decoded text"
    return [Row(job, f"{_FIND}, {rate:.1f} MB/s", cpu_and_memory(runs), goal=goal)]
