"""The race of the exporter with lines that come after the hook: none lost, doubled or cut short."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.errors import StenoError
from steno.session.session import load
from steno.store.database import open_state
from steno.testing.sink_server import SinkServer
from steno.testing.sink_spans import captured
from steno.trace.closing import Closing
from steno.trace.poked import PATIENCE, Answering, Timing
from steno.trace.sender import Accepted
from tests.trace.racing import LateClient, race
from tests.trace.sending import conversation, exporter_of, sink_at, wanted
from tests.trace.test_poked import NOW, Event, FakeTime, line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.store.database import StateDatabase
    from steno.testing.sink_spans import CapturedSpan
    from steno.trace.sinks import Sink
    from steno.trace.spool import SpoolLine

RACES: Final = [
    pytest.param(200, id="200"),
    pytest.param(1000, id="1000", marks=pytest.mark.stress),
]
REAL: Final = [pytest.param(30, id="30"), pytest.param(300, id="300", marks=pytest.mark.stress)]
TURNS: Final = 5
LATEST: Final = PATIENCE * 1.3
"""Some lines come so late that nobody waits for them any more."""
ADDRESS: Final = "http://127.0.0.1:9/v1/traces"


class Memory:
    """A sink in this process: keeps every trace that is sent, each time."""

    def __init__(self, sink: Sink) -> None:
        """Take what the sink is called."""
        self.sink = sink
        self.sent: list[CapturedSpan] = []
        self.times: Counter[str] = Counter()

    def send(self, body: bytes) -> Accepted:
        """Take everything."""
        spans = captured(body)
        self.sent += spans
        self.times.update({span.trace_id for span in spans})
        return Accepted()

    @property
    def spans(self) -> dict[tuple[str, str], CapturedSpan]:
        """Give the last copy of each span."""
        return {(span.trace_id, span.id): span for span in self.sent}


@contextmanager
def remembering(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> Iterator[None]:
    """Let all that is sent be kept in memory."""

    class Sender:
        def __init__(self, _: Sink) -> None:
            pass

        def __enter__(self) -> Memory:
            return memory

        def __exit__(self, *_: object) -> None:
            pass

    with monkeypatch.context() as patch:
        patch.setattr("steno.trace.exporter.Sender", Sender)
        yield


def parted(seed: str) -> list[list[bytes]]:
    """Make the lines of a session, turn by turn."""
    lines = conversation(seed, TURNS).encode().split(b"\n")[:-1]
    turns: list[list[bytes]] = []
    for raw in lines:
        body = json.loads(raw)
        if body["type"] == "user" and isinstance(body["message"]["content"], str):
            turns.append([])
        turns[-1].append(raw + b"\n")
    return turns


def append(path: Path, lines: list[bytes]) -> None:
    """Write lines, as the client does."""
    with path.open("ab") as file:
        file.write(b"".join(lines))


def answer_late(path: Path, turn: list[bytes], chance: random.Random, answer: Any) -> bool:
    """Write some lines of a turn, let the exporter see the hook's line, and write the others late.

    Says whether they came while the exporter waited.
    """
    early, delay = chance.randrange(len(turn) + 1), chance.random() * LATEST
    if chance.random() < 0.2:
        delay = 0.0
    if early:
        append(path, turn[:early])
    late: list[Event] = [(delay, lambda: append(path, turn[early:]))]
    if chance.random() < 0.3 and len(turn) - early > 1:
        # They may come in two pieces, of which the first ends within a line.
        rest = b"".join(turn[early:])
        cut = chance.randrange(1, len(rest))
        late = [
            (delay / 2, lambda: append(path, [rest[:cut]])),
            (delay, lambda: append(path, [rest[cut:]])),
        ]
    clock = FakeTime(events=late)
    first, last = json.loads(turn[0]), json.loads(turn[-1])
    words = last["message"]["content"][-1]["text"]
    answer(clock, line(path, prompt_id=first["promptId"], last_assistant_message=words))
    is_in_time = not clock.events
    clock.sleep(LATEST)
    return is_in_time


@pytest.mark.parametrize("races", RACES)
def test_no_turn_is_lost_doubled_or_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, races: int
) -> None:
    """Whenever the last lines come: sent once if within ten seconds, and whole in the end."""
    chance, sink = random.Random(races), sink_at(ADDRESS)
    memory, punctual, late = Memory(sink), 0, 0
    folder = tmp_path / "home" / "projects" / "-home-mira-ebb"
    folder.mkdir(parents=True)
    with open_state(tmp_path / "data", create=True) as state, remembering(monkeypatch, memory):
        for number in range(races // TURNS):
            turns = parted(f"race-{number}")
            path = folder / f"{json.loads(turns[0][0])['sessionId']}.jsonl"
            for turn in turns:
                is_in_time = answer_late(path, turn, chance, sending(state, sink))
                punctual, late = punctual + is_in_time, late + (not is_in_time)
        assert min(punctual, late) > races // 20
        before = Counter(memory.times)
        exporter = exporter_of(state, sink)
        for path in folder.glob("*.jsonl"):
            exporter.collect(load(path), Closing(NOW * 2))
        exporter.deliver()
    assert memory.spans == wanted(tmp_path / "home", sink)
    assert len(memory.times) == races
    assert set(memory.times.values()) == {1}
    assert sum(before.values()) >= punctual


def sending(state: StateDatabase, sink: Sink) -> Any:
    """Give what answers a line of the spool: a new exporter each time, as a new process would."""

    def answer(clock: FakeTime, told: SpoolLine) -> None:
        exporter, complaints = exporter_of(state, sink), list[StenoError]()
        Answering(exporter.collect, complaints.append, clock.timing).answer([told])
        exporter.deliver()
        # Only a file that did not come in time is told of.
        assert not complaints or not told.transcript_path.exists()

    return answer


@pytest.mark.parametrize("turns", REAL)
def test_real_race_into_a_real_sink(tmp_path: Path, turns: int) -> None:
    """With real time, threads, files and requests: each turn arrives once, whole, while it runs."""
    home = tmp_path / "home" / "projects" / "-tides"
    home.mkdir(parents=True)
    client = LateClient(home, tmp_path / "spool", random.Random(turns))
    with SinkServer() as server, open_state(tmp_path / "data", create=True) as state:
        sink, complaints = sink_at(server.url), list[StenoError]()

        def receive(lines: tuple[SpoolLine, ...]) -> None:
            exporter = exporter_of(state, sink)
            # The lines say that they were written when they were made up: none of them is idle.
            timing = Timing(now=lambda: NOW)
            Answering(exporter.collect, complaints.append, timing).answer(lines)
            assert exporter.deliver().failed == 0

        race(client, receive, sessions=turns // TURNS, turns=TURNS)
        assert complaints == []
        assert len(client.replies) == turns
        assert server.spans == wanted(tmp_path / "home", sink)
        assert set(server.copies.values()) == {1}
