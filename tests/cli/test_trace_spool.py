"""``steno trace sync --spool``: what hooks told of is sent, and their lines stay until it is."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

import steno_hook
from steno.disk.discover import Home
from steno.session.session import load
from steno.trace import exporter
from steno.trace.exporter import alone
from steno.trace.spool import Spool
from tests.cli.test_trace_sync import configure
from tests.hooked import told
from tests.trace.sending import sink_at, small_home, wanted

if TYPE_CHECKING:
    from pathlib import Path

    from steno.testing.sink_server import SinkServer
    from tests.cli.running import Run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sink: SinkServer) -> Path:
    """Give a home of seven turns, a sink in the configuration, and a data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "home"))
    configure(f'[trace.sinks.mine]\nurl = "{sink.address}"\n')
    return small_home(tmp_path / "home")


def tell(path: Path, event: str = "SessionEnd", **own: object) -> None:
    """Write what a hook would."""
    said = told(event, session_id=path.stem, transcript_path=str(path), **own)
    steno_hook._spool(steno_hook.spool_folder(), json.dumps(said).encode())


def test_sessions_that_hooks_told_of_are_sent(run: Run, home: Path, sink: SinkServer) -> None:
    """And their lines are gone then."""
    paths = [file.path for file in Home(home).sessions()]
    for path in paths:
        tell(path)
    answer = run("trace", "sync", "--spool")
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert sink.spans == wanted(home, sink_at(sink.url))
    assert not Spool().has_lines


def test_stop_sends_its_turn(run: Run, home: Path, sink: SinkServer) -> None:
    """Those before it, too: another prompt came after them."""
    path = next(file.path for file in Home(home).sessions())
    turn = load(path).turns[-1]
    words = json.loads(path.read_bytes().split(b"\n")[-2])["message"]["content"][-1]["text"]
    tell(path, "Stop", prompt_id=turn.prompt_id, last_assistant_message=words)
    assert run("trace", "sync", "--spool").code == 0
    assert len(sink.traces) == len(load(path).turns)


def test_sink_that_is_away_loses_nothing(run: Run, home: Path, sink: SinkServer) -> None:
    """The lines are dealt with, the turns wait in the outbox."""
    tell(next(file.path for file in Home(home).sessions()))
    with sink.down():
        answer = run("trace", "sync", "--spool")
    assert (answer.code, "takes nothing" in answer.err) == (1, True)
    assert not Spool().has_lines
    assert run("trace", "status", "--json").document["sinks"][0]["waiting"] > 0
    assert run("trace", "sync").code == 0
    assert sink.spans == wanted(home, sink_at(sink.url))


def test_transcript_that_is_gone_is_told(
    run: Run, home: Path, sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds up nobody for longer than it is waited for."""
    monkeypatch.setattr("steno.trace.poked.Answering._patience", lambda *_: 0.1)
    paths = [file.path for file in Home(home).sessions()]
    tell(paths[0].with_name("6b0f9d4c-7b7e-4a55-9f0e-2c1d4b6a8e01.jsonl"))
    tell(paths[0])
    answer = run("trace", "sync", "--spool")
    assert (answer.code, "6b0f9d4c" in answer.err) == (0, True)
    assert sink.traces


def test_lines_stay_while_another_exporter_is_at_work(
    run: Run, home: Path, tmp_path: Path, sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever kept us out reads them when it is done."""
    tell(next(file.path for file in Home(home).sessions()))
    data = tmp_path / "xdg" / "steno"
    with alone(data):
        monkeypatch.setattr(exporter, "alone", partial(alone, patience=0.05))
        assert run("trace", "sync", "--spool").code == 2
    assert Spool().has_lines
    monkeypatch.setattr(exporter, "alone", alone)
    assert run("trace", "sync").code == 0
    assert not Spool().has_lines
    assert sink.spans == wanted(home, sink_at(sink.url))


def test_follow_reads_what_came_while_it_ran(run: Run, home: Path, sink: SinkServer) -> None:
    """At its end; what it has sent itself is not sent again."""
    tell(next(file.path for file in Home(home).sessions()))
    assert run("trace", "follow", "--for", "0").code == 0
    assert not Spool().has_lines
    assert set(sink.copies.values()) == {1}


def test_part_of_a_sync_leaves_the_hooks_alone(run: Run, home: Path, sink: SinkServer) -> None:
    """Who asks for one sink or another state does not mean them."""
    path = next(file.path for file in Home(home).sessions())
    tell(path)
    run("trace", "sync", "--otlp", sink.url)
    run("trace", "sync", "--session", path.stem)
    run("trace", "sync", "--db", home.parent / "elsewhere")
    assert Spool().has_lines


def test_without_sinks_lines_are_thrown_away(run: Run, home: Path) -> None:
    """Nobody wants them; what is set up later begins with a sync."""
    tell(next(file.path for file in Home(home).sessions()))
    configure("")
    assert run("trace", "sync", "--spool").code == 0
    assert not Spool().has_lines


def test_broken_configuration_loses_nothing(run: Run, home: Path) -> None:
    """The lines wait until it is mended."""
    tell(next(file.path for file in Home(home).sessions()))
    configure("[trace.sinks.mine]\nurl = 7\n")
    assert run("trace", "sync", "--spool").code == 2
    assert Spool().has_lines
