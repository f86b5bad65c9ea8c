"""Opening a long session: its last entries, ready for the first screen."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.ground import steno_command
from benchmarks.parts import TAIL
from benchmarks.table import Goal, Row, at_most, megabytes, seconds
from benchmarks.timing import alternate, ratio

if TYPE_CHECKING:
    from benchmarks.ground import Ground
    from benchmarks.timing import Ratio, Spent

TIME_LIMIT: Final = 0.05
"""Goal of the first screen, as a multiple of a full parse."""
MEMORY_LIMIT: Final = 60e6
"""Goal of the first screen, in bytes."""
_FULL: Final = "json, whole file"
_TAIL: Final = f"steno: read_tail, {TAIL} entries"
_SHOW: Final = f"steno show --tail {TAIL}"


def open_rows(ground: Ground) -> list[Row]:
    """Measure the first screen beside a full parse of the same file."""
    session = ground.long_session
    path = str(session.files[0])
    runner = ground.runner
    show = (*steno_command(), "--home", str(session.folder), "show", path)
    taken = alternate(
        {
            _FULL: partial(runner.part, "open_json", path),
            _TAIL: partial(runner.part, "open_tail", path),
            _SHOW: partial(runner.program, *show, "--tail", str(TAIL), "--no-pager"),
        },
        ground.rounds,
    )
    job = f"open a session of {megabytes(session.bytes)}"
    times = {name: _against_json(taken, name) for name in (_TAIL, _SHOW)}
    return [
        Row(job, _FULL, _took(taken[_FULL])),
        Row(job, _TAIL, _took(taken[_TAIL]), (times[_TAIL],), at_most(TIME_LIMIT, times[_TAIL])),
        _memory_row(job, _TAIL, taken[_TAIL]),
        Row(job, f"{_SHOW}, with start-up", _took(taken[_SHOW]), (times[_SHOW],)),
        _memory_row(job, _SHOW, taken[_SHOW]),
    ]


def _against_json(taken: dict[str, list[Spent]], name: str) -> Ratio:
    return ratio([run.cpu for run in taken[name]], [run.cpu for run in taken[_FULL]], "json")


def _memory_row(job: str, name: str, runs: list[Spent]) -> Row:
    peak = max(run.rss for run in runs)
    goal = Goal(f"<= {megabytes(MEMORY_LIMIT)}", peak <= MEMORY_LIMIT)
    return Row(job, f"{name}: memory", f"{megabytes(peak)} RSS", goal=goal)


def _took(runs: list[Spent]) -> str:
    peak = max(run.rss for run in runs)
    return f"{seconds(median(run.cpu for run in runs))} CPU, {megabytes(peak)} RSS"
