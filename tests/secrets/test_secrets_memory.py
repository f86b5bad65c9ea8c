"""Side files of any size are looked through and redacted in bounded memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.analyse.big_files import LIMIT, MB, measure, require_space, session_in
from tests.written import ONE, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="cannot measure a child's memory")

TOKEN = b"gh" + b"p_" + b"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def look_through(folder: Path, size: int) -> None:
    """Write a tool result of that size, mostly a hole, look for its secrets, and redact it."""
    require_space(folder, size)
    session = write_lines(session_in(folder / "home"), user("hello"))
    path = session.with_suffix("") / "tool-results" / "long.txt"
    path.parent.mkdir(parents=True)
    places = (0, size // 2, size - 10_000)
    with path.open("wb") as file:
        for place in places:
            file.seek(place)
            file.write(b"\nuse " + TOKEN + b"\n")
        file.truncate(size)
    shared = ("--home", folder / "home", "--db", folder / "data")
    found = measure("secrets", ONE, "--json", *shared)
    assert found.document["totals"] == {"github-token": len(places)}
    assert found.document["sessions"][0]["findings"][0]["lines"] == [2, 4, 6]
    assert found.peak <= LIMIT
    done = measure("redact", ONE, "--in-place", "--yes", "--json", *shared)
    assert (done.code, done.peak <= LIMIT) == (0, True)
    left = place_of(path, TOKEN)
    assert left is None
    assert path.stat().st_size == size - len(places) * (
        len(TOKEN) - len("[REDACTED:github-token:1]")
    )


def place_of(path: Path, sought: bytes) -> int | None:
    """Search a file for bytes, piece by piece."""
    before, offset = b"", 0
    with path.open("rb") as file:
        while piece := file.read(8 * MB):
            found = (before + piece).find(sought)
            if found >= 0:
                return offset - len(before) + found
            offset += len(piece)
            before = piece[-len(sought) :]
    return None


def test_some_megabytes_are_looked_through(tmp_path: Path) -> None:
    """More than one window."""
    look_through(tmp_path, 9 * MB)


@pytest.mark.stress
def test_hundreds_of_megabytes_are_looked_through(tmp_path: Path) -> None:
    """More than any limit that there was."""
    look_through(tmp_path, 320 * MB)
