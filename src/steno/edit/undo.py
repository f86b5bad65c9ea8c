"""Undo: what an edit did is taken back, as long as nobody has changed its result since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.discover import Home
from steno.edit.apply import refuse_live_sessions
from steno.edit.journal import is_done, put_back, refuse_changed, refuse_strange
from steno.edit.restored import after_undo, before_undo
from steno.errors import EditStateError
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit


def undo(state: StateDatabase, number: int) -> Edit:
    """Take back an edit, or clean up after one that was cut off; FileChangedError if it cannot be.

    All files are looked at before the first is touched.
    """
    edits = Edits(state)
    edit = edits.edit(number)
    if edit is None or edit.state not in ("done", "planned"):
        raise EditStateError(number, None if edit is None else edit.state, "undone")
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
    return edit


def _sessions(edit: Edit) -> frozenset[str]:
    names = (edit.source_session, edit.result_session)
    return frozenset(name for name in names if name is not None)
