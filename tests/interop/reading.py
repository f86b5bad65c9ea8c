"""What reading a transcript must never do: lose a byte, or take a line for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import steno
from steno.disk import transcript
from steno.format.drift import Drift

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def read_whole(path: Path) -> list[steno.Entry]:
    """Read a file, and see to it that its entries are its bytes."""
    entries = list(steno.read(path))
    content = path.read_bytes()
    assert b"".join(entry.raw for entry in entries) == content
    assert b"".join(entry.encode() for entry in entries) == content
    return entries


def odd_lines(path: Path) -> list[str]:
    """Name the lines of a file that are not exactly one plain record."""
    entries = read_whole(path)
    return [f"{path.name}:{e.line} {type(e).__name__}" for e in entries if transcript.is_odd(e)]


def drift_of(paths: Iterable[Path]) -> Drift:
    """Collect what this release does not know in some files."""
    drift = Drift()
    for path in paths:
        for entry in steno.read(path):
            drift.see(entry, f"{path}:{entry.line}")
    return drift
