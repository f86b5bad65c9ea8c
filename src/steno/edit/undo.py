"""Undo: what an edit did is taken back, as long as nobody has changed its result since."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from steno.edit.journal import current_hash, put_back, refuse_changed
from steno.edit.moves import is_begun
from steno.edit.restored import after_undo, before_undo
from steno.errors import EditStateError
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit, FileChange


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
    if edit.state == "planned":
        put_back([change for change in changes if _is_done(change)], state.folder)
        edits.mark_failed(number)
    else:
        refuse_changed(changes, state.folder)
        put_back(changes, state.folder)
        edits.mark_undone(number)
    after_undo(edit, changes)
    return edit


def _is_done(change: FileChange) -> bool:
    """Say whether an edit that was cut off had got to a file."""
    if change.moved_to is not None:
        return is_begun(change)
    found = current_hash(Path(change.path))
    return found == change.after_sha256 and found != change.before_sha256
