"""File history: which file had which content when, as snapshots and tools' results tell.

With each prompt the client notes the versions of all files that it has touched so far; before
it first changes another one, it copies that and adds it to the note of the running prompt. So
the note of a prompt says what the files held when it was sent. Where there is no note, the
results of the tools that write files say what those held before and after.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from steno.format.entries.file_history_delta import FileHistoryDeltaEntry
from steno.format.entries.file_history_snapshot import FileBackup, FileHistorySnapshotEntry
from steno.format.entry import parse_time
from steno.format.envelope import ChainEntry
from steno.session.file_versions import FileVersion, Source, backups_in, changes_of
from steno.session.outline import CHAIN_KINDS, HAS_RESULT
from steno.session.tracked_paths import TrackedPaths

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from steno.format.entry import Entry
    from steno.session.file_versions import Change, Read
    from steno.session.outline import Outline

SNAPSHOT_KINDS: Final = ("file-history-snapshot", "file-history-delta")
EVERY_SOURCE: Final = frozenset(Source)
_NOTED: Final = frozenset({Source.BACKUP, Source.INLINE})


@dataclass(slots=True)
class _Note:
    """What was noted with a prompt."""

    row: int
    files: dict[str, FileVersion] = field(default_factory=dict)


class FileHistory:
    """The versions of every file that a session changed."""

    def __init__(
        self, outline: Outline, versions: Iterable[FileVersion], notes: Mapping[str, _Note]
    ) -> None:
        """Take the versions in the order in which they came up, and the notes by prompt."""
        self._outline = outline
        self._notes = notes
        self._note_rows = sorted((note.row, uuid) for uuid, note in notes.items())
        self._versions: dict[str, list[FileVersion]] = {}
        for version in versions:
            self._versions.setdefault(version.path, []).append(version)

    def files(self) -> tuple[str, ...]:
        """Give the paths of all files, sorted."""
        return tuple(sorted(self._versions))

    def versions(self, path: str) -> tuple[FileVersion, ...]:
        """Give the versions of a file in the order in which they came up.

        The path may be absolute, or as the snapshots give it.
        """
        if path in self._versions:
            return tuple(self._versions[path])
        return tuple(
            version
            for versions in self._versions.values()
            for version in versions
            if version.tracked_path == path
        )

    def at(
        self, where: str | int, sources: Collection[Source] = EVERY_SOURCE
    ) -> dict[str, FileVersion]:
        """Give what the files held when a prompt was sent, by path.

        ``where`` is the uuid or the row of the prompt, or of any line that came of it. Files
        that the session had not touched by then count as they were before it did; what
        nothing is known of is left out.
        """
        row = self._outline.by_uuid.get(where) if isinstance(where, str) else where
        prompt = self._prompt_of(where, row)
        if row is None and prompt is None:
            return {}
        note = None if prompt is None else self._notes.get(prompt)
        files = {} if note is None else note.files
        moment = self._moment(row, prompt, note)
        found: dict[str, FileVersion] = {}
        for path in self.files():
            version = files.get(path)
            if version is None or version.source not in sources:
                version = self._worked_out(path, moment, sources)
            if version is not None:
                found[path] = version
        return found

    def _prompt_of(self, where: str | int, row: int | None) -> str | None:
        """Find whose note counts at a line: the nearest line's above, or the last one's before."""
        if isinstance(where, str) and where in self._notes:
            return where
        if row is None:
            return None
        passed: set[int] = set()
        above = row
        while above >= 0 and above not in passed:
            uuid = self._outline.uuids[above]
            if uuid in self._notes:
                return uuid
            passed.add(above)
            above = self._outline.parents[above]
        place = bisect_right(self._note_rows, row, key=lambda noted: noted[0])
        return self._note_rows[place - 1][1] if place else None

    def _moment(self, row: int | None, prompt: str | None, note: _Note | None) -> int:
        """Give the row that stands for the time of a prompt; its note may come after it."""
        known = self._outline.by_uuid.get(prompt) if prompt is not None else None
        sent = row if known is None else known
        rows = (-1 if sent is None else sent, -1 if note is None else note.row)
        return max(rows)

    def _worked_out(self, path: str, row: int, sources: Collection[Source]) -> FileVersion | None:
        """Find what a file held at a row: as it was before its next change, or after its last."""
        known = [version for version in self._versions[path] if version.source in sources]
        later = [version for version in known if version.row > row]
        copies = (version for version in later if version.source in _NOTED)
        written = (
            version
            for version in reversed(known)
            if version.source is Source.AFTER and version.row <= row
        )
        before = (version for version in later if version.source is Source.BEFORE)
        return next(copies, None) or next(written, None) or next(before, None)


def find_file_history(
    outline: Outline, read: Read, result_rows: Iterable[int] | None = None
) -> FileHistory:
    """Read the history of a session's files.

    ``result_rows`` are the results of tools that may have written a file; all results, if it
    is not given. ``read`` gives the records of rows, as ``Session.records`` does.
    """
    if result_rows is None:
        result_rows = (row for row in outline.rows_of("user") if outline.has(row, HAS_RESULT))
    first = next(outline.rows_of(*CHAIN_KINDS), None)
    rows = sorted({*outline.rows_of(*SNAPSHOT_KINDS), *result_rows, *_some(first)})
    told = _Told(outline)
    for row, entry in zip(rows, read(rows), strict=True):
        told.see(row, entry)
    return told.history()


def _some(row: int | None) -> Iterator[int]:
    if row is not None:
        yield row


@dataclass(slots=True)
class _Copy:
    """A copy as a line tells of it."""

    row: int
    prompt: str
    message_uuid: str | None
    path: str
    backup: FileBackup | str
    time: str | None


class _Told:
    """What the lines told so far; paths are resolved when all of them are known."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.folders: list[str] = []
        self.prompts: dict[str, int] = {}
        self.copies: list[_Copy] = []
        self.changes: list[tuple[int, Change]] = []

    def see(self, row: int, entry: Entry) -> None:
        if isinstance(entry, FileHistorySnapshotEntry):
            self._see_snapshot(row, entry)
        elif isinstance(entry, FileHistoryDeltaEntry):
            self._see_delta(row, entry)
        elif isinstance(entry, ChainEntry):
            if entry.cwd and entry.cwd not in self.folders:
                self.folders.append(entry.cwd)
            change = changes_of(entry)
            if change is not None:
                # Contents stay in the file: what is kept is only whether they are told.
                self.changes.append((row, _told_only(change)))

    def _see_snapshot(self, row: int, entry: FileHistorySnapshotEntry) -> None:
        snapshot = entry.snapshot
        prompt = entry.message_id if snapshot is None else snapshot.message_id or entry.message_id
        if prompt is None:
            return
        if not entry.is_snapshot_update:
            self.prompts[prompt] = row
        self.prompts.setdefault(prompt, row)
        if snapshot is not None:
            for path, backup in backups_in(snapshot):
                copy = _Copy(row, prompt, entry.message_id, path, backup, snapshot.timestamp)
                self.copies.append(_without_content(copy))

    def _see_delta(self, row: int, entry: FileHistoryDeltaEntry) -> None:
        prompt = entry.snapshot_message_id or entry.message_id
        if prompt is not None and entry.tracking_path and entry.backup is not None:
            self.prompts.setdefault(prompt, row)
            copy = _Copy(row, prompt, entry.message_id, entry.tracking_path, entry.backup, None)
            self.copies.append(copy)

    def history(self) -> FileHistory:
        paths = TrackedPaths(self.folders)
        for copy in self.copies:
            if isinstance(copy.backup, FileBackup) and copy.backup.backup_file_name:
                paths.learn(copy.path, copy.backup.backup_file_name)
        notes = {prompt: _Note(row) for prompt, row in self.prompts.items()}
        versions: dict[tuple[str, object, object], FileVersion] = {}
        for copy in self.copies:
            version = self._copied(copy, paths.absolute(copy.path))
            mark = version.row if version.source is Source.INLINE else version.backup_name
            known = versions.setdefault((version.path, version.version, mark), version)
            notes[copy.prompt].files[known.path] = known
        told = [
            version
            for row, change in self.changes
            for version in self._written(row, change, paths.absolute(change.path))
        ]
        both = sorted([*versions.values(), *told], key=lambda version: version.row)
        return FileHistory(self.outline, both, notes)

    def _copied(self, copy: _Copy, path: str) -> FileVersion:
        if isinstance(copy.backup, str):
            return FileVersion(
                path, copy.path, None, _time(copy.time), copy.message_uuid, copy.row, None,
                Source.INLINE,
            )  # fmt: skip
        name = copy.backup.backup_file_name
        stamp = copy.backup.backup_time or copy.time
        return FileVersion(
            path, copy.path, copy.backup.version, _time(stamp), copy.message_uuid, copy.row, name,
            Source.BACKUP, exists=name is not None,
        )  # fmt: skip

    def _written(self, row: int, change: Change, path: str) -> Iterator[FileVersion]:
        seconds = self.outline.time(row)
        time = None if seconds is None else datetime.fromtimestamp(seconds, UTC)
        uuid = self.outline.uuids[row]
        if change.before is not None or change.is_new:
            exists = change.before is not None
            yield FileVersion(
                path, change.path, None, time, uuid, row, None, Source.BEFORE, exists=exists
            )
        if change.after is not None:
            yield FileVersion(path, change.path, None, time, uuid, row, None, Source.AFTER)


def _told_only(change: Change) -> Change:
    before = None if change.before is None else ""
    return change._replace(before=before, after=None if change.after is None else "")


def _without_content(copy: _Copy) -> _Copy:
    if isinstance(copy.backup, str):
        copy.backup = ""
    return copy


def _time(stamp: str | None) -> datetime | None:
    return None if stamp is None else parse_time(stamp)
