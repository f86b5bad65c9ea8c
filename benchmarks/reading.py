"""Reading every line of a tree, for the needed fields or whole, and counting it all."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.ground import steno_command
from benchmarks.table import Goal, Row, at_most, megabytes, seconds
from benchmarks.timing import Ratio, alternate, ratio

if TYPE_CHECKING:
    from benchmarks.ground import Ground, MadeHome
    from benchmarks.timing import Contender, Runner, Spent

SCAN_LIMIT: Final = 8
"""Goal of a scan, as a multiple of ``cat``."""
MEMORY_LIMIT: Final = 300e6
"""Bytes that a streaming command may hold."""
SCAN: Final = "steno: scan, needed fields"
_CAT: Final = "cat"
_PIPE: Final = "cat | wc -c"
_ORJSON: Final = "orjson"
_PARTS: Final = {
    SCAN: "scan",
    _ORJSON: "decode_orjson",
    "json": "decode_json",
    "steno.read: every line an entry": "read",
    "steno.read, and times and blocks": "read_typed",
}
_YARDSTICKS: Final = {
    _CAT: (),
    _PIPE: (_CAT,),
    _ORJSON: (_CAT,),
    SCAN: (_CAT, _PIPE, _ORJSON),
}
"""What a program is compared with, where it is not ``cat`` and orjson."""


class LinesDifferError(Exception):
    """Two readers found different numbers of lines, so their times say nothing."""

    def __init__(self, name: str, found: int, expected: int) -> None:
        """Take who found how many."""
        super().__init__(f"{name} read {found} lines, but there are {expected}")


def read_rows(ground: Ground) -> list[Row]:
    """Measure reading: processor time without start-up, beside ``cat`` of the same files."""
    tree = ground.tree
    taken = alternate(_readers(tree, ground.runner), ground.rounds)
    for name in taken.keys() & _PARTS.keys():
        for run in taken[name]:
            if run.count != tree.lines:
                raise LinesDifferError(name, run.count, tree.lines)
    return [_read_row(name, taken, tree.bytes) for name in taken]


def _readers(tree: MadeHome, runner: Runner) -> dict[str, Contender]:
    files = [str(path) for path in tree.files]
    readers: dict[str, Contender] = {
        _CAT: partial(runner.program, "cat", *files),
        _PIPE: partial(runner.program, "sh", "-c", 'cat "$@" | wc -c', "sh", *files),
    }
    for name, part in _PARTS.items():
        if name != _ORJSON or find_spec("orjson") is not None:
            readers[name] = partial(runner.part, part, str(tree.folder))
    return readers


def _read_row(name: str, taken: dict[str, list[Spent]], size: int) -> Row:
    own = [run.cpu for run in taken[name]]
    ratios = tuple(
        ratio(own, [run.cpu for run in taken[yardstick]], yardstick)
        for yardstick in _YARDSTICKS.get(name, (_CAT, _ORJSON))
        if yardstick in taken
    )
    goal = at_most(SCAN_LIMIT, ratios[0]) if name == SCAN else None
    return Row(f"read {megabytes(size)}", name, _speed(own, size, "CPU"), ratios, goal)


def _speed(times: list[float], size: int, kind: str) -> str:
    middle = median(times)
    return f"{seconds(middle)} {kind}, {size / middle / 1e6:,.0f} MB/s"


def stats_rows(ground: Ground) -> list[Row]:
    """Measure ``steno stats`` as a whole: time on the clock with start-up, and memory."""
    tree = ground.tree
    name = "steno stats"
    command = (*steno_command(), "--home", str(tree.folder), "stats")
    taken = alternate(
        {
            _CAT: partial(ground.runner.program, "cat", *map(str, tree.files)),
            name: partial(ground.runner.program, *command),
        },
        ground.rounds,
    )
    job = f"count {megabytes(tree.bytes)} in {len(tree.files)} files"
    ratios = (_of_wall(taken, name),)
    peak = max(run.rss for run in taken[name])
    speed = _speed([run.wall for run in taken[name]], tree.bytes, "wall")
    limit = Goal(f"<= {megabytes(MEMORY_LIMIT)}", peak <= MEMORY_LIMIT)
    return [
        Row(job, name, speed, ratios),
        Row(job, "steno stats: memory", f"{megabytes(peak)} RSS", goal=limit),
    ]


def _of_wall(taken: dict[str, list[Spent]], name: str) -> Ratio:
    return ratio([run.wall for run in taken[name]], [run.wall for run in taken[_CAT]], _CAT)
