"""Sessions whose lines are decoded once: tracing goes through them several times."""

from __future__ import annotations

from typing import Final

from steno.session.bodies import FileBodies, HeldBodies
from steno.session.session import Session

MOST_HELD: Final = 8_000_000
"""Bytes of a file whose lines are kept decoded; those of a larger one are read each time."""


def held(session: Session) -> Session:
    """Give a session with its lines at hand, as they were when it was loaded."""
    is_small = session.file is not None and session.file.size <= MOST_HELD
    if not is_small or not isinstance(session.bodies, FileBodies):
        return session
    return Session(session.outline, HeldBodies(list(session.entries)), session.file)
