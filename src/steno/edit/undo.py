"""Undo: what an edit did is taken back, as long as nobody has changed its result since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.discover import Home
from steno.edit.apply import refuse_live_sessions
from steno.edit.forget import sweep
from steno.edit.journal import is_done, put_back, refuse_changed, refuse_strange
from steno.edit.restored import after_undo, before_undo
from steno.errors import EditStateError, ForgottenEditError, RunningEditError, StenoError
from steno.store.database import open_state
from steno.store.lineage import Edits
from steno.store.process import still_runs

if TYPE_CHECKING:
    from pathlib import Path

    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit


def undo(state: StateDatabase, number: int) -> Edit:
    """Take back an edit, or clean up after one that was cut off; FileChangedError if it cannot be.

    All files are looked at before the first is touched.
    """
    edits = Edits(state)
    edit = undoable(edits, number)
    changes = edits.files_of(number)
    before_undo(edit, changes)
    refuse_live_sessions(_sessions(edit), None if edit.home is None else Home(edit.home))
    if edit.state == "planned":
        refuse_strange(changes, state.folder)
        put_back([change for change in changes if is_done(change)], state.folder)
        edits.mark_failed(number)
    else:
        refuse_changed(changes, state.folder)
        put_back(changes, state.folder)
        edits.mark_undone(number)
    after_undo(edit, changes)
    sweep(state)
    return edit


def undoable(edits: Edits, number: int) -> Edit:
    """Give an edit that may be taken back, by what the journal says; UsageError for another."""
    edit = edits.edit(number)
    if edit is None or edit.state not in ("done", "planned"):
        raise EditStateError(number, None if edit is None else edit.state, "undone")
    if edit.forgotten_at is not None:
        raise ForgottenEditError(number, edit.forgotten_at)
    if is_under_way(edit) and edit.process is not None:
        raise RunningEditError(number, edit.process.pid)
    return edit


def is_under_way(edit: Edit) -> bool:
    """Say whether a process is at work on an edit right now; otherwise it has ended somehow."""
    return edit.state == "planned" and edit.process is not None and still_runs(edit.process)


def cut_off(data: Path) -> tuple[Edit, ...]:
    """List the edits that a crash has cut off; none where nothing can be read.

    Whoever does something else need not know that the record of edits is damaged: an edit tells.
    """
    try:
        state = open_state(data)
        if state is None:
            return ()
        with state:
            return tuple(edit for edit in Edits(state).pending() if not is_under_way(edit))
    except StenoError:
        return ()


def _sessions(edit: Edit) -> frozenset[str]:
    names = (edit.source_session, edit.result_session)
    return frozenset(name for name in names if name is not None)
