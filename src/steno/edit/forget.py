"""Forget: the old bytes of an edit go for good, and with them the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.errors import EditStateError, UsageError
from steno.store.database import open_state
from steno.store.kept import clean_up, remove_kept
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from pathlib import Path

    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit


@dataclass(frozen=True, slots=True)
class Forgotten:
    """An edit of which nothing is kept any more."""

    edit: Edit
    files: int
    """How many kept files went."""
    bytes: int


def keeps_bytes(state: StateDatabase, number: int) -> tuple[str, ...]:
    """Name what is kept of an edit that has ended; UsageError for one that has not, or never was.

    What was asked to go before, and could not, is named too.
    """
    edits = Edits(state)
    edit = edits.edit(number)
    if edit is None:
        raise EditStateError(number, None, "forgotten")
    if edit.state == "planned":
        msg = f"edit {number} has not ended, and its old bytes are needed to clean up after it. "
        raise UsageError(f"{msg}Take it back first: steno undo {number}")
    names = [change.kept_path for change in edits.files_of(number)]
    return tuple(name for name in names if name is not None)


def forget(state: StateDatabase, number: int) -> Forgotten:
    """Remove what is kept of an edit, in quarantine too; it cannot be taken back any more.

    One of which nothing is kept stays as it is, and can be.
    """
    edits = Edits(state)
    names = keeps_bytes(state, number)
    if names:
        # On record first: a file that is left then, is a stray and goes another time.
        edits.mark_forgotten(number)
    sizes = [remove_kept(state.folder, name) for name in names]
    edit = edits.edit(number)
    assert edit is not None  # noqa: S101 - edits are never removed
    return Forgotten(edit, len(names), sum(sizes))


def keeping(data: Path, *names: str | Path) -> tuple[int, ...]:
    """List by number the edits that keep old bytes of a session, by its id and its path."""
    state = open_state(data)
    if state is None:
        return ()
    with state:
        edits = Edits(state)
        kept = {edit.id for edit in edits.with_kept_bytes()}
        return tuple(edit.id for edit in edits.edits_of(*names) if edit.id in kept)


def sweep(state: StateDatabase) -> tuple[Path, ...]:
    """Remove kept files that no edit needs, such as those of an attempt that failed; list them."""
    return clean_up(state.folder, Edits(state).kept_paths())
