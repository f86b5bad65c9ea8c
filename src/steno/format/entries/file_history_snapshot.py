"""``file-history-snapshot``: copies of the files before the model changed them."""

from __future__ import annotations

from typing import Final

from steno.format.envelope import LooseEntry
from steno.format.shapes import TEXT, AnyOf, MapOf, Shape, ViewOf
from steno.format.view import Field, View, flag, integer, text, view


class FileBackup(View):
    """A copy of one file, kept outside the transcript."""

    backup_file_name = text("backupFileName", since="2.0.36")
    """The copy's name under ``file-history/<session>/``; null where the file did not exist yet."""
    version = integer("version", since="2.0.36")
    """Which copy of that file this is, counted from 1."""
    backup_time = text("backupTime", since="2.0.36")
    """When the copy was made."""
    real_parent_dir = text("realParentDir", since="2.1.325")
    """The file's folder with every link resolved."""
    inline_content = text("inlineContent", since="spec 003")
    """The content itself, where ``steno.format.compat`` found it in the line."""


BACKUPS: Final[Shape[dict[str, FileBackup | str]]] = MapOf(AnyOf(ViewOf(FileBackup), TEXT))
"""Backup records by path; older files hold the content itself in their place."""


class Snapshot(View):
    """The tracked files at one moment."""

    message_id = text("messageId", since="2.0.36")
    """The message that the snapshot belongs to; an update names an earlier one."""
    tracked_file_backups: Field[dict[str, FileBackup | str]] = Field(
        "trackedFileBackups", BACKUPS, since="2.0.36"
    )
    """The files by path: a backup record, or in older files the content itself."""
    timestamp = text("timestamp", since="2.0.36")
    """When the snapshot was taken."""

    @property
    def backups(self) -> dict[str, FileBackup]:
        """The files that were copied, by path."""
        tracked = (self.tracked_file_backups or {}).items()
        return {path: backup for path, backup in tracked if isinstance(backup, FileBackup)}

    @property
    def inline_contents(self) -> dict[str, str]:
        """The files whose content stands in the line itself, by path."""
        tracked = (self.tracked_file_backups or {}).items()
        return {path: content for path, content in tracked if isinstance(content, str)}


class FileHistorySnapshotEntry(LooseEntry):
    """A snapshot, taken with a prompt or brought up to date when a file changes."""

    TAG = "file-history-snapshot"
    SINCE = "2.0.36"

    message_id = text("messageId", since="2.0.36")
    """The line that the snapshot goes with, as its ``uuid``."""
    snapshot = view("snapshot", Snapshot, since="2.0.36")
    """The tracked files."""
    is_snapshot_update = flag("isSnapshotUpdate", since="2.0.36")
    """True where an earlier snapshot is brought up to date."""
