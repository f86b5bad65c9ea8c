"""Which session an edit of ours made of which, as far as state.db tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.errors import StenoError
from steno.store.database import open_state
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from pathlib import Path


COPIES: Final = frozenset({"clone", "fork"})
"""Edits that change nothing but ids."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a session was made of."""

    session: str
    edit: str
    """By which edit: clone, trim, ..."""


def copied_from(origin: Origin | None) -> str | None:
    """Give the session of which one is a copy; None where an edit has changed what it says."""
    return origin.session if origin is not None and origin.edit in COPIES else None


def origins_in(data: Path) -> dict[str, Origin]:
    """Give the origin of every session that an edit has made; none where nothing can be read.

    Whoever lists sessions need not know that the record of edits is damaged: an edit tells.
    """
    try:
        state = open_state(data)
        if state is None:
            return {}
        with state:
            edits = Edits(state).origins()
    except StenoError:
        return {}
    return {
        session: Origin(edit.source_session, edit.kind)
        for session, edit in edits.items()
        if edit.source_session is not None
    }
