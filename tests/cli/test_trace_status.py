"""``steno trace status``: what every sink has, what waits for it, and why."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

import steno_hook
from tests.cli.running import run_on_terminal
from tests.cli.test_trace_sync import configure
from tests.trace.sending import sink_at, small_home, wanted

if TYPE_CHECKING:
    from pathlib import Path

    from steno.testing.sink_server import SinkServer
    from tests.cli.running import Run


@pytest.fixture
def places(tmp_path: Path) -> list[object]:
    """Give a home of seven turns, and a place for what is known of them."""
    return ["--home", small_home(tmp_path / "home"), "--db", tmp_path / "data"]


def test_without_any_sink(run: Run, places: list[object], tmp_path: Path) -> None:
    """It says how to begin, and makes nothing."""
    answer = run("trace", "status", *places)
    assert (answer.code, "There is no sink yet" in answer.err) == (0, True)
    document = run("trace", "status", "--json", *places).document
    assert document == {"schema": "steno.trace.status/1", "sinks": [], "spooled": False}
    assert not (tmp_path / "data").exists()


def test_what_waits_and_why(run: Run, places: list[object], sink: SinkServer) -> None:
    """Exit code 1 as long as something waits; then everything is sent."""
    configure(f'[trace.sinks.mine]\nurl = "{sink.address}"\n')
    with sink.down():
        run("trace", "sync", *places)
        answer = run("trace", "status", *places)
    assert answer.code == 1
    (row,) = answer.rows
    assert (row["sink"], row["sent"], row["waiting"], row["failed"]) == ("mine", "0", "7", "0")
    assert "Connection refused" in answer.out
    (one,) = run("trace", "status", "--json", *places).document["sinks"]
    assert (one["waiting"], len(one["unsent"]), one["url"]) == (7, 7, sink.url)
    assert {row["state"] for row in one["unsent"]} == {"waiting"}
    assert max(row["attempts"] for row in one["unsent"]) == 3
    run("trace", "sync", *places)
    (one,) = run("trace", "status", "--json", *places).document["sinks"]
    assert (one["sent"], one["waiting"], one["failed"], one["unsent"]) == (7, 0, 0, [])
    assert run("trace", "status", *places).code == 0


def test_what_a_sink_refused(
    run: Run, places: list[object], tmp_path: Path, sink: SinkServer
) -> None:
    """With what it said, where it is, and what can be done about it."""
    sink.rejected_traces = {min(name for name, _ in wanted(tmp_path / "home", sink_at(sink.url)))}
    run("trace", "sync", "--otlp", sink.url, *places)
    answer = run("trace", "status", *places)
    assert (answer.code, sink.url in answer.out) == (1, True)
    assert "sync --retry" in answer.err
    assert "trace forget otlp" in answer.err
    (one,) = run("trace", "status", "--json", *places).document["sinks"]
    (row,) = one["unsent"]
    assert (one["sink"], row["state"], row["error"]) == (
        "otlp",
        "failed",
        "some spans were rejected",
    )


def test_words_of_a_sink_do_not_reach_the_terminal_raw(
    run: Run, places: list[object], monkeypatch: pytest.MonkeyPatch, sink: SinkServer
) -> None:
    """Whatever it answers."""
    monkeypatch.setattr(
        "steno.testing.sink_server.SinkServer.complaint",
        lambda *_: (403, "go away \x1b]0;title\x07\x1b[31m"),
    )
    shown = [run("trace", name, *more, *places) for name, more in (
        ("sync", ["--otlp", sink.url]), ("status", []), ("test", ["--otlp", sink.url]),
    )]  # fmt: skip
    assert all("go away" in one.out + one.err for one in shown)
    assert not [one for one in shown if "\x1b" in one.out + one.err or "\x07" in one.out + one.err]


def test_broken_sink_is_named(run: Run, places: list[object], sink: SinkServer) -> None:
    """The others are shown all the same."""
    configure(f'[trace.sinks.mine]\nurl = "{sink.address}"\n[trace.sinks.odd]\nurl = 7\n')
    document = run("trace", "status", "--json", *places).document
    rows = {row["sink"]: row for row in document["sinks"]}
    assert (rows["mine"]["error"], rows["mine"]["url"]) == (None, sink.url)
    assert "url" in rows["odd"]["error"]


def test_turns_that_hooks_told_of_are_mentioned(
    run: Run,
    places: list[object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sink: SinkServer,
) -> None:
    """Until an exporter has looked at them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    steno_hook._spool(steno_hook.spool_folder(), b"{}")
    configure(f'[trace.sinks.mine]\nurl = "{sink.address}"\n')
    assert run("trace", "status", "--json", *places).document["spooled"] is True
    assert "not looked at yet" in run("trace", "status", *places).err


def test_why_a_sink_that_is_away_has_nothing(
    run: Run, places: list[object], sink: SinkServer
) -> None:
    """The reason stands beside the sink, what was tried comes first, and the rest is counted."""
    with sink.down():
        run("trace", "sync", "--otlp", sink.url, *places)
    answer = run("trace", "status", *places)
    assert answer.code == 1
    assert f"otlp ({sink.url}): " in answer.err
    assert "refused" in answer.err
    (one,) = run("trace", "status", "--json", *places).document["sinks"]
    assert "refused" in one["error"]
    assert (one["is_set_up"], one["waiting"], one["profile"]) == (False, 7, "genai")
    assert one["unsent"][0]["error"]


def test_sink_that_was_never_sent_to_is_told(run: Run, places: list[object]) -> None:
    """Zeros alone look as if all were done."""
    configure('[trace.sinks.mine]\nurl = "http://127.0.0.1:9"\n')
    answer = run("trace", "status", *places)
    assert (answer.code, "was never sent to" in answer.err) == (0, True)


def test_sink_that_cannot_be_used_is_a_finding(run: Run, places: list[object]) -> None:
    """The exit code says that something is wrong."""
    configure('[trace.sinks.mine]\nurl = "nowhere"\n')
    answer = run("trace", "status", *places)
    assert (answer.code, "cannot be used" in answer.err) == (1, True)


def test_more_than_are_listed_are_counted(
    run: Run, places: list[object], sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody takes the list for all there is."""
    monkeypatch.setattr("steno.cli.trace_status.MOST_UNSENT", 2)
    with sink.down():
        run("trace", "sync", "--otlp", sink.url, *places)
    assert "… and 5 more for otlp" in run("trace", "status", *places).err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_narrow_terminals_get_narrow_tables(
    run: Run, places: list[object], sink: SinkServer
) -> None:
    """No line is longer than the terminal."""
    with sink.down():
        run("trace", "sync", "--otlp", sink.url, *places)
    answer = run_on_terminal("trace", "status", *places, columns=60)
    assert answer.code == 1
    shown = re.sub(r"\x1b\[[0-9;]*m", "", answer.out).splitlines()
    table = [line for line in shown if re.match(r"[a-z0-9]{4,8}  |─", line)]
    assert len(table) >= 10
    assert max(map(len, table)) <= 60
