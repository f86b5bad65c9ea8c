"""Which session an edit of ours made of which, as far as state.db tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.errors import StenoError
from steno.store.database import open_state
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


COPIES: Final = frozenset({"clone", "fork"})
"""Edits that change nothing but ids."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a session was made of."""

    session: str
    edit: str
    """By which edit: clone, trim, ..."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offspring:
    """What was made of a session."""

    session: str
    edit: str
    """By which edit: clone, trim, ..."""


def made_of(session: str | None, origins: Mapping[str, Origin]) -> list[Offspring]:
    """List what edits have made of a session, the oldest first."""
    return [
        Offspring(session=made, edit=origin.edit)
        for made, origin in origins.items()
        if origin.session == session
    ]


def copied_from(origin: Origin | None) -> str | None:
    """Give the session of which one is a copy; None where an edit has changed what it says."""
    return origin.session if origin is not None and origin.edit in COPIES else None


def origins_in(
    data: Path, troubled: Callable[[StenoError], object] | None = None
) -> dict[str, Origin]:
    """Give the origin of every session that an edit has made; none where nothing can be read.

    Then ``troubled`` is told why: a list of sessions is of use without.
    """
    try:
        state = open_state(data)
        if state is None:
            return {}
        with state:
            edits = Edits(state).origins()
    except StenoError as problem:
        if troubled is not None:
            troubled(problem)
        return {}
    return {
        session: Origin(edit.source_session, edit.kind)
        for session, edit in edits.items()
        if edit.source_session is not None
    }
