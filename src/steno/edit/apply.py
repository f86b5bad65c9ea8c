"""Doing what a plan says: guarded, journalled, and as a whole or not at all.

The files beside a session are written first and its own file last, each in one step; what goes
or has moved away is removed when all else is done, the session's own file first. So whatever
happens on the way, a session is there complete, or not at all; and what a crash left is in the
journal.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.disk.live import live_sessions
from steno.disk.writer import replace_file, sha256_of
from steno.edit.journal import is_done, put_back, remove_file
from steno.edit.moves import bring, clear
from steno.edit.plan import Batch, Role
from steno.errors import FileChangedError, LiveSessionError, StenoError
from steno.store.database import open_state
from steno.store.edit_rows import EditFacts, FileChange
from steno.store.kept import keep_bytes, keep_file, kept_file, kept_name
from steno.store.lineage import Edits
from steno.store.process import this_process

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from steno.disk.discover import Home
    from steno.edit.plan import Plan, PlannedFile
    from steno.store.edit_rows import FileAction, FileRole

    Step = tuple[PlannedFile, FileChange]

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


def apply(plan: Plan, data: Path) -> Applied:
    """Do what a plan says; ``data`` is the folder with the journal.

    FileChangedError where a file is not what it was when the plan was made, LiveSessionError
    where a client has the session open. Then nothing has changed.
    """
    refuse_live(plan)
    batch = Batch(_facts(plan), plan.sources, plan.files, plan.removed)
    number = perform(batch, data)
    return Applied(number, plan.result_id, plan.result_path)


def perform(batch: Batch, data: Path) -> int:
    """Write, move and remove files as one edit, and give its number; the same guards hold."""
    _refuse_changed(batch.sources)
    with open_state(data, create=True) as state:
        edits = Edits(state)
        with state.writing():
            number = edits.begin_edit(batch.facts, this_process())
            steps = [
                (file, _change(number, at, file)) for at, file in enumerate(batch.files, start=1)
            ]
            aside = list(_quarantined(batch, number, state.folder))
            for change in (*(change for _, change in steps), *aside):
                edits.record_file(number, change)
        try:
            _carry_out(batch, edits, number, steps)
            own = [change.after_sha256 for file, change in steps if file.role is Role.SESSION]
            edits.finish_edit(number, result_sha256=own[0] if len(own) == 1 else None)
        finally:
            # This process may go on for long, and what it could not put back is not under way.
            with contextlib.suppress(StenoError):
                edits.let_go(number)
    return number


def refuse_live(plan: Plan) -> None:
    """Refuse a plan for a session that a running client has open."""
    for file in plan.guarded:
        refuse_live_sessions({file.id}, file.home)


def refuse_live_sessions(sessions: Collection[str], home: Home | None) -> None:
    """Refuse where a running client has one of these sessions open."""
    for live in () if home is None else live_sessions(home):
        if live.session_id in sessions and live.alive is not False:
            raise LiveSessionError(live.session_id, live.pid)


def _refuse_changed(sources: Mapping[Path, str]) -> None:
    for path, known in sources.items():
        if sha256_of(path) != known:
            raise FileChangedError(path)


def _facts(plan: Plan) -> EditFacts:
    home = plan.guarded[0].home
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
    is_lost = before is not None and (file.moved_from is None or after != before)
    return FileChange(
        number=number,
        role=_ROLES.get(file.role, "other"),
        path=str(file.moved_from or file.path),
        action=_action(file, after),
        before_sha256=before,
        after_sha256=after,
        kept_path=kept_name(edit, number, before) if is_lost and before else None,
        moved_to=None if file.moved_from is None else str(file.path),
    )


def _quarantined(batch: Batch, edit: int, data: Path) -> Iterator[FileChange]:
    """Tell of what goes into quarantine, as of files that the edit makes."""
    for number, one in enumerate(batch.removed, len(batch.files) + 1):
        sha256 = hashlib.sha256(one.raw).hexdigest()
        name = kept_name(edit, number, sha256, "quarantine")
        yield FileChange(
            number=number,
            role="other",
            path=str(kept_file(data, name)),
            action="create",
            after_sha256=sha256,
            kept_path=name,
        )


def _action(file: PlannedFile, after: str | None) -> FileAction:
    if file.moved_from is not None:
        return "move"
    return "create" if file.before_sha256 is None else "delete" if after is None else "replace"


def _hash_of(file: PlannedFile) -> str | None:
    if file.content is None:
        return None if file.moved_from is None else file.before_sha256
    digest = hashlib.sha256()
    for piece in file.content():
        digest.update(piece)
    return digest.hexdigest()


def _carry_out(batch: Batch, edits: Edits, number: int, steps: list[Step]) -> None:
    done = list(_quarantined(batch, number, edits.state.folder))
    try:
        for aside, one in zip(done, batch.removed, strict=True):
            keep_bytes(edits.state.folder, number, aside.number, one.raw, "quarantine")
        for file, change in steps:
            _write(file, change, edits.state.folder)
            done.append(change)
        _refuse_changed_meanwhile(batch)
        for file, change in reversed(steps):
            _remove(file, change)
    except BaseException:
        # A step may have failed after its file was in place; what is not back stays on record.
        reached = [change for _, change in steps if change not in done and is_done(change)]
        put_back([*done, *reached], edits.state.folder)
        edits.mark_failed(number)
        raise


def _refuse_changed_meanwhile(batch: Batch) -> None:
    """Look once more: what was copied may have grown while it was read."""
    written = {file.path for file in batch.files}
    for path, known in batch.sources.items():
        if path not in written and sha256_of(path) != known:
            raise FileChangedError(path)


def _write(file: PlannedFile, change: FileChange, data: Path) -> None:
    source = file.moved_from or file.path
    if change.kept_path is not None:
        keep_file(data, change.kept_path, source)
    if file.moved_from is not None:
        bring(file, change)
    elif file.content is not None:
        replace_file(file.path, file.content(), expected_sha256=file.before_sha256)


def _remove(file: PlannedFile, change: FileChange) -> None:
    if file.moved_from is not None:
        clear(file.moved_from, change.before_sha256)
    elif file.content is None:
        remove_file(file.path, change.before_sha256)
