"""What can go wrong with a request to a sink, for :class:`steno.testing.sink_server.SinkServer`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


class FaultKind(StrEnum):
    """The ways to fail."""

    DROPS = "drops"
    """The connection ends before the request is read; nothing is kept."""
    STATUS = "status"
    """Another status than 200; nothing is kept."""
    HALF = "half"
    """Everything is kept, but the answer breaks off."""
    SLOW = "slow"
    """Everything is kept, but the answer takes its time."""
    PARTIAL = "partial"
    """Some spans are rejected."""
    DIES = "dies"
    """Half of the spans are kept, and no answer comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What goes wrong with one request."""

    kind: FaultKind
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    traces: frozenset[str] = frozenset()
    """The traces that are rejected."""
    count: int = 0
    """How many spans are rejected, the last ones first."""


DROPS: Final = Fault(kind=FaultKind.DROPS)
HALF: Final = Fault(kind=FaultKind.HALF)
DIES: Final = Fault(kind=FaultKind.DIES)


def status(code: int, retry_after: float | str | None = None) -> Fault:
    """Answer with a status, and perhaps say when to come back."""
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    return Fault(kind=FaultKind.STATUS, status=code, headers=headers)


def slow(seconds: float) -> Fault:
    """Answer late."""
    return Fault(kind=FaultKind.SLOW, seconds=seconds)


def partial(count: int = 0, traces: frozenset[str] = frozenset()) -> Fault:
    """Reject some spans: the last ``count`` of them, and those of some traces."""
    return Fault(kind=FaultKind.PARTIAL, count=count, traces=traces)


def random_faults(random: Random, rate: float = 0.5, seconds: float = 0.05) -> Iterator[Fault]:
    """Give faults without end, of all kinds that leave nothing to be wished for in the end."""
    fine = slow(0)
    choices = [
        DROPS, HALF, DIES, slow(seconds), partial(count=1), status(500), status(503), status(502),
        status(429, retry_after=0),
    ]  # fmt: skip
    while True:
        yield random.choice(choices) if random.random() < rate else fine
