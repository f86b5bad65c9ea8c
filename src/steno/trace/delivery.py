"""From the outbox to a sink: in batches, again where that may help, and marked when it is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from steno.model.attempts import Attempts
from steno.trace.sender import Accepted, Refused, Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from steno.store.outbox import Outbox, Waiting
    from steno.trace.sender import Outcome

    OnPause = Callable[[Refused, float], object]

MOST_SUSPECTS: Final = 3
"""How many traces may be refused in a row before the sink is suspected, and not the traces."""
_TOO_LARGE: Final = 413
_ABOUT_CONTENT: Final = frozenset({400, 413, 422})
"""Refusals that may be about one trace; all others are about the request, the key or the place."""


class Post(Protocol):
    """Sends a request body."""

    def __call__(self, packed: Sequence[bytes]) -> Outcome:
        """Send packed traces in one request, and say what the sink said."""
        ...


@dataclass(slots=True)
class Delivered:
    """What became of the traces that waited."""

    sent: int = 0
    failed: int = 0
    problem: Refused | None = None
    """Why the sink was left before everything was tried; None where it was not."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much goes into one request."""

    traces: int
    bytes: int


@dataclass(slots=True)
class Delivery:
    """Sends what waits for one sink."""

    box: Outbox
    sink: str
    post: Post
    limits: Limits
    attempts: Attempts = field(default_factory=Attempts)
    on_pause: OnPause | None = None
    """Is told why the sink is tried again, and in how many seconds."""
    _done: Delivered = field(default_factory=Delivered)
    _smallest: Waiting | None = None
    _suspects: list[tuple[Waiting, str]] = field(default_factory=list)
    """What was refused alone, and why."""

    def deliver(self, waiting: Sequence[Waiting]) -> Delivered:
        """Send what waits, in that order; stop where the sink takes nothing."""
        self._done = Delivered()
        self._smallest = min(waiting, key=lambda one: one.size, default=None)
        for batch in _batches(waiting, self.limits):
            self._send(batch)
        self._settle()
        return self._done

    def _send(self, batch: Sequence[Waiting]) -> None:
        if self._done.problem is not None:
            self._done.failed += len(batch)
            return
        outcome = self._try(batch)
        if isinstance(outcome, Accepted):
            self._mark(batch)
        elif isinstance(outcome, Rejected) or outcome.status in _ABOUT_CONTENT:
            self._part(batch, outcome)
        else:
            self._leave(batch, outcome)

    def _mark(self, batch: Sequence[Waiting]) -> None:
        self.box.mark_sent(self.sink, batch)
        self._done.sent += len(batch)

    def _part(self, batch: Sequence[Waiting], outcome: Rejected | Refused) -> None:
        """Send the halves of a batch alone, to find what the sink does not take."""
        half = len(batch) // 2
        if half:
            self._send(batch[:half])
            self._send(batch[half:])
            return
        self._done.failed += 1
        if isinstance(outcome, Refused) and outcome.status == _TOO_LARGE:
            self.box.mark_tried(self.sink, batch, outcome.words, is_final=True)
            return
        self._suspects.append((batch[0], outcome.words))
        is_suspicious = not self._done.sent and len(self._suspects) == MOST_SUSPECTS
        if isinstance(outcome, Refused) and is_suspicious and not self._takes_the_smallest():
            self._done.problem = outcome

    def _takes_the_smallest(self) -> bool:
        """Find out whether it is the sink that is wrong, or some large or odd traces."""
        one = self._smallest
        if one is None or any(one == suspect for suspect, _ in self._suspects):
            return False
        return isinstance(self._try([one]), Accepted)

    def _leave(self, batch: Sequence[Waiting], outcome: Refused) -> None:
        self.box.mark_tried(self.sink, batch, outcome.words)
        self._done.failed += len(batch)
        self._done.problem = outcome

    def _settle(self) -> None:
        """Give the suspects up, unless the sink itself seems to be the trouble."""
        for one, message in self._suspects:
            is_final = self._done.problem is None
            self.box.mark_tried(self.sink, [one], message, is_final=is_final)
        self._suspects.clear()

    def _try(self, batch: Sequence[Waiting]) -> Outcome:
        """Send a batch, again after a pause where the sink may take it later."""
        attempt = 0
        while True:
            attempt += 1
            outcome = self.post(list(self.box.payloads(self.sink, batch)))
            if not isinstance(outcome, Refused) or outcome.final:
                return outcome
            pause = self.attempts.pause(attempt, outcome.retry_after)
            if pause is None:
                return outcome
            self.box.mark_tried(self.sink, batch, outcome.words)
            if self.on_pause is not None:
                self.on_pause(outcome, pause)
            self.attempts.sleep(pause)


def _batches(waiting: Sequence[Waiting], limits: Limits) -> Iterator[list[Waiting]]:
    """Put traces together as long as they keep within the limits; a large one goes alone."""
    batch: list[Waiting] = []
    size = 0
    for one in waiting:
        if batch and (len(batch) >= limits.traces or size + one.size > limits.bytes):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += one.size
    if batch:
        yield batch
