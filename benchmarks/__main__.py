"""``python -m benchmarks [--mb N] [--rounds N] [--write] [NAME ...]``: measure, print the table."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks import machine
from benchmarks.appending import append_rows
from benchmarks.asking import ask_rows
from benchmarks.ground import SMOKE_BELOW, Ground
from benchmarks.hooking import hook_rows
from benchmarks.loading import load_rows
from benchmarks.opening import open_rows
from benchmarks.page import page
from benchmarks.reading import LinesDifferError, read_rows, stats_rows
from benchmarks.secrets import secret_rows
from benchmarks.starting import start_rows
from benchmarks.table import as_text
from benchmarks.timing import ROOT, ProgramFailedError
from benchmarks.tracing import trace_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.table import Row

BENCHMARKS: Final[dict[str, Callable[[Ground], list[Row]]]] = {
    "read": read_rows,
    "stats": stats_rows,
    "open": open_rows,
    "load": load_rows,
    "start": start_rows,
    "hook": hook_rows,
    "ask": ask_rows,
    "append": append_rows,
    "secrets": secret_rows,
    "trace": trace_rows,
}
"""Every benchmark by its name, in the order of the table."""
PAGE: Final = ROOT / "docs" / "benchmarks.md"
_NOT_HERE: Final = "The benchmarks need POSIX: elsewhere nobody says what one child process took."


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks asked for; a missed goal is a row of the table and no failure."""
    asked = _asked(arguments)
    if os.name != "posix":
        print(_NOT_HERE, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="steno-bench-") as folder:
        ground = Ground(Path(folder), asked.mb, asked.rounds)
        rows, failed = _run(ground, asked.names or list(BENCHMARKS))
    print(f"{_heading(ground)}\n\n{as_text(rows)}")
    if failed:
        return 1
    if asked.write:
        PAGE.write_text(page(rows, ground), "utf-8")
    return 0


def _heading(ground: Ground) -> str:
    smoke = " (a smoke run: the figures mean nothing)" if ground.is_smoke_run else ""
    return f"{machine.describe()}; {ground.megabytes:g} MB, rounds: {ground.rounds}{smoke}"


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line, and refuse what cannot be done."""
    names = ", ".join(BENCHMARKS)
    size = os.environ.get("BENCH_MB") or "100"
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {names}; all unless told")
    parser.add_argument(
        "--mb", type=float, default=size, metavar="N", help="size of the tree ($BENCH_MB, or 100)"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="5 unless told")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/benchmarks.md")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.names) - BENCHMARKS.keys():
        parser.error(f"there is no benchmark {min(unknown)!r}; there are {names}")
    if asked.mb <= 0 or asked.rounds < 1:
        parser.error("the size and the number of rounds must be more than nothing")
    if asked.write and (asked.names or asked.mb < SMOKE_BELOW):
        parser.error(f"--write keeps whole tables only: no names, {SMOKE_BELOW} MB or more")
    return asked


def _run(ground: Ground, names: Sequence[str]) -> tuple[list[Row], bool]:
    """Run benchmark after benchmark; one that cannot be run is told and passed over."""
    rows: list[Row] = []
    failed = False
    for name in names:
        print(f"{name} ...", file=sys.stderr)
        try:
            rows += BENCHMARKS[name](ground)
        except (ProgramFailedError, LinesDifferError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
    return rows, failed


if __name__ == "__main__":
    sys.exit(main())
