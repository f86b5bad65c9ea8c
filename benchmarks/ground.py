"""What the benchmarks run on: made-up homes and sessions, each made when it is first needed."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from benchmarks.timing import Runner

SEED: Final = 20_260_302
SMOKE_BELOW: Final = 50
"""Megabytes of a tree below which a run only shows that everything works."""
LONG_SESSION: Final = 200
LONG_SESSION_IN_SMOKE: Final = 20
MANY_LINES: Final = 60_000
MANY_LINES_IN_SMOKE: Final = 2_000
"""Lines of the session that is loaded."""
SMALL_HOME: Final = 2
"""Megabytes of the home for ``steno list``: some twenty sessions."""


@dataclass(frozen=True, slots=True)
class MadeHome:
    """A home that was made up."""

    folder: Path
    files: tuple[Path, ...]
    bytes: int
    lines: int


class Ground:
    """The folder in which everything happens, and how much of it."""

    def __init__(self, folder: Path, megabytes: float, rounds: int) -> None:
        """Take an empty folder, the size of the tree, and how often to repeat."""
        self.folder = folder
        self.megabytes = megabytes
        self.rounds = rounds
        self.runner = Runner(folder)

    @property
    def is_smoke_run(self) -> bool:
        """True where the figures mean nothing."""
        return self.megabytes < SMOKE_BELOW

    @cached_property
    def tree(self) -> MadeHome:
        """A home of many sessions."""
        return self._make("tree", self.megabytes)

    @cached_property
    def small_home(self) -> MadeHome:
        """A home of a few sessions."""
        return self._make("small", min(SMALL_HOME, self.megabytes))

    @cached_property
    def long_session(self) -> MadeHome:
        """A home of one long session."""
        size = LONG_SESSION_IN_SMOKE if self.is_smoke_run else LONG_SESSION
        return self._make("long", size, "--one")

    @cached_property
    def many_lines(self) -> MadeHome:
        """A home of one session of many lines that was compacted now and then."""
        lines = MANY_LINES_IN_SMOKE if self.is_smoke_run else MANY_LINES
        return self._make("lines", 0, "--lines", str(lines))

    def _make(self, name: str, megabytes: float, *more: str) -> MadeHome:
        # In a process of its own: the memory of a parent counts as that of its children.
        folder = self.folder / name
        _, told = self.runner.module(
            "benchmarks.tree", str(folder), f"{megabytes:g}", str(SEED), *more
        )
        files = tuple(folder / path for path in told["files"])
        return MadeHome(folder, files, told["bytes"], told["lines"])


def steno_command() -> list[str]:
    """Give the command that starts steno: the installed one, or the same without installing."""
    script = Path(sys.executable).with_name("steno")
    if script.exists():
        return [str(script)]
    return [sys.executable, "-c", "from steno.cli.entry import run; run()"]
