"""A full or failing disk during an edit: a clear message, and nothing half done."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.session.session import load
from tests.disk.child_processes import injecting, need_strace
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_apply import snapshot
from tests.edit.test_edit_crashes import clean_up
from tests.written import ONE, write_lines

if TYPE_CHECKING:
    from steno.edit.plan import Plan

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
    source = load(source.path)
    result = contents(trim(source, Trim(tool_calls=True), in_place=True), home)
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
    new = [Path(name).stem for name in after.keys() - before if name.endswith(".jsonl")]
    if edit == "clone" and new:
        result = contents(clone(source, new_id=new[0]), home)
    assert "Traceback" not in done.stderr
    if done.returncode == 0:
        assert after == {**before, **result} != before
        return
    assert done.returncode == 2
    assert done.stderr.startswith("steno: ") or "\nsteno: " in done.stderr
    assert after in (before, {**before, **result})
    clean_up(tmp_path)
    assert snapshot(home) == before


def contents(plan: Plan, home: Path) -> dict[str, bytes]:
    """Give what a plan writes, to the last byte."""
    return {
        str(file.path.relative_to(home)): b"".join(file.content())
        for file in plan.files
        if file.content is not None
    }
