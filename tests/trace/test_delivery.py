"""Delivery: batches, attempts, and what is marked when."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.model.attempts import Attempts
from steno.store.database import open_state
from steno.store.outbox import BoxCount, Boxed, Outbox, Rank
from steno.trace.delivery import Delivered, Delivery, Limits
from steno.trace.sender import Accepted, Refused, Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from steno.trace.sender import Outcome

BUSY = Refused(final=False, status=503, message="busy")
FOUND_NOTHING = Refused(final=True, status=404, message="nothing here")
BAD = Refused(final=True, status=400, message="bad spans")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Outbox]:
    """Give a new state.db."""
    with open_state(tmp_path, create=True) as state:
        yield Outbox(state)


class Sink:
    """A sink that answers by rule, and keeps what it took."""

    def __init__(self, rule: Callable[[list[str]], Outcome]) -> None:
        """Take the rule: what it is sent decides what it answers."""
        self.rule = rule
        self.asked: list[list[str]] = []
        self.took: Counter[str] = Counter()

    def __call__(self, packed: Sequence[bytes]) -> Outcome:
        """Answer a request."""
        names = [one.decode() for one in packed]
        self.asked.append(names)
        outcome = self.rule(names)
        if isinstance(outcome, Accepted):
            self.took.update(names)
        return outcome


def put(box: Outbox, *names: str) -> None:
    """Put traces in."""
    rank = Rank(1, 0, "s")
    box.offer("a", [Boxed(trace_id=n, rank=rank, turn_number=1, payload=n.encode()) for n in names])


def deliver(box: Outbox, sink: Sink, traces: int = 10, size: int = 1000) -> Delivered:
    """Deliver without waiting."""
    attempts = Attempts(most=3, sleep=lambda _: None, chance=lambda: 0.0)
    return Delivery(box, "a", sink, Limits(traces, size), attempts).deliver(box.waiting("a"))


def test_traces_go_in_batches_and_are_marked(box: Outbox) -> None:
    """In the order in which they came; a large one goes alone."""
    put(box, "a", "b", "c", "d" * 50, "e")
    sink = Sink(lambda _: Accepted())
    assert deliver(box, sink, traces=2, size=20) == Delivered(sent=5)
    assert sink.asked == [["a", "b"], ["c"], ["d" * 50], ["e"]]
    assert box.counts() == (BoxCount("a", 0, 5, 0),)
    assert deliver(box, sink) == Delivered()


def test_busy_sink_is_asked_again(box: Outbox) -> None:
    """After attempts that grow; then the rest is left, and waits."""
    put(box, "a", "b")
    waits: list[float] = []
    attempts = Attempts(most=3, sleep=waits.append, chance=lambda: 1.0)
    late: Iterator[Outcome] = iter(
        [
            BUSY,
            Refused(final=False, status=429, message="slowly", retry_after=7.0),
            Accepted(),
            Accepted(),
        ]
    )
    done = Delivery(box, "a", Sink(lambda _: next(late)), Limits(1, 99), attempts).deliver(
        box.waiting("a")
    )
    assert (done.sent, waits) == (2, [1.0, 7.0])


def test_dead_sink_is_left_after_a_few_attempts(box: Outbox) -> None:
    """Nothing is marked; why is kept."""
    put(box, "a", "b")
    sink = Sink(lambda _: BUSY)
    assert deliver(box, sink, traces=1) == Delivered(failed=2, problem=BUSY)
    assert len(sink.asked) == 3
    assert {row.trace_id: row.last_error for row in box.unsent("a")} == {
        "a": "HTTP 503: busy",
        "b": None,
    }
    assert box.counts() == (BoxCount("a", 2, 0, 0),)


def test_wrong_place_or_key_ends_it_at_once(box: Outbox) -> None:
    """Nothing is lost by that."""
    put(box, "a", "b", "c")
    sink = Sink(lambda _: FOUND_NOTHING)
    assert deliver(box, sink, traces=1) == Delivered(failed=3, problem=FOUND_NOTHING)
    assert (len(sink.asked), len(box.waiting("a"))) == (1, 3)


@pytest.mark.parametrize(
    "no", [BAD, Rejected(1, "bad spans"), Refused(final=True, status=413, message="too large")]
)
def test_one_bad_trace_does_not_hold_up_the_others(box: Outbox, no: Rejected | Refused) -> None:
    """It is found by halves, and given up."""
    put(box, *"abcdefgh")
    sink = Sink(lambda names: no if "f" in names else Accepted())
    assert deliver(box, sink) == Delivered(sent=7, failed=1)
    assert set(sink.took) == set("abcdegh")
    (row,) = box.unsent("a")
    assert (row.trace_id, row.state, row.last_error) == ("f", "failed", no.words)
    assert not box.waiting("a")


def test_sink_that_refuses_everything_is_the_trouble(box: Outbox) -> None:
    """The traces wait for it to be mended; a single one is given up."""
    put(box, *"abcdefgh")
    assert deliver(box, Sink(lambda _: BAD)) == Delivered(failed=8, problem=BAD)
    assert len(box.waiting("a")) == 8
    assert len(box.unsent("a")) == 8


def test_trace_that_changes_under_way_is_not_marked(box: Outbox) -> None:
    """Its new content waits."""
    put(box, "a")

    def rule(_: list[str]) -> Outcome:
        rank = Rank(1, 0, "s")
        box.offer("a", [Boxed(trace_id="a", rank=rank, turn_number=1, payload=b"new")])
        return Accepted()

    deliver(box, Sink(rule))
    assert len(box.waiting("a")) == 1


@given(st.data())
def test_everything_arrives_in_the_end_and_once(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """However a sink stumbles, as long as it takes a trace some day."""
    names = [f"t{number}" for number in range(data.draw(st.integers(1, 9)))]
    with open_state(tmp_path_factory.mktemp("box"), create=True) as state:
        box = Outbox(state)
        put(box, *names)
        outcomes: st.SearchStrategy[Outcome] = st.sampled_from(
            [Accepted(), BUSY, Refused(final=False, status=None, message="gone"), Rejected(1, "?")]
        )
        left: list[Outcome] = data.draw(st.lists(outcomes, max_size=12))
        sink = Sink(lambda _: left.pop() if left else Accepted())
        for _ in range(20):
            deliver(box, sink, traces=data.draw(st.integers(1, 4)))
            box.retry("a")
            if not box.waiting("a"):
                break
        assert sink.took == Counter(names)
