"""Restore: the files of a project as they were when a prompt was sent."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from steno.disk.writer import sha256_of
from steno.edit.moments import Moment
from steno.edit.plan import Batch, PlannedFile, Role
from steno.edit.project_files import Found, inside, look, missing_folders, refusal, root_of
from steno.edit.project_path import project_path
from steno.errors import UnreadableFileError, UsageError
from steno.store.edit_rows import EditFacts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.session.session import Session

KIND: Final = "restore"


class Action(StrEnum):
    """What a restore does with a file."""

    CREATE = "create"
    CHANGE = "change"
    DELETE = "delete"
    UNCHANGED = "unchanged"
    """It is as it was."""
    UNKNOWN = "unknown"
    """Nothing tells how it was."""
    REFUSED = "refused"
    """It is not touched, whatever it held."""


@dataclass(frozen=True, slots=True)
class RestoredFile:
    """What a restore does with one file."""

    path: str
    """As the session knows it."""
    action: Action
    target: Path | None = None
    """Where it lies; None where that is outside of the project."""
    source: str | None = None
    """Where the old content is from: backup, inline, before or after."""
    why: str = ""
    """Why it is left alone, or what the reader should know."""
    old: Found = field(default_factory=lambda: Found(None), repr=False)
    """What it holds now."""
    new: bytes | None = field(default=None, repr=False)
    """What it held then; None where there was no such file."""
    is_executable: bool = False

    @property
    def is_planned(self) -> bool:
        """Whether it is written or removed."""
        return self.action in (Action.CREATE, Action.CHANGE, Action.DELETE)


@dataclass(frozen=True, slots=True)
class Restore:
    """What a restore would do."""

    session: SessionFile
    at: str
    root: Path
    files: tuple[RestoredFile, ...]
    batch: Batch

    @property
    def planned(self) -> list[RestoredFile]:
        """The files that are written or removed."""
        return [file for file in self.files if file.is_planned]


def restore(
    session: Session, at: str, *, to: Path | None = None, names: Sequence[str] = ()
) -> Restore:
    """Plan to put files back as they were when a prompt was sent.

    ``at`` is the number of a turn (-1: that of the last prompt), the uuid of a prompt, or
    ``end``: what they held when the session ended. Without ``to`` the files go where they
    were; with it, below that folder.
    """
    assert session.file is not None  # noqa: S101 - a session that is restored has a file
    moment = Moment(session, at)
    project = project_path(session.file)
    root = root_of(project, to)
    paths = _chosen(session, project, names)
    files = tuple(_file(moment, path, inside(project or "", path), root) for path in paths)
    batch = _batch(session.file, at, root, [file for file in files if file.is_planned])
    return Restore(session.file, at, root, files, batch)


def _chosen(session: Session, project: str | None, names: Sequence[str]) -> list[str]:
    """Give the files that are named, all of them where none is."""
    history = session.file_history
    known = {
        path: {path, *(one.tracked_path for one in history.versions(path))}
        for path in history.files()
    }
    if not names:
        return list(known)
    chosen: list[str] = []
    for name in names:
        spellings = {name.rstrip("/"), os.path.abspath(name), f"{project}/{name.rstrip('/')}"}  # noqa: PTH100 - links stay
        found = [
            path
            for path, also in known.items()
            if also & spellings or any(path.startswith(f"{one}/") for one in spellings)
        ]
        if not found:
            msg = f"the session changed no file {name!r}; without FILES all are listed (--dry-run)."
            raise UsageError(msg)
        chosen += found
    return list(dict.fromkeys(chosen))


def _file(moment: Moment, path: str, steps: tuple[str, ...] | None, root: Path) -> RestoredFile:
    if steps is None:
        return RestoredFile(path, Action.REFUSED, why="it is outside of the project")
    target = root.joinpath(*steps)
    refused = refusal(root, steps)
    if refused is not None:
        return RestoredFile(path, Action.REFUSED, target, why=refused)
    version, why = moment.version(path)
    if version is None:
        return RestoredFile(path, Action.UNKNOWN, target, why=why)
    try:
        new = moment.content(version)
        old = look(target)
    except (UnreadableFileError, UsageError) as problem:
        return RestoredFile(path, Action.REFUSED, target, why=str(problem).rstrip("."))
    if new is None and version.exists:
        return RestoredFile(path, Action.UNKNOWN, target, why="what it held cannot be read")
    return RestoredFile(
        path,
        _action(old.content, new),
        target,
        version.source.value,
        why,
        old,
        new,
        is_executable=moment.is_executable(version),
    )


def _action(old: bytes | None, new: bytes | None) -> Action:
    if old == new:
        return Action.UNCHANGED
    if new is None:
        return Action.DELETE
    return Action.CREATE if old is None else Action.CHANGE


def _batch(file: SessionFile, at: str, root: Path, planned: list[RestoredFile]) -> Batch:
    targets = [one.target for one in planned if one.target is not None and one.new is not None]
    options: dict[str, Any] = {
        "at": at,
        "root": str(root),
        "folders": [str(folder) for folder in missing_folders(root, targets)],
        "modes": {str(one.target): one.old.mode for one in planned if one.action is Action.DELETE},
    }
    facts = EditFacts(
        kind=KIND,
        source_session=file.id,
        source_path=str(file.path),
        source_sha256=sha256_of(file.path),
        in_place=True,
        home=None if file.home is None else str(file.home.path),
        options=options,
    )
    return Batch(facts, {}, tuple(map(_planned, planned)), is_private=False)


def _planned(file: RestoredFile) -> PlannedFile:
    assert file.target is not None  # noqa: S101 - only such files are planned
    before = None if file.old.content is None else hashlib.sha256(file.old.content).hexdigest()
    new = file.new
    content = None if new is None else lambda: (new,)
    return PlannedFile(Role.OTHER, file.target, content, before)
