"""What the hook asked for: the turn that it told of is sent as soon as its last line is there.

The client runs its hooks before its last lines are written, so the file is looked at again and
again for a while. What is not there by then comes with the next hook, or with the next sync.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from steno.disk.peek import reason_of
from steno.errors import UnreadableFileError
from steno.session.session import load
from steno.trace.clock import SECOND
from steno.trace.closing import IDLE_SECONDS, Closing, Stop, answers
from steno.trace.held import held
from steno.trace.one_session import attempt
from steno.trace.recovery import recovery_order
from steno.trace.spans import session_traces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from steno.errors import StenoError
    from steno.session.session import Session
    from steno.trace.spool import SpoolLine

PATIENCE: Final = 10.0
"""Seconds for which the end of a turn is waited for."""
NO_FILE: Final = -1
"""The size of a file that is not there."""
_LOOK: Final = 0.05
STOP: Final = "Stop"
SESSION_END: Final = "SessionEnd"


@dataclass(frozen=True, slots=True)
class Poke:
    """What hooks told of one session."""

    path: Path
    stops: tuple[Stop, ...]
    has_ended: bool
    told_at: int = 0
    """When the last of them ran, in nanoseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock that is waited by."""

    patience: float = PATIENCE
    now: Callable[[], int] = time.time_ns
    sleep: Callable[[float], object] = time.sleep
    steady: Callable[[], float] = time.monotonic


def pokes(lines: Iterable[SpoolLine]) -> list[Poke]:
    """Put together what was told of each session, in the order in which they were told of."""
    told: dict[Path, list[SpoolLine]] = {}
    for line in lines:
        told.setdefault(line.transcript_path, []).append(line)
    return [_poke(path, of_path) for path, of_path in told.items()]


def _poke(path: Path, lines: Sequence[SpoolLine]) -> Poke:
    stops = tuple(
        Stop(line.prompt_id, line.last_assistant_message, line.is_cut)
        for line in lines
        if line.event == STOP
    )
    # What came after its end is a session that goes on.
    has_ended = bool(lines) and lines[-1].event == SESSION_END
    return Poke(path, stops, has_ended, max((line.time for line in lines), default=0))


@dataclass(slots=True)
class Answering:
    """Looks at the sessions that hooks told of."""

    collect: Callable[[Session, Closing], object]
    complain: Callable[[StenoError], object]
    """Is told of a session that cannot be read; the others are looked at all the same."""
    timing: Timing = field(default_factory=Timing)

    def answer(self, lines: Iterable[SpoolLine]) -> None:
        """Collect every session that hooks told of, with the ones before it."""
        for poke in pokes(lines):
            for path in _earlier(poke.path):
                self._quietly(path, self._collect_ended)
            self._quietly(poke.path, partial(self._collect_poked, poke=poke))

    def _quietly(self, path: Path, act: Callable[[Path], object]) -> None:
        """Pass over one session that fails, however it does (spec 002, section 10)."""
        attempt(path, partial(act, path), self.complain)

    def _collect_ended(self, path: Path) -> None:
        """Collect a session that another one continues: its own end was never told."""
        self.collect(held(load(path)), Closing(self.timing.now(), has_ended=True))

    def _collect_poked(self, path: Path, poke: Poke) -> None:
        session, is_answered = self._settled(path, poke)
        stops = poke.stops
        if not is_answered:
            # The words differ from those on disk: the end of the reply has to do.
            stops += tuple(Stop(stop.prompt_id, None) for stop in poke.stops)
        closing = Closing(self.timing.now(), IDLE_SECONDS, stops, poke.has_ended)
        self.collect(session, closing)

    def _settled(self, path: Path, poke: Poke) -> tuple[Session, bool]:
        """Load the session once the turn that was told of is there whole, or time is up.

        Says which of the two it was. The file itself may come late, too.
        """
        until = self.timing.steady() + self._patience(poke)
        session: Session | None = None
        size = NO_FILE
        while True:
            # Asked for first: what is added while it is loaded is seen at the next look.
            seen = _size(path)
            if seen != size:
                session, size = held(load(path)), seen
                if self._is_answered(session, poke):
                    return session, True
            if self.timing.steady() >= until:
                return session or load(path), False
            self.timing.sleep(_LOOK)

    def _patience(self, poke: Poke) -> float:
        """Give how long to wait: what was told long ago is there by now, or never comes."""
        age = (self.timing.now() - poke.told_at) / SECOND
        return min(max(self.timing.patience - age, 0.0), self.timing.patience)

    def _is_answered(self, session: Session, poke: Poke) -> bool:
        """Say whether the turn that was told of last is on disk with its last words."""
        if not poke.stops:
            return True
        return any(answers(poke.stops[-1], trace) for trace in session_traces(session))


def _earlier(path: Path) -> list[Path]:
    """Give the sessions before one; none where the system does not let us look for them."""
    try:
        return recovery_order(path)[:-1]
    except OSError:
        return []


def _size(path: Path) -> int:
    """Give the size of a file that may not be there yet; UnreadableFileError if it never will."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return NO_FILE
    except OSError as error:
        raise UnreadableFileError(path, reason_of(error)) from error
