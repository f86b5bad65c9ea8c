"""Doing what a plan says: guarded, journalled, and as a whole or not at all.

The files beside a session are written first and its own file last, each in one step. So
whatever happens on the way, a session is there complete, or not at all; and what a crash left
is in the journal.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.disk.live import live_sessions
from steno.disk.writer import replace_file, sha256_of
from steno.edit.journal import put_back, remove_file
from steno.edit.plan import Role
from steno.errors import FileChangedError, LiveSessionError
from steno.store.database import open_state
from steno.store.edit_rows import EditFacts, FileChange
from steno.store.kept import keep_file, kept_name
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.discover import Home
    from steno.edit.plan import Plan, PlannedFile
    from steno.store.edit_rows import FileAction, FileRole

_ROLES: Final[dict[Role, FileRole]] = {
    Role.SESSION: "session",
    Role.SUBAGENT: "subagent",
    Role.TOOL_RESULT: "tool-result",
    Role.FILE_HISTORY: "file-history",
    Role.HISTORY: "history",
}


@dataclass(frozen=True, slots=True)
class Applied:
    """An edit that is done."""

    edit: int
    """Its number in the journal, by which it can be undone."""
    session: str
    path: Path


def apply(plan: Plan, data: Path, *, home: Home | None = None) -> Applied:
    """Do what a plan says; ``data`` is the folder with the journal.

    FileChangedError where a file is not what it was when the plan was made, LiveSessionError
    where a client has the session open. Then nothing has changed.
    """
    refuse_live(plan, home)
    _refuse_changed(plan)
    with open_state(data, create=True) as state:
        edits = Edits(state)
        with state.writing():
            number = edits.begin_edit(_facts(plan, home))
            steps = [
                (file, _change(number, at, file)) for at, file in enumerate(plan.files, start=1)
            ]
            for _, change in steps:
                edits.record_file(number, change)
        _carry_out(plan, edits, number, steps)
        own = next(change for file, change in steps if file.role is Role.SESSION)
        edits.finish_edit(number, result_sha256=own.after_sha256)
    return Applied(number, plan.result_id, plan.result_path)


def refuse_live(plan: Plan, home: Home | None) -> None:
    """Refuse a plan for a session that a running client has open."""
    for live in () if home is None else live_sessions(home):
        if live.session_id == plan.source_id and live.alive is not False:
            raise LiveSessionError(plan.source_id, live.pid)


def _refuse_changed(plan: Plan) -> None:
    for path, known in plan.sources.items():
        if sha256_of(path) != known:
            raise FileChangedError(path)


def _facts(plan: Plan, home: Home | None) -> EditFacts:
    return EditFacts(
        kind=plan.kind,
        source_session=plan.source_id,
        source_path=str(plan.source_path),
        source_sha256=plan.sources[plan.source_path],
        result_session=plan.result_id,
        result_path=str(plan.result_path),
        in_place=plan.in_place,
        home=None if home is None else str(home.path),
        options=plan.options,
    )


def _change(edit: int, number: int, file: PlannedFile) -> FileChange:
    before, after = file.before_sha256, _hash_of(file)
    action: FileAction = "create" if before is None else "delete" if after is None else "replace"
    return FileChange(
        number=number,
        role=_ROLES.get(file.role, "other"),
        path=str(file.path),
        action=action,
        before_sha256=before,
        after_sha256=after,
        kept_path=None if before is None else kept_name(edit, number, before),
    )


def _hash_of(file: PlannedFile) -> str | None:
    if file.content is None:
        return None
    digest = hashlib.sha256()
    for piece in file.content():
        digest.update(piece)
    return digest.hexdigest()


def _carry_out(
    plan: Plan, edits: Edits, number: int, steps: list[tuple[PlannedFile, FileChange]]
) -> None:
    done: list[FileChange] = []
    try:
        for file, change in steps:
            _write(file, change, edits.state.folder)
            done.append(change)
        _refuse_changed_meanwhile(plan)
    except BaseException:
        put_back(done, edits.state.folder)
        edits.mark_failed(number)
        raise


def _refuse_changed_meanwhile(plan: Plan) -> None:
    """Look once more: what was copied may have grown while it was read."""
    written = {file.path for file in plan.files}
    for path, known in plan.sources.items():
        if path not in written and sha256_of(path) != known:
            raise FileChangedError(path)


def _write(file: PlannedFile, change: FileChange, data: Path) -> None:
    if change.kept_path is not None:
        keep_file(data, change.kept_path, file.path)
    if file.content is None:
        remove_file(file.path, change.before_sha256)
    else:
        replace_file(file.path, file.content(), expected_sha256=file.before_sha256)
