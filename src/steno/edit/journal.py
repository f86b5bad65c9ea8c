"""Putting files back as an edit found them, from what was kept of them."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk.writer import replace_file, sha256_of
from steno.errors import FileChangedError, UnreadableFileError, WriteFailedError
from steno.store.kept import verified

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.store.edit_rows import FileChange

_PIECE: Final = 1 << 20
_HIGHEST: Final = frozenset({"projects", "file-history"})
"""Folders of a home that stay, empty or not."""


def refuse_changed(changes: Sequence[FileChange], data: Path) -> None:
    """Refuse where a file is no longer as the edit left it, or what was kept of it is gone."""
    for change in changes:
        if current_hash(Path(change.path)) != change.after_sha256:
            raise FileChangedError(Path(change.path))
        if change.kept_path is not None:
            verified(data, change.kept_path)


def put_back(changes: Sequence[FileChange], data: Path) -> None:
    """Put files back, the last first; those that the edit made go."""
    for change in reversed(changes):
        path = Path(change.path)
        if change.kept_path is None:
            remove_file(path, change.after_sha256)
            _remove_empty(path.parent)
        else:
            kept = verified(data, change.kept_path)
            replace_file(path, _pieces(kept), expected_sha256=change.after_sha256)


def remove_file(path: Path, expected_sha256: str | None) -> None:
    """Remove a file if it still holds what is known; one that is gone already is no matter."""
    found = current_hash(path)
    if found is None:
        return
    if found != expected_sha256:
        raise FileChangedError(path)
    try:
        path.unlink()
    except OSError as problem:
        raise WriteFailedError(path, problem.strerror or str(problem)) from problem


def current_hash(path: Path) -> str | None:
    """Give the hash of a file; None where there is none."""
    try:
        return sha256_of(path)
    except UnreadableFileError as problem:
        if isinstance(problem.__cause__, FileNotFoundError):
            return None
        raise


def _remove_empty(folder: Path) -> None:
    """Remove the folders that an edit made and that nothing is left in."""
    while folder.name not in _HIGHEST and folder.parent.name not in _HIGHEST:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
    with contextlib.suppress(OSError):
        if folder.parent.name == "file-history":
            folder.rmdir()


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
