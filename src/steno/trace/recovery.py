"""Sessions whose end no hook told of: those before a continuation, which are sent first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.disk.layout import TRANSCRIPT_SUFFIX
from steno.disk.peek import head_lines
from steno.errors import UnreadableFileError
from steno.session.documents.spec_002 import find_previous_session_002

if TYPE_CHECKING:
    from pathlib import Path

MOST_SESSIONS: Final = 100
"""How far back a chain of sessions is followed."""


def recovery_order(path: Path) -> list[Path]:
    """Give the sessions to send for one that was told of: those before it first, itself last.

    Each is to be sent on its own: what goes wrong with one is no reason to leave out the next.
    A file that cannot be read has nothing before it.
    """
    order = [path]
    while len(order) < MOST_SESSIONS:
        previous = _previous(order[-1])
        if previous is None or previous in order:
            break
        order.append(previous)
    return order[::-1]


def _previous(path: Path) -> Path | None:
    try:
        first = next(head_lines(path), b"")
    except UnreadableFileError:
        return None
    found = find_previous_session_002(first, path.stem, lambda name: _beside(path, name).is_file())
    return None if found is None else _beside(path, found)


def _beside(path: Path, session_id: str) -> Path:
    return path.with_name(f"{session_id}{TRANSCRIPT_SUFFIX}")
