"""Putting files back as an edit found them, from what was kept of them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk.writer import replace_file
from steno.edit.grown import grown_since, with_what_came_since
from steno.edit.moves import drop, is_begun, refuse_changed_move, restore
from steno.edit.single_files import current_hash, pieces, remove_empty, remove_file
from steno.errors import ResultChangedError
from steno.store.kept import verified

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.store.edit_rows import FileChange

__all__ = [
    "current_hash", "is_done", "put_back", "refuse_changed", "refuse_strange", "remove_file",
]  # fmt: skip


def refuse_changed(changes: Sequence[FileChange], data: Path) -> None:
    """Refuse where a file is no longer as the edit left it, or what was kept of it is gone.

    One that is as it was before has been put back already, by an undo that was cut off.
    """
    for change in changes:
        if is_quarantined(change):
            continue
        if change.moved_to is not None:
            refuse_changed_move(change)
        elif not _is_known(change, data):
            raise ResultChangedError(Path(change.path))
        if change.kept_path is not None:
            verified(data, change.kept_path)


def refuse_strange(changes: Sequence[FileChange], data: Path) -> None:
    """Refuse where a file is neither as it was nor as an edit that was cut off would have it."""
    for change in changes:
        is_plain = change.moved_to is None and not is_quarantined(change)
        if is_plain and not _is_known(change, data):
            raise ResultChangedError(Path(change.path))


def is_done(change: FileChange) -> bool:
    """Say whether an edit that was cut off had got to a file."""
    if change.moved_to is not None:
        return is_begun(change)
    found = current_hash(Path(change.path))
    return found == change.after_sha256 and found != change.before_sha256


def put_back(changes: Sequence[FileChange], data: Path) -> None:
    """Put files back, the last first; those that the edit made go."""
    moved = [change for change in changes if change.moved_to is not None]
    for change in moved:
        restore(change, data)
    for change in reversed(changes):
        if change.moved_to is not None:
            drop(change)
        elif current_hash(Path(change.path)) != change.before_sha256:
            _put_back(change, data)


def is_quarantined(change: FileChange) -> bool:
    """Say whether bytes were set aside: they are the person's to look at, and to remove."""
    return change.action == "create" and change.kept_path is not None


def _is_known(change: FileChange, data: Path) -> bool:
    found = current_hash(Path(change.path))
    return found in (change.after_sha256, change.before_sha256) or grown_since(change, data)


def _put_back(change: FileChange, data: Path) -> None:
    path = Path(change.path)
    if is_quarantined(change) and current_hash(path) != change.after_sha256:
        return
    if change.kept_path is None or is_quarantined(change):
        remove_file(path, change.after_sha256)
        remove_empty(path.parent)
        return
    kept, found = verified(data, change.kept_path), current_hash(path)
    if found != change.after_sha256 and grown_since(change, data):
        replace_file(path, with_what_came_since(change, data), expected_sha256=found)
    else:
        times = kept.stat()
        replace_file(path, pieces(kept), expected_sha256=change.after_sha256)
        with contextlib.suppress(OSError):
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
