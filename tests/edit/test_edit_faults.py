"""A full or failing disk during an edit: a clear message, and nothing half done."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.disk.child_processes import injecting, need_strace
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_apply import snapshot
from tests.written import ONE, write_lines

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs strace")

PROGRAM: Final = (sys.executable, "-m", "steno")
FAULTS: Final = (
    ("clone", "fsync", "error=ENOSPC", 1),
    ("clone", "fsync", "error=EIO", 3),
    ("clone", "pwrite64", "error=ENOSPC", 2),
    ("clone", "link,linkat,rename,renameat,renameat2", "error=ENOSPC", 2),
    ("trim", "fsync", "error=EIO", 2),
    ("trim", "fsync", "error=ENOSPC", 4),
    ("trim", "rename,renameat,renameat2", "error=EIO", 1),
    ("trim", "pwrite64", "error=EIO", 5),
)
"""Which edit, which system call fails, how, and at which time it is made."""
ARGUMENTS: Final = {
    "clone": ("clone", ONE, "--yes"),
    "trim": ("trim", ONE, "--tool-calls", "--in-place", "--yes"),
}


@pytest.mark.parametrize(("edit", "call", "fault", "nth"), FAULTS)
def test_failing_disk_is_told_and_nothing_is_half_done(
    tmp_path: Path, edit: str, call: str, fault: str, nth: int
) -> None:
    """The original is there as it was, or the whole result is."""
    need_strace()
    home, data = tmp_path / "home", tmp_path / "data"
    source = in_home(home, *CONVERSATION)
    assert source.path is not None
    write_lines(source.path.with_suffix("") / "tool-results" / "big.txt", b"big")
    before = snapshot(home)
    places = ("--home", str(home), "--db", str(data))
    done = subprocess.run(
        [*injecting(call, fault, nth), *PROGRAM, *ARGUMENTS[edit], *places],
        env={**os.environ, "STENO_CONFIG": str(tmp_path / "none.toml")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    after = {name: raw for name, raw in snapshot(home).items() if ".steno-" not in name}
    assert "Traceback" not in done.stderr
    own = str(source.path.relative_to(home))
    if done.returncode == 0:
        assert after != before
    else:
        assert done.returncode == 2
        assert done.stderr.startswith("steno: ") or "\nsteno: " in done.stderr
        assert after == before or after[own] != before[own]
