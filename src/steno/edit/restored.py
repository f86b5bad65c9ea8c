"""Carrying out a restore, and what its undo has to mind: links, folders and modes of a project."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from steno.edit.apply import perform, refuse_live_sessions
from steno.edit.project_files import new_mode, refusal
from steno.edit.restore import KIND, Action
from steno.errors import FileChangedError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.edit.restore import Restore
    from steno.store.edit_rows import Edit, FileChange


def carry_out_restore(plan: Restore, data: Path) -> int:
    """Put the files back, and give the number of the edit.

    FileChangedError where a file, or a folder on the way to it, is not what it was when the plan
    was made, LiveSessionError where a client has the session open; then nothing has changed.
    """
    refuse_live_sessions({plan.session.id}, plan.session.home)
    _refuse_links(plan.root, (file.path for file in plan.batch.files))
    made = [Path(folder) for folder in plan.batch.facts.options["folders"]]
    _make(made)
    try:
        number = perform(plan.batch, data)
    except BaseException:
        _remove_empty(made)
        raise
    for file in plan.planned:
        if file.action is Action.CREATE and file.target is not None:
            file.target.chmod(new_mode(is_executable=file.is_executable))
    return number


def _refuse_links(root: Path, paths: Iterable[Path]) -> None:
    for path in paths:
        if refusal(root, path.relative_to(root).parts) is not None:
            raise FileChangedError(path)


def _make(folders: Sequence[Path]) -> None:
    for folder in folders:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as problem:
            raise WriteFailedError(folder, problem.strerror or str(problem)) from problem


def _remove_empty(folders: Sequence[Path]) -> None:
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            folder.rmdir()


def before_undo(edit: Edit, changes: Sequence[FileChange]) -> None:
    """Refuse to write through a link that somebody put on the way since."""
    if edit.kind == KIND:
        _refuse_links(Path(edit.options["root"]), (Path(change.path) for change in changes))


def after_undo(edit: Edit, changes: Sequence[FileChange]) -> None:
    """Give files that come back their modes, and remove the folders that were made for others."""
    if edit.kind != KIND:
        return
    made = [Path(folder) for folder in edit.options["folders"]]
    for change in changes:
        path, mode = Path(change.path), edit.options["modes"].get(change.path)
        if mode is not None and path.is_file():
            path.chmod(mode)
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
    _remove_empty(made)
