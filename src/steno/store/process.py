"""The process that an edit runs in: who it is, and whether it still runs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from steno.disk.live import PROC, is_running, start_time
from steno.disk.peek import read_clipped
from steno.errors import UnreadableFileError

BOOT: Final = Path("sys/kernel/random/boot_id")
"""Below ``/proc``: another text after every start of the system."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process, told from later ones that get its number, as far as the system tells."""

    pid: int
    start: str | None = None
    """When it started, in clock ticks since boot; None where the system does not say."""
    boot: str | None = None
    """Which start of the system that was in."""


def this_process(proc: Path = PROC) -> Process:
    """Give the process that asks."""
    pid = os.getpid()
    return Process(pid, start_time(pid, proc), _boot(proc))


def still_runs(process: Process, proc: Path = PROC) -> bool:
    """Say whether that very process runs; where nobody can tell, it does."""
    boot = _boot(proc)
    if process.boot is not None and boot is not None and process.boot != boot:
        return False
    return is_running(process.pid, process.start, proc=proc) is not False


def _boot(proc: Path) -> str | None:
    try:
        return read_clipped(proc / BOOT, 64).content.decode("ascii", "replace").strip() or None
    except UnreadableFileError:
        return None
