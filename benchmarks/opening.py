"""Opening a long session: its last entries, ready for the first screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from benchmarks.ground import steno_command
from benchmarks.parts import TAIL
from benchmarks.table import Goal, Row, at_most, cpu_and_memory, megabytes
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
TURNS: Final = 5
"""Turns on the first screen."""
_LINES: Final = f"steno show --entries --tail {TAIL}"
_SHOW: Final = f"steno show --tail {TURNS}"


def open_rows(ground: Ground) -> list[Row]:
    """Measure the first screen beside a full parse of the same file."""
    session = ground.long_session
    path = str(session.files[0])
    runner = ground.runner
    show = (*steno_command(), "--home", str(session.folder), "show", path, "--no-pager")
    taken = alternate(
        {
            _FULL: partial(runner.part, "open_json", path),
            _TAIL: partial(runner.part, "open_tail", path),
            _LINES: partial(runner.program, *show, "--entries", "--tail", str(TAIL)),
            _SHOW: partial(runner.program, *show, "--tail", str(TURNS)),
        },
        ground.rounds,
    )
    job = f"open a session of {megabytes(session.bytes)}"
    tail = _against_json(taken, _TAIL)
    return [
        Row(job, _FULL, cpu_and_memory(taken[_FULL])),
        Row(job, _TAIL, cpu_and_memory(taken[_TAIL]), (tail,), at_most(TIME_LIMIT, tail)),
        _memory_row(job, _TAIL, taken[_TAIL]),
        *(row for name in (_LINES, _SHOW) for row in _whole_program(job, name, taken)),
    ]


def _whole_program(job: str, name: str, taken: dict[str, list[Spent]]) -> list[Row]:
    ratios = (_against_json(taken, name),)
    return [
        Row(job, f"{name}, with start-up", cpu_and_memory(taken[name]), ratios),
        _memory_row(job, name, taken[name]),
    ]


def _against_json(taken: dict[str, list[Spent]], name: str) -> Ratio:
    return ratio([run.cpu for run in taken[name]], [run.cpu for run in taken[_FULL]], "json")


def _memory_row(job: str, name: str, runs: list[Spent]) -> Row:
    peak = max(run.rss for run in runs)
    goal = Goal(f"<= {megabytes(MEMORY_LIMIT)}", peak <= MEMORY_LIMIT)
    return Row(job, f"{name}: memory", f"{megabytes(peak)} RSS", goal=goal)
