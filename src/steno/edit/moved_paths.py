"""The records of a session whose files lie elsewhere now: the fields that say where.

These are the working folder of a line, the folders of worktrees, the file that a session was
relocated to, and the files that snapshots track, with the names of their copies. What was said
stays as it was, whatever paths it speaks of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.disk import layout
from steno.edit.path_map import is_below
from steno.format.encode import with_strings
from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.session.tracked_paths import joined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from steno.edit.path_map import PathMap
    from steno.format.entry import Entry

_FOLDERS: Final = ("cwd", "relocatedCwd")
"""Members of a record that hold a folder."""
_WORKTREE: Final = ("originalCwd", "preEnterOriginalCwd", "worktreePath", "extensionRoot")
"""Members of ``worktreeSession`` that do."""


class MovedPaths:
    """Gives the records of one session, and of its sub-agents, their new paths.

    The names of backups hold a hash of the file's path. So all records have to be seen, the
    session's own first, before the first one can be changed.
    """

    def __init__(self, paths: PathMap, taken: Collection[str] = ()) -> None:
        """Take what lies where now, and the hashes of paths that backups have in their names."""
        self.paths = paths
        self._taken = taken
        self.folders: dict[str, None] = {}
        """The folders that the session worked in, the first one first."""
        self.changed = 0
        """How many of the lines seen will change."""
        self._tracked: dict[str, set[str]] = {}
        self._names: dict[str, str] | None = None
        self._swapped: dict[str, str] = {}

    def see(self, entries: Iterable[Entry]) -> int:
        """Take in records, and say how many lines will change, as far as is known by then."""
        changed = 0
        for entry in entries:
            for part in entry.parts:
                self._see(part.body)
            changed += any(self._is_touched(part.body) for part in entry.parts)
        self.changed += changed
        return changed

    def line(self, entry: Entry) -> bytes:
        """Give a stored line with its new paths; nothing else on it changes."""
        if isinstance(entry, GluedLine):
            return b"".join(map(self.line, entry.pieces))
        if isinstance(entry, (BadLine, BlankLine)):
            return entry.raw
        body = self.body(entry.body)
        return with_strings(entry, self._in_order(), body).raw if self._swapped else entry.raw

    def body(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Give a decoded record with its new paths."""
        self._swapped = {}
        new = dict(body)
        for key in _FOLDERS:
            self._map_member(new, key)
        if isinstance(worktree := body.get("worktreeSession"), dict):
            new["worktreeSession"] = dict(worktree)
            for key in _WORKTREE:
                self._map_member(new["worktreeSession"], key)
        if isinstance(snapshot := body.get("snapshot"), dict):
            new["snapshot"] = self._snapshot(snapshot)
        if isinstance(backup := body.get("backup"), dict) and "trackingPath" in body:
            self._map_member(new, "trackingPath")
            new["backup"] = self._backup(backup)
        return new

    def backup_name(self, name: str) -> str:
        """Give the new name of a file's copy; the old one where the file's path is not known."""
        if self._names is None:
            self._names = dict(self._renamed())
        hashed = layout.parse_backup_name(name)
        if hashed is None or hashed[0] not in self._names:
            return name
        return self._names[hashed[0]] + name[len(hashed[0]) :]

    def names_already(self, folder: str) -> bool:
        """Say whether the session worked in a folder, or below it, before it was moved."""
        return any(is_below(known, folder) for known in self.folders)

    def _see(self, body: Mapping[str, Any]) -> None:
        cwd = body.get("cwd")
        if isinstance(cwd, str) and cwd:
            self.folders[cwd] = None
        for path, backup in _tracked_in(body):
            name = backup.get("backupFileName") if isinstance(backup, dict) else None
            known = self._tracked.setdefault(path, set())
            if isinstance(name, str) and (hashed := layout.parse_backup_name(name)):
                known.add(hashed[0])

    def _is_touched(self, body: Mapping[str, Any]) -> bool:
        if any(self._moves(body.get(key)) for key in _FOLDERS):
            return True
        worktree = body.get("worktreeSession")
        if isinstance(worktree, dict) and any(self._moves(worktree.get(key)) for key in _WORKTREE):
            return True
        return any(self._is_moved_file(path) for path, _ in _tracked_in(body))

    def _is_moved_file(self, path: str) -> bool:
        return any(map(self._moves, self._places(path)))

    def _places(self, path: str) -> list[str]:
        """Give the absolute paths that a tracked one may stand for."""
        return [joined(folder, path) for folder in self.folders] or [path]

    def _moves(self, path: object) -> bool:
        return isinstance(path, str) and self.paths.map(path) != path

    def _renamed(self) -> Iterable[tuple[str, str]]:
        """Give the old and new hashes of the paths of all tracked files that move."""
        for tracked, hashes in self._tracked.items():
            for path in self._places(tracked):
                old = layout.backup_hash(path)
                if old in hashes and self._moves(path):
                    new = layout.backup_hash(self.paths.map(path))
                    # A copy that would get the name of another keeps its own: both say which.
                    if new not in self._taken:
                        yield old, new

    def _snapshot(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        tracked = snapshot.get("trackedFileBackups")
        if not isinstance(tracked, dict):
            return dict(snapshot)
        files = {
            self._map(path): self._backup(backup) if isinstance(backup, dict) else backup
            for path, backup in tracked.items()
        }
        return {**snapshot, "trackedFileBackups": files}

    def _backup(self, backup: Mapping[str, Any]) -> dict[str, Any]:
        new = dict(backup)
        self._map_member(new, "realParentDir")
        if isinstance(name := backup.get("backupFileName"), str):
            new["backupFileName"] = self._swap(name, self.backup_name(name))
        return new

    def _map_member(self, holder: dict[str, Any], key: str) -> None:
        if isinstance(value := holder.get(key), str):
            holder[key] = self._map(value)

    def _map(self, path: str) -> str:
        return self._swap(path, self.paths.map(path))

    def _swap(self, old: str, new: str) -> str:
        if old != new:
            self._swapped[old] = new
        return new

    def _in_order(self) -> dict[str, str]:
        """Sort what is swapped so that no new string is taken for an old one, and swapped again."""
        return dict(
            sorted(
                self._swapped.items(),
                key=lambda pair: -len(pair[0]) if len(pair[1]) > len(pair[0]) else len(pair[0]),
            )
        )


def _tracked_in(body: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield the files that a snapshot or delta tracks, with the records of their copies."""
    snapshot = body.get("snapshot")
    tracked = snapshot.get("trackedFileBackups") if isinstance(snapshot, dict) else None
    if isinstance(tracked, dict):
        yield from tracked.items()
    path = body.get("trackingPath")
    if isinstance(path, str):
        yield path, body.get("backup")
