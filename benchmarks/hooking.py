"""What the client's hook costs at the end of every turn, as multiples of an empty Python."""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final
from uuid import UUID

from benchmarks.table import Row, at_most, seconds
from benchmarks.timing import alternate, ratio

if TYPE_CHECKING:
    from benchmarks.ground import Ground
    from benchmarks.timing import Runner, Spent

HOOK_LIMIT: Final = 3
FEW_FILES: Final = 20
MANY_FILES: Final = 20_000
MANY_FILES_IN_SMOKE: Final = 200
_IN_A_FOLDER: Final = 200
_ROUNDS: Final = 6
"""Starts are short: so many more rounds than elsewhere."""
_EMPTY: Final = "python -c pass"
_HOOK: Final = "steno-hook"


def hook_rows(ground: Ground) -> list[Row]:
    """Measure whole processes on the clock, in a home of few files and then of many."""
    many = MANY_FILES_IN_SMOKE if ground.is_smoke_run else MANY_FILES
    rows: list[Row] = []
    for count in (FEW_FILES, many):
        said = _filled(ground.runner.home, count)
        contenders = {
            _EMPTY: partial(ground.runner.program, sys.executable, "-c", "pass"),
            _HOOK: partial(_hooked, ground.runner, said),
        }
        taken = alternate(contenders, _ROUNDS * ground.rounds)
        walls = {name: [run.wall for run in runs] for name, runs in taken.items()}
        if not rows:
            rows.append(Row("hook", _EMPTY, f"{seconds(median(walls[_EMPTY]))} wall"))
        against = ratio(walls[_HOOK], walls[_EMPTY], "pass")
        took = f"{seconds(median(walls[_HOOK]))} wall"
        shown = f"{_HOOK}, {count:,} files"
        rows.append(Row("hook", shown, took, (against,), at_most(HOOK_LIMIT, against)))
    return rows


def _filled(home: Path, count: int) -> Path:
    """Put so many sessions into a home, and give what the client says at the end of one's turn."""
    projects = home / ".claude" / "projects"
    for number in range(count):
        path = projects / f"-tides-{number // _IN_A_FOLDER}" / f"{UUID(int=number)}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('{"type":"user"}\n')
    said = home / "said.json"
    told = {
        "session_id": path.stem,
        "transcript_path": str(path),
        "cwd": str(home),
        "prompt_id": "prompt",
        "hook_event_name": "Stop",
        "stop_hook_active": False,
        "last_assistant_message": "Ebb is at noon. " * 50,
    }
    said.write_text(json.dumps(told))
    return said


def _hooked(runner: Runner, said: Path) -> Spent:
    """Run the hook, which starts an exporter; then wait until that has ended, off the clock."""
    import fcntl  # noqa: PLC0415 - not everywhere, and there the benchmarks do not run

    spent = runner.program(*_command(), said=said)
    lock = runner.home / ".local" / "share" / "steno" / "spool" / "exporter.lock"
    with lock.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
    time.sleep(0.01)
    return spent


def _command() -> list[str]:
    script = Path(sys.executable).with_name(_HOOK)
    if script.exists():
        return [str(script)]
    return [sys.executable, "-c", "from steno_hook import run; run()"]
