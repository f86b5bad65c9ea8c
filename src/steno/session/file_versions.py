"""One content of one file at one moment, and where that content can be read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from steno.disk.backups import find_backup
from steno.format.entries.file_history_snapshot import FileBackup, FileHistorySnapshotEntry
from steno.format.entries.user import UserEntry
from steno.format.tool_results.files import (
    EditResult,
    MultiEditResult,
    NotebookEditResult,
    WriteResult,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from steno.disk.discover import Home
    from steno.format.entries.file_history_snapshot import Snapshot
    from steno.format.entry import Entry
    from steno.format.tool_results.files import MultiEditStep

    Read = Callable[[Sequence[int]], Iterable[Entry]]
    """Reads the records of some rows, in the order asked for."""


class Source(StrEnum):
    """Where the content of a version is."""

    BACKUP = "backup"
    """In a copy under ``file-history/<session>/``."""
    INLINE = "inline"
    """In the snapshot's own line (spec 003)."""
    BEFORE = "before"
    """In a tool's result, as what the file held before it was changed."""
    AFTER = "after"
    """In a tool's result, as what it held from then on."""


@dataclass(frozen=True, slots=True)
class FileVersion:
    """One content of one file."""

    path: str
    """The file's absolute path, as far as it is known."""
    tracked_path: str
    """The path as the line gives it."""
    version: int | None
    """Which copy of the file it is, counted from 1; None for what a tool's result tells."""
    time: datetime | None
    """When the content was copied or written."""
    message_uuid: str | None
    """The line that it goes with: the prompt, the call that was about to change it, the result."""
    row: int
    """The row of the line that tells of it."""
    backup_name: str | None
    """The name of the copy under ``file-history/<session>/``; None where there is no copy."""
    source: Source
    exists: bool = True
    """False where there was no such file at that time."""


class Change(NamedTuple):
    """What a tool's result tells of a file."""

    path: str
    before: str | None
    """The content before; None where it is not told, or there was none."""
    after: str | None
    """The content after; None where it is not told."""
    is_new: bool
    """Whether there was no file before."""


def changes_of(entry: Entry) -> Change | None:
    """Give what a result tells of the file that its tool wrote; None for all other lines."""
    result = entry.tool_result() if isinstance(entry, UserEntry) else None
    if isinstance(result, WriteResult) and result.file_path and not result.staged:
        is_new = result.type == "create"
        return Change(result.file_path, result.original_file, result.content, is_new)
    if isinstance(result, EditResult) and result.file_path and not result.staged:
        before = result.original_file
        is_new = before is None and result.old_string == ""
        return Change(result.file_path, before, _edited(result), is_new)
    if isinstance(result, MultiEditResult) and result.file_path:
        before = result.original_file_contents or result.original_file
        after = None if result.user_modified else _stepped(before, result.edits or ())
        return Change(result.file_path, before, after, is_new=False)
    if isinstance(result, NotebookEditResult) and result.notebook_path:
        before, after = result.original_file, result.updated_file
        return Change(result.notebook_path, before, after, is_new=False)
    return None


def _edited(result: EditResult) -> str | None:
    """Work out the content after an edit; the user may have made it another one."""
    if result.user_modified or result.old_string is None or result.new_string is None:
        return None
    return _replaced(
        result.original_file, result.old_string, result.new_string, every=bool(result.replace_all)
    )


def _stepped(content: str | None, steps: Iterable[MultiEditStep]) -> str | None:
    for step in steps:
        if step.old_string is None or step.new_string is None:
            return None
        every = bool(step.replace_all)
        content = _replaced(content, step.old_string, step.new_string, every=every)
    return content


def _replaced(content: str | None, old: str, new: str, *, every: bool) -> str | None:
    if not old:
        return None if content else new
    if content is None or old not in content:
        return None
    # Whoever takes out the whole of a line does not leave an empty one: so does the client.
    if not new and not old.endswith("\n") and f"{old}\n" in content:
        old = f"{old}\n"
    return content.replace(old, new) if every else content.replace(old, new, 1)


def backups_in(snapshot: Snapshot) -> Iterator[tuple[str, FileBackup | str]]:
    """Yield the files of a snapshot: a copy's record, or the content itself.

    One value of another shape does not spoil the others.
    """
    tracked = snapshot.body.get("trackedFileBackups")
    for path, backup in tracked.items() if isinstance(tracked, dict) else ():
        if isinstance(backup, dict):
            yield path, FileBackup(backup)
        elif isinstance(backup, str):
            yield path, backup


def recorded_content(version: FileVersion, read: Read) -> str | None:
    """Read the content that the transcript itself holds; None where it holds none.

    ``read`` gives the records of rows, as ``Session.records`` does.
    """
    if version.source is Source.BACKUP or not version.exists:
        return None
    for entry in read([version.row]):
        if version.source is Source.INLINE:
            return _inline(entry, version.tracked_path)
        change = changes_of(entry)
        if change is not None:
            return change.before if version.source is Source.BEFORE else change.after
    return None


def _inline(entry: Entry, path: str) -> str | None:
    if not isinstance(entry, FileHistorySnapshotEntry) or entry.snapshot is None:
        return None
    content = dict(backups_in(entry.snapshot)).get(path)
    return content if isinstance(content, str) else None


def read_content(
    version: FileVersion, read: Read, home: Home | None = None, session_ids: Sequence[str] = ()
) -> bytes | None:
    """Read a version's content from wherever it is; None where it is gone, or there was none.

    ``session_ids`` are the sessions under whose names copies may be kept: its own, and the one
    that it is a fork of. UnreadableFileError if a copy is there and cannot be read.
    """
    if version.source is not Source.BACKUP:
        text = recorded_content(version, read)
        return None if text is None else text.encode("utf-8", "surrogatepass")
    for content in _copies(version, home, session_ids):
        return content
    return None


def _copies(version: FileVersion, home: Home | None, session_ids: Sequence[str]) -> Iterator[bytes]:
    if home is None or version.backup_name is None:
        return
    for session_id in session_ids:
        backup = find_backup(home, session_id, version.backup_name)
        if backup is not None:
            yield backup.read(backup.size).content
