"""From sessions into the outbox: what is over, of all copies one, and what nobody has sent."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.session.session import load
from steno.store.database import open_state
from steno.store.outbox import BoxCount, Outbox, Taken
from steno.testing.build import make_session
from steno.trace import collect
from steno.trace.closing import Closing
from steno.trace.collect import Collector, first_moment
from steno.trace.taken_over import SentBefore
from tests.session.transcripts import reply, session, user
from tests.trace.sending import PRICES, conversation
from tests.trace.test_clock import BEGIN, SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.edit.plan import Plan
    from steno.session.session import Session
    from steno.trace.collect import Collected
    from steno.trace.span import Trace

LATER = Closing(1 << 62)
"""Everything is over."""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Outbox]:
    """Give a new state.db."""
    with open_state(tmp_path / "data", create=True) as state:
        yield Outbox(state)


def packed(trace: Trace) -> bytes:
    """Say a trace as the tests can read it."""
    return json.dumps([trace.session_id, trace.turn_number, trace.last_text]).encode()


def collector(box: Outbox, *before: SentBefore, since: int = 0) -> Collector:
    """Make a collector for one sink."""
    return Collector(box, "a", packed, PRICES, {one.session_id: one for one in before}, since)


def counted(found: Collected) -> tuple[int, int, dict[Taken, int]]:
    """Give the figures of what was collected."""
    return found.turns, found.open, dict(found.taken)


def waiting(box: Outbox, sink: str = "a") -> list[list[Any]]:
    """Give the content of what waits."""
    return [json.loads(payload) for payload in box.payloads(sink, box.waiting(sink))]


def written(tmp_path: Path, turns: int = 3) -> Session:
    """Write a session of some turns."""
    return load(make_session(tmp_path / "home", conversation("one", turns)))


def edited(tmp_path: Path, plan: Plan) -> Session:
    """Apply an edit, and load what came of it."""
    apply(plan, tmp_path / "edits")
    return load(plan.result_path)


def test_what_is_over_is_put_in_and_the_rest_comes_back(box: Outbox) -> None:
    """An open turn is counted, and taken when it is over."""
    lines = user("a", at=0), reply("b", at=1), user("c", at=2), reply("d", at=3)
    now = Closing(BEGIN + 4 * SECOND)
    assert counted(collector(box).collect(session(*lines), now)) == (2, 1, {Taken.NEW: 1})
    found = collector(box).collect(session(*lines), LATER)
    assert counted(found) == (2, 0, {Taken.NEW: 1, Taken.WAITING: 1})
    assert len(found.to_send) == 2
    assert [text for _, _, text in waiting(box)] == ["b", "d"]


def test_long_session_goes_in_by_parts(
    tmp_path: Path, box: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, in order."""
    monkeypatch.setattr(collect, "BATCH", 2)
    found = collector(box).collect(written(tmp_path, 5), LATER)
    assert counted(found) == (5, 0, {Taken.NEW: 5})
    assert [number for _, number, _ in waiting(box)] == [1, 2, 3, 4, 5]


def test_turns_before_a_moment_are_left_out(box: Outbox) -> None:
    """By their last line."""
    lines = user("a", at=0), reply("b", at=1), user("c", at=2), reply("d", at=30)
    found = collector(box, since=BEGIN + 10 * SECOND).collect(session(*lines), LATER)
    assert (found.turns, [text for _, _, text in waiting(box)]) == (1, ["d"])


def test_copies_add_nothing(tmp_path: Path, box: Outbox) -> None:
    """Neither clones nor trimmed copies; whichever comes first, the same one counts."""
    source = written(tmp_path)
    plans = clone(source), clone(source, at="2"), trim(source, Trim(tool_calls=True))
    copies = [edited(tmp_path, plan) for plan in plans]
    found = []
    for number, order in enumerate(permutations([source, *copies])):
        into = replace(collector(box), sink=str(number))
        for one in order:
            into.collect(one, LATER)
        found.append(sorted(waiting(box, str(number)), key=lambda one: one[2]))
    assert all(one == found[0] for one in found)
    assert [text for _, _, text in found[0]] == [f"Answer one {number}." for number in range(3)]


def test_turns_sent_elsewhere_are_marked_and_counted_on_from(tmp_path: Path, box: Outbox) -> None:
    """The next turn has the next number of whoever sent the others."""
    source = written(tmp_path)
    last = list(source.turns[1].rows)[-1]
    before = SentBefore(source.id or "", source.outline.line(last), 7)
    found = collector(box, before).collect(source, LATER)
    assert counted(found) == (3, 0, {Taken.NEW: 1, Taken.UNCHANGED: 2})
    assert waiting(box) == [[source.id, 8, "Answer one 2."]]
    assert box.counts() == (BoxCount("a", 1, 2, 0),)


@pytest.mark.parametrize("is_fork_first", [True, False])
def test_fork_of_what_was_sent_elsewhere_is_not_sent(
    tmp_path: Path, box: Outbox, *, is_fork_first: bool
) -> None:
    """Whichever of the two is looked at first."""
    source = written(tmp_path, 2)
    fork = edited(tmp_path, clone(source))
    before = SentBefore(source.id or "", source.outline.line_count, 2)
    for one in (fork, source) if is_fork_first else (source, fork):
        collector(box, before).collect(one, LATER)
    assert box.counts() == (BoxCount("a", 0, 2, 0),)


def test_first_moment_is_the_earliest_of_any_line() -> None:
    """Lines need not be in order; without any time it is the beginning of all time."""
    assert first_moment(session(user("a", at=5), reply("b", at=2))) == BEGIN + 2 * SECOND
    assert first_moment(session({"type": "user", "uuid": "a", "timestamp": "no"})) == 0
