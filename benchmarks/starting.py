"""How long it takes until steno answers at all, as multiples of an empty Python."""

from __future__ import annotations

import sys
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.ground import steno_command
from benchmarks.table import Goal, Row, at_most, seconds
from benchmarks.timing import alternate, ratio

if TYPE_CHECKING:
    from benchmarks.ground import Ground
    from benchmarks.timing import Ratio

VERSION_LIMIT: Final = 6
LIST_LIMIT: Final = 12
LIST_HAS_AN_INDEX: Final = False
"""Until there is an index ``list`` reads the sessions themselves, and its goal does not count."""
_ROUNDS: Final = 6
"""Starts are short: so many more rounds than elsewhere."""
_EMPTY: Final = "python -c pass"
_VERSION: Final = "steno --version"
_LIST: Final = "steno list"


def start_rows(ground: Ground) -> list[Row]:
    """Measure whole processes on the clock."""
    steno, home = steno_command(), ground.small_home
    commands = {
        _EMPTY: [sys.executable, "-c", "pass"],
        _VERSION: [*steno, "--version"],
        "steno --help": [*steno, "--help"],
        _LIST: [*steno, "--home", str(home.folder), "list"],
    }
    contenders = {
        name: partial(ground.runner.program, *command) for name, command in commands.items()
    }
    taken = alternate(contenders, _ROUNDS * ground.rounds)
    walls = {name: [run.wall for run in runs] for name, runs in taken.items()}
    rows = [Row("start", _EMPTY, f"{seconds(median(walls[_EMPTY]))} wall")]
    for name in list(contenders)[1:]:
        against = ratio(walls[name], walls[_EMPTY], "pass")
        shown = f"{name}, {len(home.files)} files" if name == _LIST else name
        took = f"{seconds(median(walls[name]))} wall"
        rows.append(Row("start", shown, took, (against,), _goal(name, against)))
    return rows


def _goal(name: str, against: Ratio) -> Goal | None:
    if name == _VERSION:
        return at_most(VERSION_LIMIT, against)
    if name == _LIST:
        return at_most(LIST_LIMIT, against, counts=LIST_HAS_AN_INDEX)
    return None
