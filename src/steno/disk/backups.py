"""Copies of files from before the client changed them, in ``file-history/<session id>/``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk import layout, walk
from steno.disk.peek import Clipped, read_clipped

if TYPE_CHECKING:
    from steno.disk.discover import Home

READ_LIMIT: Final = 64 << 20
"""How much of a backup is read unless the caller asks for more."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One stored version of one file."""

    path: Path
    path_hash: str
    """Stands for the absolute path of the file; see :func:`steno.disk.layout.backup_hash`."""
    version: int
    size: int
    mtime_ns: int

    def is_of(self, path: str) -> bool:
        """Say whether it is a version of the file at the absolute ``path``."""
        return self.path_hash == layout.backup_hash(path)

    def read(self, limit: int = READ_LIMIT) -> Clipped:
        """Read it up to ``limit`` bytes; links are not followed."""
        return read_clipped(self.path, limit, follow_links=False)


def backups_of(
    home: Home, session_id: str, problems: list[walk.Problem] | None = None
) -> tuple[Backup, ...]:
    """List a session's backups by file and version; links and other files are passed over."""
    if not layout.is_plain_name(session_id):
        return ()
    folder = layout.file_history_dir(home.path, session_id)
    if folder.is_symlink():
        return ()
    complaints = [] if problems is None else problems
    found = [
        Backup(Path(entry.path), *named, status.st_size, status.st_mtime_ns)
        for entry in walk.entries(folder, complaints)
        if (named := layout.parse_backup_name(entry.name))
        and not entry.is_symlink()
        and (status := walk.regular_file(entry, complaints))
    ]
    return tuple(sorted(found, key=lambda backup: (backup.path_hash, backup.version)))


def find_backup(home: Home, session_id: str, name: str) -> Backup | None:
    """Find the backup that a snapshot names (``backupFileName``)."""
    found = (backup for backup in backups_of(home, session_id) if backup.path.name == name)
    return next(found, None)
