"""The outbox: what a sink has, what waits, and which copy counts."""

from __future__ import annotations

import itertools
import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.store.database import open_state
from steno.store.outbox import BoxCount, Boxed, Outbox, Rank, Taken

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Outbox]:
    """Give a new state.db."""
    with open_state(tmp_path, create=True) as state:
        yield Outbox(state)


def boxed(name: str, content: bytes = b"x", *, session: str = "s", messages: int = 1) -> Boxed:
    """Make a trace to be sent."""
    rank = Rank(messages, 5, session)
    return Boxed(trace_id=name, rank=rank, turn_number=1, payload=content)


def offered(box: Outbox, *traces: Boxed, sink: str = "a") -> list[Taken]:
    """Offer traces and say what became of them."""
    return list(box.offer(sink, traces).values())


def test_trace_waits_until_it_was_sent(box: Outbox) -> None:
    """And is sent again only when it changed."""
    assert offered(box, boxed("t"), boxed("u")) == [Taken.NEW, Taken.NEW]
    assert offered(box, boxed("t")) == [Taken.WAITING]
    first, _ = box.waiting("a")
    assert list(box.payloads("a", [first])) == [b"x"]
    box.mark_sent("a", [first])
    assert [one.trace_id for one in box.waiting("a")] == ["u"]
    assert list(box.payloads("a", [first])) == []
    assert offered(box, boxed("t")) == [Taken.UNCHANGED]
    assert offered(box, boxed("t", b"more")) == [Taken.NEW]
    assert box.counts() == (BoxCount("a", 2, 0, 0),)


def test_sinks_know_nothing_of_one_another(box: Outbox) -> None:
    """Each gets everything."""
    assert offered(box, boxed("t")) == offered(box, boxed("t"), sink="b") == [Taken.NEW]
    box.mark_sent("a", box.waiting("a"))
    assert box.counts() == (BoxCount("a", 0, 1, 0), BoxCount("b", 1, 0, 0))


def test_answer_to_old_content_marks_nothing(box: Outbox) -> None:
    """A trace that changed while it was under way still waits."""
    offered(box, boxed("t"))
    old = box.waiting("a")
    offered(box, boxed("t", b"new"))
    box.mark_sent("a", old)
    box.mark_tried("a", old, "late", is_final=True)
    assert [one.size for one in box.waiting("a")] == [3]
    assert list(box.payloads("a", old)) == []


def test_refused_trace_is_left_until_it_changes_or_one_says_so(box: Outbox) -> None:
    """Why it was refused is kept."""
    offered(box, boxed("t"))
    box.mark_tried("a", box.waiting("a"), "busy")
    assert len(box.waiting("a")) == 1
    box.mark_tried("a", box.waiting("a"), "no", is_final=True)
    assert (box.waiting("a"), offered(box, boxed("t"))) == ([], [Taken.REFUSED])
    (row,) = box.unsent("a")
    assert (row.state, row.attempts, row.last_error, row.turn_number) == ("failed", 2, "no", 1)
    assert (box.retry("a"), box.retry("a"), len(box.waiting("a"))) == (1, 0, 1)
    box.mark_sent("a", box.waiting("a"))
    assert box.unsent("a") == ()


def test_trace_from_elsewhere_is_never_sent(box: Outbox) -> None:
    """Whatever becomes of it; what waits is taken back, what we have sent stays ours."""
    offered(box, boxed("ours"))
    box.mark_sent("a", box.waiting("a"))
    offered(box, boxed("ours", b"changed"), boxed("copied"))
    assert [box.was_sent("a", name) for name in ("ours", "copied", "t")] == [True, False, False]
    box.mark_known("a", [boxed("t"), boxed("ours"), boxed("copied")])
    assert [one.trace_id for one in box.waiting("a")] == ["ours"]
    assert offered(box, boxed("t"), boxed("t", b"more")) == [Taken.UNCHANGED]
    assert box.counts() == (BoxCount("a", 1, 2, 0),)


def test_part_of_a_trace_is_not_sent_alone(box: Outbox) -> None:
    """Whichever comes first; it is no trace of its own, and is not counted as one."""
    offered(box, boxed("agent"))
    whole = Boxed(
        trace_id="turn", rank=Rank(1, 5, "s"), turn_number=1, payload=b"x", holds=("agent", "other")
    )
    assert offered(box, whole) == [Taken.NEW]
    assert offered(box, boxed("agent"), boxed("other", session="t", messages=9)) == [
        Taken.SEEN, Taken.SEEN,
    ]  # fmt: skip
    assert [one.trace_id for one in box.waiting("a")] == ["turn"]
    assert box.counts() == (BoxCount("a", 1, 0, 0),)


RANKS = st.lists(
    st.builds(
        Rank, st.integers(0, 2), st.integers(0, 2), st.sampled_from("abc"), st.integers(0, 2)
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda rank: rank.session_id,
)


@given(RANKS)
def test_same_copy_counts_in_whatever_order_they_come(ranks: list[Rank]) -> None:
    """The one with the most API messages, then the oldest file, the fullest, the smaller id."""
    best = min(ranks, key=lambda one: (-one.api_messages, one.earliest, -one.size, one.session_id))
    for order in itertools.permutations(ranks):
        owner = order[0]
        for rank in order[1:]:
            owner = rank if rank.beats(owner) else owner
        assert owner == best


def test_copies_are_seen_and_the_better_one_is_sent(box: Outbox) -> None:
    """Also where the worse one was sent already; names that are no Unicode are no trouble."""
    odd = "s\udcff"
    assert offered(box, boxed("t", session="s")) == [Taken.NEW]
    assert offered(box, boxed("t", b"y", session=odd)) == [Taken.SEEN]
    box.mark_sent("a", box.waiting("a"))
    assert offered(box, boxed("t", b"y", session=odd, messages=2)) == [Taken.NEW]
    assert offered(box, boxed("t", b"y", session=odd, messages=2)) == [Taken.WAITING]
    assert offered(box, boxed("t", b"z", session="s")) == [Taken.SEEN]
    assert [row.session_id for row in box.unsent("a")] == [odd]


def test_two_files_of_one_session_do_not_take_turns(box: Outbox, tmp_path: Path) -> None:
    """The fuller one counts, and is not sent again each time; one that has moved is the same."""

    def copy(name: str, content: bytes) -> Boxed:
        (tmp_path / name).touch()
        rank = Rank(1, 5, "s", len(content))
        path = str(tmp_path / name)
        return Boxed(trace_id="t", rank=rank, turn_number=1, payload=content, path=path)

    old, new = copy("old", b"x"), copy("new", b"xyz")
    assert [offered(box, one)[0] for one in (old, new)] == [Taken.NEW, Taken.NEW]
    box.mark_sent("a", box.waiting("a"))
    assert [offered(box, one)[0] for one in (old, new) * 2] == [Taken.SEEN, Taken.UNCHANGED] * 2
    (tmp_path / "new").unlink()
    assert offered(box, copy("moved", b"z")) == [Taken.NEW]


def test_failed_offer_leaves_nothing(box: Outbox) -> None:
    """All traces of a session go in, or none."""
    bad = Boxed(trace_id="u", rank=Rank(1, 1 << 70, "s"), turn_number=1, payload=b"")
    with pytest.raises((OverflowError, sqlite3.Error)):
        box.offer("a", [boxed("t"), bad])
    assert box.counts() == ()
