"""The exporter: what is over goes into the outbox of a sink, and from there to the sink."""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from steno.disk.lock import PATIENCE
from steno.disk.private_files import open_locked
from steno.errors import ExporterBusyError, SystemRefusedError
from steno.model.attempts import Attempts
from steno.store.known_sinks import KnownSinks
from steno.store.outbox import Outbox, Taken
from steno.store.sent_before import SentElsewhere
from steno.trace.collect import Collected, Collector
from steno.trace.content import Content
from steno.trace.delivery import Delivered, Delivery, Limits
from steno.trace.otlp import merge, pack
from steno.trace.profiles import profile
from steno.trace.sender import Sender
from steno.trace.taken_over import SentBefore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from steno.analyse.cost import Prices
    from steno.secrets.scan import Scanner
    from steno.session.session import Session
    from steno.store.database import StateDatabase
    from steno.trace.closing import Closing
    from steno.trace.delivery import OnPause
    from steno.trace.sender import Outcome, Refused
    from steno.trace.sinks import Sink
    from steno.trace.span import Trace

LOCK_NAME: Final = "trace.lock"
_LONGEST_NAME: Final = 12
_MOMENT: Final = 1.0
"""Seconds after which somebody who waits wants to know why."""


@dataclass(slots=True)
class Tally:
    """What became of the turns: their sum is the number of those that were looked at."""

    turns: int = 0
    sent: int = 0
    unchanged: int = 0
    """The sink has them already, or a copy of them counts."""
    copies: int = 0
    """How many of those are copies."""
    failed: int = 0
    waiting: int = 0
    """Not over yet."""
    problem: Refused | None = None
    """Why a sink takes nothing."""

    def add(self, other: Tally) -> None:
        """Count others, too."""
        self.turns += other.turns
        self.sent += other.sent
        self.unchanged += other.unchanged
        self.copies += other.copies
        self.failed += other.failed
        self.waiting += other.waiting
        self.problem = self.problem or other.problem


@dataclass(slots=True)
class Exporter:
    """Sends sessions to one sink."""

    state: StateDatabase
    sink: Sink
    prices: Prices
    scanner: Scanner | None
    """What finds secrets; they are replaced unless the sink is told to get them."""
    since: int = 0
    attempts: Attempts = field(default_factory=Attempts)
    on_pause: OnPause | None = None
    """Is told when a sink does not take something and is tried again."""
    _box: Outbox = field(init=False)
    _sinks: KnownSinks = field(init=False)
    _collector: Collector = field(init=False)
    _found: Collected = field(init=False)
    _problem: Refused | None = None

    def __post_init__(self) -> None:
        """Make ready what every session needs."""
        self._box = Outbox(self.state)
        self._sinks = KnownSinks(self.state)
        self._found = Collected()
        self._collector = Collector(
            self._box, self.key, self._packer(), self.prices, self._sent_before(), self.since
        )

    @property
    def key(self) -> str:
        """The name of the sink in the outbox."""
        return sink_key(self.sink)

    def collect(self, session: Session, closing: Closing) -> None:
        """Put the turns of a session that are over into the outbox."""
        self._found.add(self._collector.collect(session, closing))

    def retry(self) -> int:
        """Let the sink have what it refused once more; say how many traces those are."""
        return self._box.retry(self.key)

    def forgive(self) -> None:
        """Try a sink again that took nothing."""
        self._problem = None

    @property
    def waiting(self) -> int:
        """How many traces wait for the sink."""
        return len(self._box.waiting(self.key))

    def deliver(self, *, found_only: bool = False) -> Tally:
        """Send what waits, and count what became of all that was collected since the last time.

        With ``found_only`` what waits from before is left alone, unless it was collected again.
        A sink that took nothing is left alone from then on: what is collected waits for it.
        """
        found, self._found = self._found, Collected()
        waiting = self._box.waiting(self.key)
        if found_only:
            waiting = [one for one in waiting if one.trace_id in found.to_send]
        if not waiting:
            return _tally(found, Delivered())
        if self._problem is not None:
            return _tally(found, Delivered(failed=len(found.to_send), problem=self._problem))
        self._sinks.remember(self.key, self.sink.url, self.sink.profile)
        with Sender(self.sink) as sender:
            done = self._delivery(sender).deliver(waiting)
        self._problem = done.problem
        self._sinks.tell(self.key, None if done.problem is None else done.problem.words)
        return _tally(found, done)

    def _delivery(self, sender: Sender) -> Delivery:
        def post(packed: Sequence[bytes]) -> Outcome:
            return sender.send(merge(packed, self.sink.resource))

        limits = Limits(self.sink.batch_traces, self.sink.batch_bytes)
        return Delivery(self._box, self.key, post, limits, self.attempts, self.on_pause)

    def _packer(self) -> Callable[[Trace], bytes]:
        say = profile(self.sink.profile)
        scanner = self.scanner if self.sink.redact else None
        content = Content(self.sink.content, self.sink.limit, scanner)
        return lambda trace: pack(say(content.apply(trace)))

    def _sent_before(self) -> dict[str, SentBefore]:
        known = SentElsewhere(self.state).of_sink(self.key)
        return {name: SentBefore(*one) for name, one in known.items()}


def sink_key(sink: Sink) -> str:
    """Name a sink so that another place or profile under the same name is another sink."""
    where = f"{sink.url}\n{sink.profile}\n{sink.place}"
    place = hashlib.sha256(where.encode()).hexdigest()
    return f"{sink.name}:{place[:_LONGEST_NAME]}"


def _tally(found: Collected, done: Delivered) -> Tally:
    """Count turns; what waited from before and was sent now is counted, too."""
    taken, tried = found.taken, done.sent + done.failed
    return Tally(
        turns=found.turns + max(tried - len(found.to_send), 0),
        sent=done.sent,
        unchanged=taken[Taken.UNCHANGED] + found.copies,
        copies=found.copies,
        failed=done.failed + taken[Taken.REFUSED],
        waiting=found.open,
        problem=done.problem,
    )


@contextlib.contextmanager
def alone(
    folder: Path, *, patience: float = PATIENCE, on_wait: Callable[[], object] | None = None
) -> Iterator[None]:
    """Be the only exporter of a data folder while it lasts, or raise ExporterBusyError.

    ``on_wait`` is called where another one is at work for more than a moment.
    """
    path = folder / LOCK_NAME
    try:
        fd = _opened(path, patience, on_wait)
    except TimeoutError as error:
        raise ExporterBusyError(path) from error
    except OSError as problem:
        raise SystemRefusedError(problem) from problem
    try:
        yield
    finally:
        os.close(fd)


def _opened(path: Path, patience: float, on_wait: Callable[[], object] | None) -> int:
    if on_wait is not None:
        with contextlib.suppress(TimeoutError):
            return open_locked(path, patience=_MOMENT)
        on_wait()
    return open_locked(path, patience=patience)
