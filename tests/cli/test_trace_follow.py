"""``steno trace follow``: turns are sent as they end, and tried again where a sink was away."""

from __future__ import annotations

import time
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from steno.cli import trace_follow
from steno.testing.build import make_session
from tests.trace.sending import conversation, sink_at, small_home, wanted

if TYPE_CHECKING:
    from pathlib import Path

    from steno.testing.sink_server import SinkServer
    from tests.cli.running import Run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home of seven turns."""
    return small_home(tmp_path / "home")


@pytest.fixture
def places(tmp_path: Path, home: Path) -> list[object]:
    """Say where everything is, and look often."""
    return ["--home", home, "--db", tmp_path / "data", "--every", "0.1"]


def test_what_was_missed_comes_first(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """And it ends when it was told to."""
    answer = run("trace", "follow", "--otlp", sink.url, "--for", "0", *places)
    assert (answer.code, "7 sent" in answer.err) == (0, True)
    assert sink.spans == wanted(home, sink_at(sink.url))


def test_new_turn_is_sent_while_it_runs(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """Within a look or two, as its lines say that it is over."""
    late = conversation("late", 1)

    def write() -> None:
        while len(sink.traces) < 7:
            time.sleep(0.01)
        make_session(home, late)

    writer = Thread(target=write)
    writer.start()
    assert run("trace", "follow", "--otlp", sink.url, "--for", "3", *places).code == 0
    writer.join()
    assert len(sink.traces) == 8
    assert set(sink.copies.values()) == {1}


def test_sink_that_was_away_gets_it_without_a_new_turn(
    run: Run, places: list[object], home: Path, sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is tried at every look; the trouble is told once."""
    rounds = 0
    down = sink.down()
    down.__enter__()
    real = trace_follow._Following._deliver

    def deliver(*told: object) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 3:
            down.__exit__(None, None, None)
        real(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(trace_follow._Following, "_deliver", deliver)
    answer = run("trace", "follow", "--otlp", sink.url, "--for", "1", *places)
    assert answer.code == 0
    assert answer.err.count("takes nothing") == 1
    assert sink.spans == wanted(home, sink_at(sink.url))


def test_what_is_left_is_told_by_the_exit_code(
    run: Run, places: list[object], sink: SinkServer
) -> None:
    """A sink that stays away leaves everything waiting."""
    with sink.down():
        assert run("trace", "follow", "--otlp", sink.url, "--for", "0", *places).code == 1
    assert run("trace", "sync", "--otlp", sink.url, *places[:4]).code == 0


def test_interrupt_ends_it(
    run: Run, places: list[object], sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quietly: nothing is lost by it, and the exit code tells of what was not sent."""

    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(trace_follow._Following, "_deliver", interrupt)
    answer = run("trace", "follow", "--otlp", sink.url, *places)
    assert (answer.code, "Stopped." in answer.err) == (1, True)


def test_turn_whose_reply_ended_is_sent_when_it_settled(
    run: Run, tmp_path: Path, sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to prompt again; one that waits for more is left."""
    done, asking = conversation("done", 1), conversation("asking", 1)
    moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    for session in (done, asking):
        raw = session.encode()
        for body in session.bodies():
            raw = raw.replace(str(body["timestamp"]).encode(), moment.encode())
        path = make_session(tmp_path / "home", session)
        cut = raw[:-1].rfind(b"\n") + 1
        path.write_bytes(raw if session is done else raw[:cut])
    monkeypatch.setattr(trace_follow, "SETTLED_SECONDS", 0.3)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data", "--every", "0.1"]
    assert run("trace", "follow", "--otlp", sink.url, "--for", "2", *places).code == 0
    assert {span.attributes["session.id"] for span in sink.spans.values()} == {done.session_id}


def test_file_that_cannot_be_read_is_passed_over(
    run: Run, places: list[object], sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are sent."""
    from steno.errors import UnreadableFileError
    from steno.session import session

    real, asked = session.load_file, []

    def load_file(file: object) -> object:
        asked.append(file)
        if len(asked) == 1:
            raise UnreadableFileError(file.path, "it is locked")  # type: ignore[attr-defined]
        return real(file)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "load_file", load_file)
    answer = run("trace", "follow", "--otlp", sink.url, "--for", "0", *places)
    assert (answer.code, "it is locked" in answer.err) == (0, True)
    assert sink.traces
