"""From sessions into the outbox: the turns that are over, said as a sink wants them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.store.outbox import Boxed, Rank, Taken
from steno.trace.agents import lone_trace_ids
from steno.trace.clock import nanoseconds
from steno.trace.spans import session_traces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from steno.analyse.cost import Prices
    from steno.session.session import Session
    from steno.store.outbox import Outbox
    from steno.trace.closing import Closing
    from steno.trace.span import Trace
    from steno.trace.taken_over import SentBefore

BATCH: Final = 64
"""How many traces are put in at a time: others wait for the outbox meanwhile."""


@dataclass(slots=True)
class Collected:
    """What became of the turns that were looked at."""

    turns: int = 0
    open: int = 0
    """Not over yet: they come back."""
    taken: Counter[Taken] = field(default_factory=Counter)
    to_send: set[str] = field(default_factory=set)
    """The traces that wait now."""

    @property
    def copies(self) -> int:
        """How many are copies of others, which count instead of them."""
        put_in = self.taken[Taken.NEW] + self.taken[Taken.WAITING]
        return self.taken[Taken.SEEN] + put_in - len(self.to_send)

    def add(self, other: Collected) -> None:
        """Count others, too."""
        self.turns += other.turns
        self.open += other.open
        self.taken += other.taken
        self.to_send |= other.to_send


class Origin(NamedTuple):
    """Where a trace comes from."""

    earliest: int
    """The earliest time in any line of the file."""
    path: str


@dataclass(frozen=True, slots=True)
class Collector:
    """Puts the turns of sessions that are over into the outbox of one sink."""

    box: Outbox
    sink: str
    pack: Callable[[Trace], bytes]
    """Says a trace as the sink wants it, without what it may not have."""
    prices: Prices
    sent_before: Mapping[str, SentBefore] = field(default_factory=dict)
    """What another program has sent, by session."""
    since: int = 0
    """Turns that ended before this moment are left out; in nanoseconds since 1970."""

    def collect(self, session: Session, closing: Closing) -> Collected:
        """Put in what is over, and count what is not."""
        found = Collected()
        before = self.sent_before.get(session.id or "")
        shift = 0 if before is None else before.counted_before(self._traces(session))
        origin = Origin(first_moment(session), str(session.path or ""))
        batch: list[Boxed] = []
        for trace in self._traces(session, shift):
            if trace.last_moment < self.since:
                continue
            found.turns += 1
            if before is not None and before.holds(trace):
                self._mark(found, trace, origin)
            elif closing.is_closed(trace):
                batch.append(self.boxed(trace, origin))
            else:
                self._leave_open(found, trace, origin)
            if len(batch) >= BATCH:
                self._offer(found, batch)
        self._offer(found, batch)
        return found

    def _mark(self, found: Collected, trace: Trace, origin: Origin) -> None:
        """Record what another program has sent, once."""
        found.taken[Taken.UNCHANGED] += 1
        if not self.box.was_sent(self.sink, trace.id):
            self.box.mark_known(self.sink, [self.boxed(trace, origin)])

    def _leave_open(self, found: Collected, trace: Trace, origin: Origin) -> None:
        """Count a turn that is not over for all we know; somebody may have known more."""
        if self.box.has_sent(self.sink, self.boxed(trace, origin)):
            found.taken[Taken.UNCHANGED] += 1
        else:
            found.open += 1

    def _traces(self, session: Session, counted_before: int = 0) -> Iterator[Trace]:
        return session_traces(session, prices=self.prices, counted_before=counted_before)

    def boxed(self, trace: Trace, origin: Origin) -> Boxed:
        """Make a trace ready for the outbox."""
        payload = self.pack(trace)
        return Boxed(
            trace_id=trace.id,
            rank=Rank(trace.api_messages, origin.earliest, trace.session_id, len(payload)),
            turn_number=trace.turn_number,
            payload=payload,
            path=origin.path,
            holds=tuple(lone_trace_ids(trace.spans)),
        )

    def _offer(self, found: Collected, batch: list[Boxed]) -> None:
        taken = self.box.offer(self.sink, batch)
        found.taken.update(taken.values())
        waits = (Taken.NEW, Taken.WAITING)
        found.to_send |= {name for name, what in taken.items() if what in waits}
        batch.clear()


def first_moment(session: Session) -> int:
    """Give the earliest time in any line of a session's file; 0 where no line has one.

    Where the file is gone, that of its sub-agents counts.
    """
    times = [moment for moment in session.outline.times if not math.isnan(moment)]
    if not len(session.outline):
        began = (agent.started for agent in session.subagents)
        times = [moment.timestamp() for moment in began if moment is not None]
    return nanoseconds(min(times, default=0.0))
