"""What can go wrong with a request to a sink."""

from __future__ import annotations

from itertools import islice
from random import Random

from steno.testing.sink_faults import FaultKind, partial, random_faults, slow, status


def test_status_may_say_when_to_come_back() -> None:
    """Or not."""
    assert status(503).headers == {}
    assert status(429, 2).headers == {"retry-after": "2"}
    assert (status(500).kind, status(500).status) == (FaultKind.STATUS, 500)


def test_faults_hold_what_they_need() -> None:
    """Seconds, or spans and traces."""
    assert slow(2).seconds == 2
    assert partial(3).count == 3
    assert partial(traces=frozenset({"a"})).traces == {"a"}


def test_random_faults_are_the_same_for_the_same_seed() -> None:
    """So that a failure can be seen again; all kinds come in time."""
    drawn = list(islice(random_faults(Random(1)), 300))
    assert drawn == list(islice(random_faults(Random(1)), 300))
    assert {fault.kind for fault in drawn} == set(FaultKind)


def test_rate_says_how_often_something_goes_wrong() -> None:
    """From never to always."""
    fine = list(islice(random_faults(Random(1), rate=0), 20))
    assert fine == [slow(0)] * 20
    assert slow(0) not in islice(random_faults(Random(1), rate=1), 50)
