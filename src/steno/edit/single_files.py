"""Single files as edits treat them: looked at, removed, and their empty folders with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.disk.writer import sha256_of
from steno.errors import FileChangedError, UnreadableFileError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PIECE: Final = 1 << 20
_HIGHEST: Final = frozenset({"projects", "file-history"})
"""Folders of a home that stay, empty or not."""


def current_hash(path: Path) -> str | None:
    """Give the hash of a file; None where there is none."""
    try:
        return sha256_of(path)
    except UnreadableFileError as problem:
        if isinstance(problem.__cause__, (FileNotFoundError, NotADirectoryError)):
            return None
        raise


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


def remove_empty(folder: Path) -> None:
    """Remove the folders in which nothing is left, up to those that every home has."""
    while folder.name not in _HIGHEST and _HIGHEST & set(folder.parts):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def pieces(path: Path) -> Iterator[bytes]:
    """Give the content of a file, piece by piece."""
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
