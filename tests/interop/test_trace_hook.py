"""The installed hook in the real client: every turn is told of, found on disk, and sent."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from click.testing import CliRunner

import steno_hook
from steno.cli.options import Options
from steno.cli.trace_install import install
from steno.testing.sink_server import SinkServer
from steno.trace.spool import Spool, drain
from tests.interop.script import call, reply, says
from tests.interop.streaming import conversation
from tests.trace.test_hook_race import Waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steno.testing.sink_spans import CapturedSpan
    from steno.trace.spool import SpoolLine
    from tests.interop.real_client import Client
    from tests.interop.streaming import Conversation

    Talks = Callable[..., Any]

pytestmark = pytest.mark.interop

TURNS: Final = 20
WITH_AN_AGENT: Final = 7
PATIENCE: Final = 60.0
"""Seconds after which a turn counts as lost; it takes a few, on a busy machine some more."""


def replies() -> Iterator[Any]:
    """Give what the model says, turn by turn: plain, in several pieces, after tools and agents."""
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"}
    for number in range(TURNS):
        if number % 5 == 4:
            yield reply("I look.", call("Bash", command="echo", description="look"))
        if number == WITH_AN_AGENT:
            yield reply(
                call("Agent", description="d", prompt="Help.", subagent_type="general-purpose")
            )
            yield reply("The agent is done.")
        pieces = ["First this.", "Then that."] if number % 4 == 3 else []
        yield reply(*([thought] if number % 3 == 2 else []), *pieces, f"Answer {number}.")


def install_hook(home: Path) -> None:
    """Let steno install its hook in the settings of a home."""
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"model": "claude-sonnet-4-5"}\n')
    options = Options(home=(str(settings.parent),), db=home / "data" / "steno")
    CliRunner().invoke(
        install, ["--yes"], obj=options, standalone_mode=False, catch_exceptions=False
    )
    assert "hooks" in json.loads(settings.read_text())


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    """Give the spool of the home that the tests use."""
    return Spool(tmp_path / "data" / "steno" / steno_hook.FOLDER)


@pytest.fixture
def talks(client: Client, scripts: Path, tmp_path: Path) -> Talks:
    """Give what opens the client in a home in which the hook is installed."""
    install_hook(tmp_path)

    @contextmanager
    def opened(**environment: str) -> Iterator[Conversation]:
        own = {
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "PYTHONPATH": str(Path(steno_hook.__file__).parent),
        }
        with conversation(
            client, scripts, tmp_path, [says(*replies())], {**own, **environment}
        ) as talk:
            yield talk

    return opened


def test_every_turn_is_told_of_and_found(talks: Talks, spool: Spool) -> None:
    """Twenty turns in one client: each Stop arrives, and its turn is on disk soon after."""
    told: list[SpoolLine] = []
    waiting = Waiting()
    with talks(STENO_HOOK=steno_hook.SPOOL_ONLY) as talk:
        for number in range(TURNS):
            result = talk.ask(f"Ask {number}.")
            assert result["result"].endswith(f"Answer {number}.")
            lines: list[SpoolLine] = []
            drain(spool, lines.extend)
            stops = tuple(line for line in lines if line.event == "Stop")
            assert len(stops) == 1
            waiting(stops)
            told += lines
        talk.end()
    drain(spool, told.extend)
    assert [trace.turn_number for trace in waiting.found] == list(range(1, TURNS + 1))
    assert all(trace.last_text.endswith(f"Answer {at}.") for at, trace in enumerate(waiting.found))
    assert len({trace.id for trace in waiting.found}) == TURNS
    events = [line.event for line in told]
    assert (events.count("Stop"), events.count("SessionEnd")) == (TURNS, 1)
    assert [line.agent_id is not None for line in told if line.event == "SubagentStop"] == [True]
    assert not (spool.folder / steno_hook.HOOK_LOG).exists()


def test_every_turn_arrives_in_a_sink_once(talks: Talks, spool: Spool, tmp_path: Path) -> None:
    """Twenty turns in one client: each is in the sink soon after its end, whole, and only once."""
    config = tmp_path / "config.toml"
    with SinkServer() as sink:
        config.write_text(f'[trace.sinks.here]\ntype = "otlp"\nurl = "{sink.url}"\n')
        with talks(STENO_CONFIG=str(config)) as talk:
            for number in range(TURNS):
                talk.ask(f"Ask {number}.")
                until(partial(has_arrived, sink, f"Answer {number}."), spool)
            talk.end()
        until(lambda: is_idle(spool), spool)
        assert sink.problems == []
        assert sink.orphans() == []
        assert len(sink.traces) == TURNS
        assert set(sink.copies.values()) == {1}
        sizes = sorted(len(spans) for spans in sink.traces.values())
        assert sizes == [2] * 15 + [4] * 4 + [6]


def has_arrived(sink: SinkServer, words: str) -> bool:
    """Say whether the turn that ends with these words has arrived."""
    roots = [span for spans in sink.traces.values() for span in spans.values() if is_root(span)]
    return any(str(span.attributes.get("output.value", "")).endswith(words) for span in roots)


def is_root(span: CapturedSpan) -> bool:
    """Say whether a span is that of a turn."""
    return span.parent is None


def is_idle(spool: Spool) -> bool:
    """Say whether everything was read and nobody is at it any more."""
    with spool.alone() as is_alone:
        return is_alone and not spool.has_lines


def until(is_so: Callable[[], bool], spool: Spool) -> None:
    """Wait for what the exporter does; where it does not, say what it said."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        said = spool.folder / steno_hook.EXPORTER_LOG
        assert time.monotonic() < end, said.read_text() if said.exists() else "it said nothing"
        time.sleep(0.05)
