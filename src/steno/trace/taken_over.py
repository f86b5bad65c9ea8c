"""What cc-langfuse sent before us, from its state file: not sent again, and counted on from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.disk.peek import read_object
from steno.errors import TakenOverStateError, UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.trace.span import Trace

NAME: Final = "cc-langfuse_state.json"
"""The file's name, in the folder ``state`` of a home (spec 002, section 8)."""
_MOST: Final = (1 << 53) - 1
"""The largest whole number that the program which writes the file can count to."""


@dataclass(frozen=True, slots=True)
class SentBefore:
    """How far another exporter got with one session."""

    session_id: str
    last_line: int
    """The last line of the last turn that it sent; lines count from 1."""
    turn_count: int
    """How many turns it sent."""
    updated: str | None = None

    def holds(self, trace: Trace) -> bool:
        """Say whether a turn was sent: all that begin up to the last line were.

        One that went on afterwards was sent as far as it had come. To send it whole would show
        it twice, for its ids there are not ours.
        """
        return trace.turn_number is not None and trace.line <= self.last_line

    def counted_before(self, traces: Iterable[Trace]) -> int:
        """Say what has to be added to our own numbers so that the next turn follows the last sent.

        ``traces`` are those of the session, counted from 1. It is 0 where both count alike, and
        less than that where the other one counted fewer.
        """
        numbers = (trace.turn_number or 0 for trace in traces if self.holds(trace))
        return self.turn_count - max(numbers, default=0)


def state_path(home: Path) -> Path:
    """Say where the state of a home lies."""
    return home / "state" / NAME


def read_state(path: Path) -> dict[str, SentBefore]:
    """Read the state file whole, by session; whatever is odd in it is a TakenOverStateError."""
    try:
        document = read_object(path)
    except UnreadableFileError as problem:
        raise TakenOverStateError(path, problem.reason) from problem
    return {session_id: _sent(path, session_id, told) for session_id, told in document.items()}


def _sent(path: Path, session_id: str, told: Any) -> SentBefore:
    if not session_id or not isinstance(told, dict):
        raise TakenOverStateError(path, f"{session_id!r} in it is no session's state")
    updated = told.get("updated")
    return SentBefore(
        session_id,
        _count(path, session_id, "last_line", told),
        _count(path, session_id, "turn_count", told),
        updated if isinstance(updated, str) else None,
    )


def _count(path: Path, session_id: str, key: str, told: dict[str, Any]) -> int:
    value = told.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise TakenOverStateError(path, f"{key} of session {session_id!r} is no count")
    return value
