"""Appending lines to a session, safely, beside writing them without a care."""

from __future__ import annotations

from functools import partial
from itertools import count
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.parts import TURN
from benchmarks.table import Row, at_most
from benchmarks.timing import alternate, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.ground import Ground
    from benchmarks.timing import Spent

LINES: Final = 4_000
SYNCED_LINES: Final = 300
SMOKE_LINES: Final = 100
_PLAIN: Final = "write"
_SYNCED: Final = "write + fdatasync"
_PARTS: Final = {
    _PLAIN: ("append_plain", LINES),
    _SYNCED: ("append_synced", SYNCED_LINES),
    "steno: append_lines, 1 line a call": ("append_lines", LINES),
    "steno: SessionAppender, 1 line a call": ("append_kept", LINES),
    "steno: SessionAppender, 100 lines a call": ("append_hundreds", LINES),
    f"steno: SessionAppender, a turn of {TURN} lines, synced": ("append_turns", SYNCED_LINES),
}


def append_rows(ground: Ground) -> list[Row]:
    """Measure microseconds per line of 2.5 kB, on the disk that holds temporary files."""
    folder = ground.folder / "append"
    folder.mkdir()
    numbers = count()

    def append(part: str, lines: int) -> Spent:
        target = folder / f"{next(numbers)}.jsonl"
        try:
            return ground.runner.part(part, str(target), str(lines))
        finally:
            target.unlink(missing_ok=True)

    taken = alternate(
        {
            name: partial(append, part, SMOKE_LINES if ground.is_smoke_run else lines)
            for name, (part, lines) in _PARTS.items()
        },
        ground.rounds,
    )
    per_line = {name: [run.wall / run.count for run in runs] for name, runs in taken.items()}
    return list(_rows(per_line))


def _rows(per_line: dict[str, list[float]]) -> Iterator[Row]:
    for name, times in per_line.items():
        took = f"{median(times) * 1e6:,.1f} us a line"
        if name == _PLAIN:
            yield Row("append", name, took)
            continue
        plain = ratio(times, per_line[_PLAIN], _PLAIN)
        if name == _SYNCED:
            yield Row("append", name, took, (plain,))
            continue
        synced = ratio(times, per_line[_SYNCED], _SYNCED)
        yield Row("append", name, took, (plain, synced), at_most(1, synced))
