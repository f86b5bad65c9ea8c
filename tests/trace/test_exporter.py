"""The exporter: what was collected is delivered and counted, by one of them at a time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import Home
from steno.errors import ExporterBusyError, SystemRefusedError
from steno.session.session import load, load_file
from steno.store.database import open_state
from steno.store.sent_before import Progress, SentElsewhere
from steno.testing.build import make_session
from steno.testing.sink_faults import status
from steno.testing.sink_server import SinkServer
from steno.trace.closing import Closing
from steno.trace.exporter import LOCK_NAME, Exporter, Tally, alone, sink_key
from steno.trace.sender import Refused
from tests.trace.sending import conversation, exporter_of, sink_at, small_home, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.store.database import StateDatabase

LATER = Closing(1 << 62)


@pytest.fixture
def server() -> Iterator[SinkServer]:
    """Give a sink."""
    with SinkServer() as server:
        yield server


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDatabase]:
    """Give a new state.db."""
    with open_state(tmp_path / "data", create=True) as state:
        yield state


def collected(exporter: Exporter, home: Path) -> Exporter:
    """Collect a whole home."""
    for file in Home(home).sessions():
        exporter.collect(load_file(file), LATER)
    return exporter


def test_all_is_delivered_and_counted_once(
    tmp_path: Path, state: StateDatabase, server: SinkServer
) -> None:
    """The sums add up to what was looked at; then there is nothing left."""
    home, sink = small_home(tmp_path / "home"), sink_at(server.url)
    exporter = collected(exporter_of(state, sink), home)
    assert exporter.deliver() == Tally(turns=9, sent=7, unchanged=2, copies=2)
    assert exporter.deliver() == Tally()
    assert server.spans == wanted(home, sink)
    assert collected(exporter, home).deliver() == Tally(turns=9, unchanged=9, copies=2)
    assert set(server.copies.values()) == {1}


def test_batches_keep_within_the_limits(
    tmp_path: Path, state: StateDatabase, server: SinkServer
) -> None:
    """Of traces and of bytes; one that is larger goes alone."""
    home = small_home(tmp_path / "home")
    collected(exporter_of(state, sink_at(server.url, batch_traces=2)), home).deliver()
    assert [len(request.trace_ids) for request in server.requests] == [2, 2, 2, 1]
    small = sink_at(server.url, name="small", batch_bytes=1)
    collected(exporter_of(state, small), home).deliver()
    assert [len(request.trace_ids) for request in server.requests[4:]] == [1] * 7


def test_sink_that_takes_nothing_is_left_alone(
    tmp_path: Path, state: StateDatabase, server: SinkServer
) -> None:
    """What is collected afterwards waits; forgiven, it is tried again."""
    sink = sink_at(server.url + "/wrong")
    exporter = exporter_of(state, sink)
    first, second = conversation("first", 1), conversation("second", 1)
    exporter.collect(load(make_session(tmp_path, first)), LATER)
    tally = exporter.deliver()
    assert (tally.turns, tally.failed, tally.problem and tally.problem.status) == (1, 1, 404)
    exporter.collect(load(make_session(tmp_path, second)), LATER)
    tally = exporter.deliver()
    assert (tally.turns, tally.failed, len(server.problems)) == (1, 1, 1)
    exporter.forgive()
    # What waited from before is tried and counted again.
    assert (exporter.deliver().failed, len(server.problems)) == (2, 2)


def test_refused_trace_is_tried_again_when_asked_for(
    tmp_path: Path, state: StateDatabase, server: SinkServer
) -> None:
    """It is counted as failed until then."""
    home, sink = small_home(tmp_path / "home"), sink_at(server.url)
    server.rejected_traces = {min(name for name, _ in wanted(home, sink))}
    exporter = collected(exporter_of(state, sink), home)
    assert exporter.deliver() == Tally(turns=9, sent=6, unchanged=2, copies=2, failed=1)
    again = collected(exporter, home).deliver()
    assert (again.sent, again.failed, again.turns) == (0, 1, 9)
    server.rejected_traces = set()
    assert (exporter.retry(), exporter.deliver().sent) == (1, 1)


def test_what_waited_from_before_is_counted_when_it_is_sent(
    tmp_path: Path, state: StateDatabase
) -> None:
    """Another run sends what one could not."""
    home = small_home(tmp_path / "home")
    with SinkServer(faults=[status(503)] * 3) as server:
        sink = sink_at(server.url)
        assert collected(exporter_of(state, sink), home).deliver().failed == 7
        assert exporter_of(state, sink).deliver() == Tally(turns=7, sent=7)


def test_what_another_program_sent_is_known(
    tmp_path: Path, state: StateDatabase, server: SinkServer
) -> None:
    """By sink: another one gets it all."""
    session = load(make_session(tmp_path, conversation("known", 2)))
    sink = sink_at(server.url)
    last = session.outline.line_count
    SentElsewhere(state).take_over(sink_key(sink), [Progress(session.id or "", last, 2)])
    exporter = exporter_of(state, sink)
    exporter.collect(session, LATER)
    assert exporter.deliver() == Tally(turns=2, unchanged=2)
    other = exporter_of(state, sink_at(server.url, name="other"))
    other.collect(session, LATER)
    assert other.deliver().sent == 2


def test_place_and_profile_make_a_sink() -> None:
    """The same name at another address, or in other words, has to be told everything anew."""
    sinks = [
        sink_at("http://a/"), sink_at("http://b/"), sink_at("http://a/", profile="langfuse"),
        sink_at("http://a/", name="other"),
    ]  # fmt: skip
    assert len({sink_key(sink) for sink in sinks}) == 4
    assert sink_key(sinks[0]) == sink_key(sink_at("http://a/", headers={"key": "other"}))


def test_tallies_add_up() -> None:
    """And the first problem is kept."""
    problem = Refused(final=True, status=404, message="nothing here")
    tally = Tally(turns=3, sent=1, unchanged=1, waiting=1)
    tally.add(Tally(turns=2, sent=1, failed=1, problem=problem))
    tally.add(Tally(problem=Refused(final=False, status=503, message="busy")))
    assert tally == Tally(5, 2, 1, 0, 1, 1, problem)


def test_one_exporter_at_a_time(tmp_path: Path) -> None:
    """A second one says so; the file is for its owner alone."""
    with alone(tmp_path):
        assert (tmp_path / LOCK_NAME).stat().st_mode & 0o077 == 0 or os.name != "posix"
        with (
            pytest.raises(ExporterBusyError, match="another exporter"),
            alone(tmp_path, patience=0),
        ):
            pass
    with alone(tmp_path, patience=0):
        pass


def test_lock_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """With the reason of the system."""
    (tmp_path / LOCK_NAME).mkdir()
    with pytest.raises(SystemRefusedError), alone(tmp_path):
        pass
