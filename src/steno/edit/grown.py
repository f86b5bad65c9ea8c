"""Files that clients append to, such as the history: they are put back with what came since."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from steno.edit.single_files import pieces
from steno.store.kept import kept_file, verified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.store.edit_rows import FileChange


def grown_since(change: FileChange, data: Path) -> bool:
    """Say whether a history holds what the edit left, and more lines behind that."""
    path = Path(change.path)
    if change.role != "history" or change.kept_path is None or not path.is_file():
        return False
    kept = kept_file(data, change.kept_path)
    return lines_left(path, kept, change.after_sha256) is not None


def lines_left(path: Path, kept: Path, after_sha256: str | None) -> int | None:
    """Give how many lines an edit left in a file, if these are still there; None otherwise.

    It is one of the edits that leave the number of lines as it is.
    """
    digest, lines = hashlib.sha256(), _lines_in(kept)
    for piece in _split(path, lines)[0]:
        digest.update(piece)
    return lines if digest.hexdigest() == after_sha256 else None


def with_what_came_since(change: FileChange, data: Path) -> Iterator[bytes]:
    """Give the history as it was before the edit, and the lines that were added since."""
    assert change.kept_path is not None  # noqa: S101 - it has grown, so it was kept
    kept = verified(data, change.kept_path)
    yield from pieces(kept)
    yield from _split(Path(change.path), _lines_in(kept))[1]


def _lines_in(path: Path) -> int:
    return sum(piece.count(b"\n") for piece in pieces(path))


def _split(path: Path, lines: int) -> tuple[Iterator[bytes], Iterator[bytes]]:
    """Part a file behind so many lines."""

    def part(*, tail: bool) -> Iterator[bytes]:
        left = lines
        with path.open("rb") as file:
            for line in file:
                if (left <= 0) is tail:
                    yield line
                left -= 1

    return part(tail=False), part(tail=True)
