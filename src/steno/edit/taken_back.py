"""What taking an edit back would do: to which files, and to what a resume sends."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from steno.edit.journal import is_done, is_quarantined
from steno.edit.outlook import outlook_of
from steno.edit.undo import undoable
from steno.errors import UnreadableFileError
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


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an undo would do."""

    edit: Edit
    files: tuple[FileBack, ...]
    saved_bytes: int
    before: Outlook | None
    """What a resume sends now; None where it is not about one session."""
    after: Outlook | None


def plan_undo(state: StateDatabase, number: int) -> TakenBack:
    """Say what taking an edit back would do; UsageError where the journal says that it cannot be.

    Whether somebody has changed a file since is looked at when it is done.
    """
    edits = Edits(state)
    edit = undoable(edits, number)
    changes = edits.files_of(number)
    if edit.state == "planned":
        changes = tuple(change for change in changes if is_done(change))
    before, after = _outlooks(edit, changes, state.folder)
    saved = sum(_size_now(change) - _size_then(change, state.folder) for change in changes)
    return TakenBack(edit, tuple(map(_file, changes)), saved, before, after)


def _file(change: FileChange) -> FileBack:
    path = Path(change.path)
    if change.moved_to is not None:
        return FileBack("move", path, Path(change.moved_to))
    actions = {"create": "remove", "delete": "add"}
    return FileBack(actions.get(change.action, "change"), path)


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
