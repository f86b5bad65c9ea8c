"""What taking an edit back would do: to which files, and to what a resume sends."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from steno.edit.journal import is_done, is_quarantined, refuse_changed, refuse_strange
from steno.edit.outlook import outlook_of
from steno.edit.undo import undoable
from steno.errors import LaterEditError, ResultChangedError, UnreadableFileError
from steno.session.session import load
from steno.store.kept import kept_file
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.edit.outlook import Outlook
    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit, FileChange


@dataclass(frozen=True, slots=True)
class FileBack:
    """What an undo does to one file."""

    action: str
    """``add``, ``change``, ``move`` or ``remove``."""
    path: Path
    moved_from: Path | None = None
    is_gone: bool = False
    """Whether the edit made it and it is not there any more, so that nothing is left to do."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an undo would do."""

    edit: Edit
    files: tuple[FileBack, ...]
    saved_bytes: int
    before: Outlook | None
    """What a resume sends now; None where it is not about one session."""
    after: Outlook | None

    @property
    def gone(self) -> tuple[Path, ...]:
        """The files that the edit made and that are not there any more."""
        return tuple(file.path for file in self.files if file.is_gone)


def plan_undo(state: StateDatabase, number: int) -> TakenBack:
    """Say what taking an edit back would do; UsageError where the journal says that it cannot be.

    Whether somebody has changed a file since, :func:`refuse_impossible` looks at.
    """
    edits = Edits(state)
    edit = undoable(edits, number)
    changes = edits.files_of(number)
    if edit.state == "planned":
        changes = tuple(change for change in changes if is_done(change))
    before, after = _outlooks(edit, changes, state.folder)
    saved = sum(_size_now(change) - _size_then(change, state.folder) for change in changes)
    return TakenBack(edit, tuple(map(_file, changes)), saved, before, after)


def refuse_impossible(state: StateDatabase, number: int) -> None:
    """Refuse an undo that cannot be, before anybody is asked: by the files as they are now.

    LaterEditError where another edit came later, which would have to be taken back first.
    """
    edits = Edits(state)
    changes = edits.files_of(number)
    refuse = refuse_strange if undoable(edits, number).state == "planned" else refuse_changed
    try:
        refuse(changes, state.folder)
    except ResultChangedError as problem:
        later = _later(edits, number, problem.path)
        if later is None:
            raise
        raise LaterEditError(number, later) from problem


def _later(edits: Edits, number: int, path: Path) -> int | None:
    """Give the newest edit after another one that is done and has changed the same file."""
    for edit in reversed(edits.all()):
        if edit.id > number and edit.state == "done":
            touched = {
                place for one in edits.files_of(edit.id) for place in (one.path, one.moved_to)
            }
            if str(path) in touched:
                return edit.id
    return None


def _file(change: FileChange) -> FileBack:
    path = Path(change.path)
    if change.moved_to is not None:
        return FileBack("move", path, Path(change.moved_to))
    actions = {"create": "remove", "delete": "add"}
    is_gone = change.action == "create" and not os.path.lexists(path)
    return FileBack(actions.get(change.action, "change"), path, is_gone=is_gone)


def _size_now(change: FileChange) -> int:
    return _size(Path(change.moved_to or change.path))


def _size_then(change: FileChange, data: Path) -> int:
    if change.action == "create":
        return 0
    return _size_now(change) if change.kept_path is None else _size(_kept(change, data))


def _size(path: Path | None) -> int:
    try:
        return 0 if path is None else path.stat().st_size
    except OSError:
        return 0


def _kept(change: FileChange, data: Path) -> Path | None:
    if change.kept_path is None or is_quarantined(change):
        return None
    return kept_file(data, change.kept_path)


def _outlooks(
    edit: Edit, changes: Sequence[FileChange], data: Path
) -> tuple[Outlook | None, Outlook | None]:
    session = edit.result_session or edit.source_session
    if session is None or edit.source_path is None:
        return None, None
    source, result = Path(edit.source_path), Path(edit.result_path or edit.source_path)
    own = next((change for change in changes if change.path == edit.source_path), None)
    old = source if own is None else _kept(own, data) or Path(own.moved_to or own.path)
    return _outlook(result, session), _outlook(old, edit.source_session or session)


def _outlook(path: Path, session: str) -> Outlook | None:
    """Say what a resume of a session comes to whose lines are in this file, whatever its name."""
    if not path.is_file() or path.suffix not in (".jsonl", ""):
        return None
    with tempfile.TemporaryDirectory(prefix="steno-") as folder:
        copy = Path(folder) / f"{session}.jsonl"
        with contextlib.suppress(OSError, UnreadableFileError):
            shutil.copyfile(path, copy)
            return outlook_of(load(copy))
    return None
