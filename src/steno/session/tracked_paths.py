"""The absolute paths of files that snapshots name relative to a project.

A backup's name holds a hash of the file's absolute path, so of several folders that a session
worked in the right one can be told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.disk import layout

if TYPE_CHECKING:
    from collections.abc import Iterable

_WINDOWS: Final = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def is_absolute(path: str) -> bool:
    """Say whether a path, of any system, is absolute."""
    return path.startswith("/") or _WINDOWS.match(path) is not None


def joined(folder: str, path: str) -> str:
    """Put a relative path behind a folder, with the separator of the folder's system."""
    if is_absolute(path):
        return path
    separator = "\\" if _WINDOWS.match(folder) else "/"
    return f"{folder.rstrip(separator)}{separator}{path}"


class TrackedPaths:
    """Finds the absolute path of each file, from all that is known of it."""

    def __init__(self, folders: Iterable[str]) -> None:
        """Take the folders that the session worked in, the first one first."""
        self._folders = list(dict.fromkeys(folders))
        self._hashes: dict[str, str] = {}
        self._found: dict[str, str] = {}

    def learn(self, tracked: str, backup_name: str) -> None:
        """Take the name of a file's backup."""
        named = layout.parse_backup_name(backup_name)
        if named is not None:
            self._hashes.setdefault(tracked, named[0])

    def absolute(self, tracked: str) -> str:
        """Give the absolute path; the path as it is where no folder is known."""
        if tracked not in self._found:
            self._found[tracked] = self._find(tracked)
        return self._found[tracked]

    def _find(self, tracked: str) -> str:
        known = self._hashes.get(tracked)
        candidates = [joined(folder, tracked) for folder in self._folders]
        fitting = (path for path in candidates if layout.backup_hash(path) == known)
        return next(fitting, candidates[0] if candidates else tracked)
