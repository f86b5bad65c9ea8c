"""A whole history as traces: from transcripts over the outbox to a sink that takes everything."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.table import Row, cpu_and_memory, megabytes
from benchmarks.timing import alternate

if TYPE_CHECKING:
    from benchmarks.ground import Ground

_BACKFILL: Final = "steno: trace sync"
_AGAIN: Final = "steno: trace sync, nothing new"
_ROUNDS: Final = 2
"""Each of them takes as long as many others together."""


def trace_rows(ground: Ground) -> list[Row]:
    """Measure a first sync and one that finds everything sent; nothing goes over a network."""
    made = ground.tree
    contenders = {
        _BACKFILL: partial(ground.runner.part, "trace_all", str(made.folder), "1"),
        _AGAIN: partial(ground.runner.part, "trace_all", str(made.folder), "2"),
    }
    taken = alternate(contenders, min(ground.rounds, _ROUNDS))
    job = f"trace {megabytes(made.bytes)}"
    rows = []
    for name, runs in taken.items():
        rate = made.bytes / 1e6 / max(median(run.cpu for run in runs), 1e-9)
        rows.append(Row(job, f"{name}, {rate:.1f} MB/s", cpu_and_memory(runs)))
    return rows
