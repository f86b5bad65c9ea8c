"""Files are replaced as a whole."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from steno.client.storing import store
from tests.disk.faults import failing

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_mode_stays(tmp_path: Path) -> None:
    """What was executable is so afterwards, and a new file is as others that the person makes."""
    script, new, usual = tmp_path / "a.sh", tmp_path / "deep" / "new", tmp_path / "usual"
    script.touch()
    script.chmod(0o751)
    usual.touch()
    store(script, b"x")
    store(new, b"y")
    assert (script.read_bytes(), script.stat().st_mode & 0o7777) == (b"x", 0o751)
    assert (new.read_bytes(), new.stat().st_mode) == (b"y", usual.stat().st_mode)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """Nothing of the attempt stays."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with failing("fsync", 1), pytest.raises(OSError, match="Input/output"):
        store(path, b"new")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"old"]
