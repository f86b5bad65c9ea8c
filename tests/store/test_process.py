"""A process is told from later ones that get its number."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from steno.store.process import BOOT, Process, still_runs, this_process

if TYPE_CHECKING:
    from pathlib import Path


def stat_line(start: str) -> bytes:
    """Write what the system tells of a process that started then."""
    return b"1 (a) b) S " + b"0 " * 18 + start.encode() + b" 0\n"


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """Make a /proc in which this process has started at 500."""
    for path, content in (
        (tmp_path / str(os.getpid()) / "stat", stat_line("500")),
        (tmp_path / BOOT, b"one\n"),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path


def test_this_process_runs() -> None:
    """As the system tells it, whatever it tells."""
    assert this_process().pid == os.getpid()
    assert still_runs(this_process())


def test_process_is_known_by_start_and_boot(proc: Path) -> None:
    """Another with the same number, or after the system was started anew, is another one."""
    here = this_process(proc)
    assert here == Process(os.getpid(), "500", "one")
    assert still_runs(here, proc)
    assert not still_runs(Process(here.pid, "499", "one"), proc)
    assert not still_runs(Process(here.pid, "500", "two"), proc)


def test_where_the_system_tells_nothing_the_number_counts(proc: Path, tmp_path: Path) -> None:
    """Also for what was noted on such a system."""
    assert this_process(tmp_path / "none") == Process(os.getpid())
    assert still_runs(Process(os.getpid()), proc)
    assert still_runs(Process(os.getpid(), "1", "two"), tmp_path / "none")


def test_process_that_has_ended_does_not_run() -> None:
    """Its number is free again."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert not still_runs(Process(child.pid))
