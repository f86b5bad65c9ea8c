"""Sinks that an outbox has had to do with: known by where they are, and forgotten when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.store.database import open_state
from steno.store.known_sinks import KnownSinks, name_of
from steno.store.outbox import Boxed, Outbox, Rank
from steno.store.sent_before import Progress, SentElsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.store.database import StateDatabase

HERE, THERE = "mine:0123456789ab", "other:ba9876543210"


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDatabase]:
    """Give a state.db in which two traces wait for each of two sinks, and one of each was sent."""
    with open_state(tmp_path, create=True) as opened:
        box = Outbox(opened)
        for sink in (HERE, THERE):
            traces = [
                Boxed(trace_id=name, rank=Rank(1, 0, "s"), turn_number=1, payload=b"x")
                for name in "abc"
            ]
            box.offer(sink, traces)
            box.mark_sent(sink, box.waiting(sink)[:1])
        yield opened


def test_where_a_sink_is_and_how_it_fared(state: StateDatabase) -> None:
    """It is remembered once, and its trouble goes when it is over."""
    sinks = KnownSinks(state)
    sinks.remember(HERE, "http://here/", "genai")
    sinks.remember(HERE, "http://elsewhere/", "langfuse")
    one = sinks.all()[HERE]
    assert (one.name, one.url, one.profile, one.problem) == ("mine", "http://here/", "genai", None)
    assert one.tried_at is None
    sinks.tell(HERE, "it is away")
    assert sinks.all()[HERE].problem == "it is away"
    assert sinks.all()[HERE].tried_at
    sinks.tell(HERE, None)
    assert sinks.all()[HERE].problem is None


def test_what_waits_is_forgotten_for_one_sink_alone(state: StateDatabase) -> None:
    """What it has stays known, so that it is not sent again."""
    assert KnownSinks(state).forget(HERE, sent=False) == 2
    box = Outbox(state)
    counts = {name_of(one.sink): (one.waiting, one.sent) for one in box.counts()}
    assert counts == {"mine": (0, 1), "other": (2, 1)}


def test_everything_of_a_sink_is_forgotten(state: StateDatabase) -> None:
    """What another program sent there, too."""
    elsewhere = SentElsewhere(state)
    elsewhere.take_over(HERE, [Progress("s", 3, 1)])
    sinks = KnownSinks(state)
    sinks.remember(HERE, "http://here/", "genai")
    assert sinks.forget(HERE, sent=True) == 3
    assert HERE not in {one.sink for one in Outbox(state).counts()}
    assert (elsewhere.of_sink(HERE), HERE in sinks.all()) == ({}, False)
