"""Homes to send, an exporter that does not wait, and what a sink has to hold in the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from steno.analyse.cost import Prices
from steno.disk.discover import Home
from steno.model.attempts import Attempts
from steno.session.session import load_file
from steno.store.database import open_state
from steno.store.outbox import Outbox, Rank
from steno.testing.build import SessionBuilder, make_home, think
from steno.testing.file_tools import read
from steno.testing.sink_spans import captured
from steno.trace.closing import Closing
from steno.trace.collect import first_moment
from steno.trace.exporter import Exporter, sink_key
from steno.trace.otlp import encode, pack
from steno.trace.profiles import profile
from steno.trace.sinks import Sink
from steno.trace.spans import session_traces

if TYPE_CHECKING:
    from pathlib import Path

    from steno.store.outbox import BoxCount
    from steno.testing.sink_spans import CapturedSpan
    from steno.trace.exporter import Tally
    from steno.trace.span import Trace

PRICES = Prices()
HASTE = Attempts(most=3, sleep=lambda _: None, chance=lambda: 0.0)
"""Three attempts, without a pause."""


def conversation(seed: str, turns: int = 3) -> SessionBuilder:
    """Make a session in which files are read and questions answered."""
    session = SessionBuilder(seed)
    for number in range(turns):
        session.prompt(f"Ask {seed} {number}.")
        session.reply(think("Let me see."), read("/home/mira/ebb/tides.csv", f"{number},{seed}\n"))
        session.reply(f"Answer {seed} {number}.")
    return session


def small_home(folder: Path, sessions: int = 3, turns: int = 2) -> Path:
    """Write a home with a few sessions, one of them forked and gone on with."""
    made = [conversation(f"talk-{number}", turns) for number in range(sessions)]
    fork = made[0].fork("fork")
    fork.prompt("Ask on.")
    fork.reply("Answer on.")
    return make_home(folder, [*made, fork])


def sink_at(url: str, **own: object) -> Sink:
    """Make a sink at an address, with small batches."""
    return Sink(**{"name": "there", "url": url, "batch_traces": 3, "timeout": 5.0, **own})  # type: ignore[arg-type]


def exporter_of(data: object, sink: Sink, attempts: Attempts = HASTE) -> Exporter:
    """Make an exporter that neither waits nor looks for secrets."""
    return Exporter(data, sink, PRICES, None, attempts=attempts)  # type: ignore[arg-type]


def send_home(home: Path, data: Path, sink: Sink, attempts: Attempts = HASTE) -> Tally:
    """Send a whole home as ``steno trace sync --retry`` does, and give what became of it."""
    with open_state(data, create=True) as state:
        # What a killed process wrote is there all the same: only a power cut needs more.
        state.connection.execute("PRAGMA synchronous = OFF")
        exporter = exporter_of(state, sink, attempts)
        exporter.retry()
        for file in Home(home).sessions():
            exporter.collect(load_file(file), Closing(time.time_ns()))
        return exporter.deliver()


def count_of(data: Path, sink: Sink) -> BoxCount | None:
    """Count what a state.db knows of a sink."""
    with open_state(data, create=True) as state:
        counts = {one.sink: one for one in Outbox(state).counts()}
    return counts.get(sink_key(sink))


def wanted(home: Path, sink: Sink) -> dict[tuple[str, str], CapturedSpan]:
    """Give every span that a sink has to hold in the end, by way of neither outbox nor network."""
    best: dict[str, tuple[Rank, Trace]] = {}
    for file in Home(home).sessions():
        session = load_file(file)
        for trace in session_traces(session, prices=PRICES):
            size = len(pack(profile(sink.profile)(trace)))
            rank = Rank(trace.api_messages, first_moment(session), trace.session_id, size)
            if trace.id not in best or rank.beats(best[trace.id][0]):
                best[trace.id] = rank, trace
    body = encode([profile(sink.profile)(trace) for _, trace in best.values()], sink.resource)
    return {(span.trace_id, span.id): span for span in captured(body)}
