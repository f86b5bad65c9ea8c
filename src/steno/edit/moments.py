"""What the files of a project held at one moment of a session, or why that cannot be known."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from steno.disk.backups import find_backup
from steno.edit.points import turn_at, unknown_point
from steno.errors import UsageError
from steno.session.file_versions import Source, read_content

if TYPE_CHECKING:
    from collections.abc import Collection

    from steno.disk.backups import Backup
    from steno.session.file_versions import FileVersion
    from steno.session.session import Session

END: Final = "end"
"""Names what the files held when the session ended."""
_TOLD: Final = frozenset(Source) - {Source.BACKUP}
_COPIES: Final = frozenset({Source.BACKUP, Source.INLINE})
_WRITERS: Final = {
    "Write": "file_path",
    "Edit": "file_path",
    "MultiEdit": "file_path",
    "NotebookEdit": "notebook_path",
}
"""The tools that change files, and where they name the file."""


class Moment:
    """What the files held when a prompt was sent, or at the end of a session."""

    def __init__(self, session: Session, at: str) -> None:
        """Take the session and a turn's number, a line's uuid, or ``end``."""
        self.session = session
        self.history = session.file_history
        self.row = row_of(session, at)
        self._versions = self._known(frozenset(Source))
        self._told = self._known(_TOLD)
        self._written = self._writes()

    def _known(self, sources: Collection[Source]) -> dict[str, FileVersion]:
        """Give what the files held; at the end that is what was written since the last prompt."""
        asked = self._last_prompt if self.row is None else self.row
        found = self.history.at(self.session.outline.uuids[asked] or asked, sources)
        if self.row is None:
            written = {path: self._last_written(path) for path in self.history.files()}
            found |= {path: version for path, version in written.items() if version is not None}
        return found

    def _last_written(self, path: str) -> FileVersion | None:
        versions = (one for one in reversed(self.history.versions(path)))
        told = (one for one in versions if one.source is Source.AFTER)
        return next((one for one in told if one.row > self._last_prompt), None)

    @property
    def _last_prompt(self) -> int:
        turns = self.session.turns
        return turns[-1].row if turns else 0

    def _place(self, version: FileVersion) -> int:
        """Give the row at which a content was seen: a copy is made before the call it goes with."""
        if version.source not in _COPIES or version.message_uuid is None:
            return version.row
        return self.session.outline.by_uuid.get(version.message_uuid, version.row)

    def _writes(self) -> dict[str, set[int]]:
        """Give the rows at which tools changed each file, whether or not they tell the outcome."""
        rows: dict[str, set[int]] = {}
        for call in self.session.tool_calls:
            if call.name in _WRITERS and call.result_row is not None and not call.is_error:
                told = call.input
                path = told.get(_WRITERS[call.name]) if isinstance(told, dict) else None
                if isinstance(path, str):
                    rows.setdefault(path, set()).add(call.result_row)
        return rows

    def version(self, path: str) -> tuple[FileVersion | None, str]:
        """Give what a file held with what to know of it, or None and why it cannot be known."""
        version = self._versions.get(path)
        if version is not None and self._is_late(version):
            version = self._told.get(path, version)
        if version is None:
            return None, "nothing tells what it held then"
        note = ""
        if version.source is Source.BACKUP and version.exists and self._backup(version) is None:
            note = "its copy is gone; this is what the tools' results tell"
            told = self._told.get(path)
            if told is None:
                return None, f"its copy {version.backup_name} is gone, and no result tells of it"
            version = told
        if self._is_outdated(version):
            return None, "a later change of it is told without the outcome"
        return version, note

    def _is_late(self, version: FileVersion) -> bool:
        """Say whether a copy was made only after a change that came behind the moment."""
        if self.row is None or version.source not in _COPIES:
            return False
        told = {one.row for one in self.history.versions(version.path) if one.source not in _COPIES}
        rows = told | self._written.get(version.path, set())
        return any(self.row < row < self._place(version) for row in rows)

    def _is_outdated(self, version: FileVersion) -> bool:
        """Say whether a change came behind a content of which nobody knows what came of it."""
        # With each prompt the client looks whether the file is still what its copy says.
        if self.row is not None and version.source in _COPIES:
            return False
        versions = self.history.versions(version.path)
        told = {one.row for one in versions if one.source is Source.AFTER}
        silent = self._written.get(version.path, set()) - told
        silent |= {one.row for one in versions if one.source is Source.BEFORE} - told
        end = len(self.session.outline) if self.row is None else self.row
        start = self._place(version) - (version.source is Source.BEFORE)
        if self.row is None:
            start = max(start, self._last_prompt)
        return any(start < row <= end for row in silent)

    def content(self, version: FileVersion) -> bytes | None:
        """Read what a file held; None where there was none, or it cannot be found any more."""
        home = None if self.session.file is None else self.session.file.home
        return read_content(version, self.session.records, home, self._session_ids)

    def is_executable(self, version: FileVersion) -> bool:
        """Say whether the copy of a file may be run."""
        backup = self._backup(version) if version.source is Source.BACKUP else None
        return backup is not None and os.access(backup.path, os.X_OK)

    def _backup(self, version: FileVersion) -> Backup | None:
        home = None if self.session.file is None else self.session.file.home
        if home is None or version.backup_name is None:
            return None
        found = (find_backup(home, one, version.backup_name) for one in self._session_ids)
        return next((one for one in found if one is not None), None)

    @property
    def _session_ids(self) -> list[str]:
        """The sessions under whose names copies may be kept: its own, and that it is a fork of."""
        ids = (self.session.id, self.session.continuation.forked_from)
        return [one for one in ids if one is not None]


def row_of(session: Session, at: str) -> int | None:
    """Find the line that is meant; None for the end of the session."""
    if at == END:
        return None
    if at in session.outline.by_uuid:
        return session.outline.by_uuid[at]
    turn = turn_at(session, at)
    if turn is not None:
        return turn.row
    raise UsageError(f"{unknown_point(session, at)}; 'end' stands for what came of all.")
