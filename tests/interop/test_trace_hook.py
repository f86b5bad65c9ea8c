"""The installed hook in the real client: every turn is told of, and is found on disk."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from click.testing import CliRunner

import steno_hook
from steno.cli.options import Options
from steno.cli.trace_install import install
from steno.trace.spool import Spool, drain
from tests.interop.script import call, reply, says
from tests.interop.streaming import conversation
from tests.trace.test_hook_race import Waiting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.trace.spool import SpoolLine
    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

TURNS: Final = 20
WITH_AN_AGENT: Final = 7
_SOURCE: Final = Path(steno_hook.__file__).parent


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


def installed(home: Path) -> None:
    """Let steno install its hook in the settings of a home."""
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"model": "claude-sonnet-4-5"}\n')
    options = Options(home=(str(settings.parent),), db=home / "data" / "steno")
    CliRunner().invoke(
        install, ["--yes"], obj=options, standalone_mode=False, catch_exceptions=False
    )
    assert "hooks" in json.loads(settings.read_text())


def test_every_turn_is_told_of_and_found(client: Client, scripts: Path, tmp_path: Path) -> None:
    """Twenty turns in one client: each Stop arrives, and its turn is on disk soon after."""
    installed(tmp_path)
    spool = Spool(tmp_path / "data" / "steno" / steno_hook.FOLDER)
    environment = {
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "PYTHONPATH": os.pathsep.join([str(_SOURCE)]),
        # The place for the whole way: without this the hook starts the exporter, and the turns
        # have to arrive in a sink.
        steno_hook.SWITCH: steno_hook.SPOOL_ONLY,
    }
    told: list[SpoolLine] = []
    waiting = Waiting()
    with conversation(client, scripts, tmp_path, [says(*replies())], environment) as talk:
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
    assert {event: events.count(event) for event in ("Stop", "SessionEnd")} == {
        "Stop": TURNS,
        "SessionEnd": 1,
    }
    assert [line.agent_id is not None for line in told if line.event == "SubagentStop"] == [True]
    assert not (spool.folder / steno_hook.HOOK_LOG).exists()
