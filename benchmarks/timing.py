"""Run programs in turn and compare what they took: time, processor time, memory (POSIX only)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Contender = Callable[[], "Spent"]
    """Something that can be run and measured."""

ROOT: Final = Path(__file__).resolve().parents[1]
"""The repository, from which the measured parts are started."""
_RSS_UNIT: Final = 1 if sys.platform == "darwin" else 1024


class ProgramFailedError(Exception):
    """A program that was to be measured did not do its work."""

    def __init__(self, command: Sequence[str], code: int, complaint: str) -> None:
        """Take what was run, how it ended, and what it said last."""
        last = complaint.strip().rpartition("\n")[2]
        super().__init__(f"{' '.join(command[:4])[:200]} ended with {code}: {last}")


@dataclass(frozen=True, slots=True)
class Spent:
    """What one run took."""

    wall: float
    """Seconds on the clock."""
    cpu: float
    """Seconds of processor time, user and system."""
    rss: int
    """Bytes of memory at the peak, of the whole process."""
    count: int = 0
    """How many things were done, where a run counts them."""


class Runner:
    """Starts programs one at a time, all in the same surroundings."""

    def __init__(self, folder: Path) -> None:
        """Take a folder for what they leave behind."""
        self.home = home = folder / "nobody"
        home.mkdir(parents=True)
        self._environment = {
            **{name: value for name, value in os.environ.items() if _is_neutral(name)},
            "HOME": str(home),
            # Python compiles what it imports once, wherever it may, and never into the sources.
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }

    def program(
        self, *command: str, said: Path | None = None, environ: Mapping[str, str] | None = None
    ) -> Spent:
        """Run a program to its end, its output thrown away; give what it and its children took.

        ``said`` is a file that it finds on standard input, ``environ`` are variables of its own.
        """
        if said is None:
            return self._run(command, subprocess.DEVNULL, environ=environ)
        with said.open("rb") as stdin:
            return self._run(command, subprocess.DEVNULL, stdin.fileno())

    def part(self, name: str, *arguments: str) -> Spent:
        """Run a part of :mod:`benchmarks.parts` in a process of its own.

        Times are those of the part alone, without start-up and imports; memory is the process's.
        """
        whole, told = self.module("benchmarks.parts", name, *arguments)
        return Spent(told["wall"], told["cpu"], whole.rss, told["count"])

    def module(self, *arguments: str) -> tuple[Spent, Any]:
        """Run a module with these arguments and read the JSON document that it prints."""
        with tempfile.TemporaryFile() as output:
            whole = self._run((sys.executable, "-m", *arguments), output.fileno())
            output.seek(0)
            return whole, json.loads(output.read())

    def _run(
        self,
        command: Sequence[str],
        output: int,
        stdin: int = subprocess.DEVNULL,
        environ: Mapping[str, str] | None = None,
    ) -> Spent:
        with tempfile.TemporaryFile() as complaint:
            began = time.perf_counter()
            process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=output,
                stderr=complaint,
                cwd=ROOT,
                env=self._environment | dict(environ or {}),
            )
            # Of all ways to wait only this one says what this very child took.
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                complaint.seek(0)
                said = complaint.read().decode("utf-8", "replace")
                raise ProgramFailedError(command, process.returncode, said)
        return Spent(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _RSS_UNIT)


def _is_neutral(name: str) -> bool:
    """Tell what may be handed on from what leads to the user's sessions or changes Python."""
    kept = name in {"PYTHONPATH", "PYTHONHOME"}
    return kept or not name.startswith(("CLAUDE_", "STENO_", "XDG_", "COV", "PYTHON", "PYTEST_"))


def alternate(contenders: Mapping[str, Contender], rounds: int) -> dict[str, list[Spent]]:
    """Run all contenders in turn, so that a busy minute of the machine hits them alike.

    One more round goes first and does not count: files are read and code is compiled.
    """
    for run in contenders.values():
        run()
    taken: dict[str, list[Spent]] = {name: [] for name in contenders}
    for number in range(rounds):
        # There and back again: nobody always runs behind the same neighbour.
        order = list(contenders)[:: -1 if number % 2 else 1]
        for name in order:
            taken[name].append(contenders[name]())
    return taken


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as much as a yardstick one of the contenders took."""

    to: str
    """The yardstick's name."""
    median: float
    """The median of the rounds' ratios."""
    best: float
    """The ratio of the fastest runs."""


def ratio(own: Sequence[float], yardstick: Sequence[float], to: str) -> Ratio:
    """Compare the figures of the same rounds."""
    pairs = [mine / max(theirs, 1e-9) for mine, theirs in zip(own, yardstick, strict=True)]
    return Ratio(to, median(pairs), min(own) / max(min(yardstick), 1e-9))
