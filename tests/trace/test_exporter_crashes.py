"""Exporters that are killed at any point, at sinks that fail in every way: all arrives, once."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.store.database import STATE_NAME
from steno.testing.sink_faults import DIES, DROPS, HALF, Fault, partial, slow, status
from steno.testing.sink_server import SinkServer
from tests.cli.running import PROGRAM, child_environment
from tests.trace.sending import count_of, send_home, sink_at, small_home, wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steno.trace.sinks import Sink

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

KILLS: Final = [
    pytest.param(200, id="200"),
    pytest.param(1000, id="1000", marks=pytest.mark.stress),
]
REAL_KILLS: Final = [pytest.param(5, id="5"), pytest.param(50, id="50", marks=pytest.mark.stress)]
IMPATIENCE: Final = 0.3
"""Seconds after which an exporter gives up an answer; a slow sink takes longer."""
FAULTS: Final = (
    DROPS, HALF, DIES, slow(IMPATIENCE * 2), partial(count=1), status(500), status(503),
    status(429, retry_after=0),
)  # fmt: skip


def faults(chance: random.Random, rate: float = 0.4) -> Iterator[Fault | None]:
    """Give what goes wrong with requests, without end; the slow ones are few."""
    while True:
        fault = chance.choice(FAULTS) if chance.random() < rate else None
        yield None if fault is FAULTS[3] and chance.random() < 0.8 else fault


def kill_at_call(number: int) -> None:
    """Have this process killed at its n-th call of any function, those of SQLite among them."""
    left = number

    def watch(_: object, event: str, __: object) -> None:
        nonlocal left
        left -= event != "return"
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(watch)


def in_a_child(work: Callable[[], object], *, calls: int | None, seconds: float | None) -> bool:
    """Do something in a child that is killed at a call or after a while; say whether it ended."""
    child = os.fork()
    if child == 0:
        try:
            # A child that keeps the server's socket would keep its port open, too.
            os.closerange(3, 1024)
            if calls is not None:
                kill_at_call(calls)
            work()
            os._exit(0)
        except BaseException:  # noqa: BLE001 - nothing of the tests may go on in the child
            os._exit(1)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, code = os.waitpid(child, 0)
    assert code in (0, signal.SIGKILL), code
    return code == 0


def calls_of(work: Callable[[], object]) -> tuple[int, float]:
    """Count the calls that some work takes, and its seconds."""
    count = 0

    def watch(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event != "return"

    began = time.perf_counter()
    work()
    took = time.perf_counter() - began
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count, took


def marked_sent(data: Path) -> set[str]:
    """List the traces that a state.db says were sent, whoever has it open."""
    if not (data / STATE_NAME).exists():
        return set()
    with closing(sqlite3.connect(data / STATE_NAME)) as connection:
        query = "SELECT trace_id FROM outbox WHERE state = 'sent'"
        return {name for (name,) in connection.execute(query)}


def assert_nothing_too_early(data: Path, server: SinkServer, whole: dict[str, set[str]]) -> None:
    """Check that what is marked as sent is at the sink, with all its spans."""
    there = server.traces
    for trace in marked_sent(data):
        assert there[trace].keys() == whole[trace]


class Lives:
    """One home that is sent again and again into new sinks, by exporters that are killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Take a folder, and what decides over chance."""
        self.folder = folder
        self.home = small_home(folder / "home")
        self.chance = random.Random(seed)
        self.kills = 0
        # Everything is imported before the first fork, and known how long it takes.
        with SinkServer() as server:
            sink, number = sink_at(server.url), iter(range(9))
            self.calls, self.seconds = calls_of(
                lambda: send_home(self.home, folder / f"trial-{next(number)}", sink)
            )
            self.want = wanted(self.home, sink)
        self.whole: dict[str, set[str]] = {}
        for trace, span in self.want:
            self.whole.setdefault(trace, set()).add(span)

    def live(self, number: int) -> None:
        """Send into one new sink until all of it is there, or death came twenty times."""
        data = self.folder / f"data-{number}"
        with SinkServer(faults=faults(self.chance)) as server:
            sink = sink_at(server.url, timeout=IMPATIENCE)
            for _ in range(20):
                if self._run(data, server, sink):
                    break
            self._finish(data, server)

    def _run(self, data: Path, server: SinkServer, sink: Sink) -> bool:
        by_call = self.chance.random() < 0.7
        point = self.chance.random()
        away = server.down() if self.chance.random() < 0.1 else nullcontext()
        with away:
            is_done = in_a_child(
                lambda: send_home(self.home, data, sink),
                calls=int(point * self.calls) + 1 if by_call else None,
                # On a busy machine a run takes long, and most of it is waiting.
                seconds=None if by_call else point * min(self.seconds, 0.5),
            )
        self.kills += not is_done
        assert_nothing_too_early(data, server, self.whole)
        return is_done and marked_sent(data) == self.whole.keys()

    def _finish(self, data: Path, server: SinkServer) -> None:
        """Send what is left without faults; then exactly everything is there."""
        server._faults = iter(())
        sink = sink_at(server.url)
        send_home(self.home, data, sink)
        assert server.spans == self.want
        assert (server.changed, server.problems, server.orphans()) == ([], [], [])
        count = count_of(data, sink)
        assert count is not None
        assert (count.sent, count.waiting, count.failed) == (len(self.whole), 0, 0)
        requests = len(server.requests)
        tally = send_home(self.home, data, sink)
        assert (tally.sent, tally.failed, len(server.requests)) == (0, 0, requests)


@pytest.mark.parametrize("kills", KILLS)
def test_killed_exporter_loses_and_doubles_nothing(tmp_path: Path, kills: int) -> None:
    """Whenever it is killed and whatever the sink does: in the end every span is there, exactly."""
    lives, number = Lives(tmp_path, kills), 0
    while lives.kills < kills:
        lives.live(number)
        number += 1


@pytest.mark.parametrize("kills", REAL_KILLS)
def test_killed_program_loses_and_doubles_nothing(tmp_path: Path, kills: int) -> None:
    """The same with whole programs: ``steno trace sync``, killed after any time."""
    chance, lives = random.Random(kills), Lives(tmp_path, kills)
    with SinkServer(faults=faults(chance, 0.2)) as server:
        command: list[Any] = [
            sys.executable, "-c", PROGRAM, "trace", "sync", "--otlp", server.url,
            "--home", lives.home, "--db", tmp_path / "data",
        ]  # fmt: skip
        for _ in range(kills):
            with subprocess.Popen(
                list(map(str, command)),
                env=child_environment(PYTHONPATH=os.pathsep.join(sys.path)),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ) as child:
                time.sleep(0.3 + chance.random())
                child.kill()
            assert_nothing_too_early(tmp_path / "data", server, lives.whole)
        server._faults = iter(())
        done = subprocess.run(
            list(map(str, command)),
            env=child_environment(PYTHONPATH=os.pathsep.join(sys.path)),
            check=False,
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr
        assert {key: span.attributes for key, span in server.spans.items()} == {
            key: span.attributes for key, span in lives.want.items()
        }
        assert (server.changed, server.problems) == ([], [])
