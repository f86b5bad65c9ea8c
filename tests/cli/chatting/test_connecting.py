"""Servers get a little time, and keep nobody waiting."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING

from steno.cli.chatting import connecting
from steno.client.start_flags import StartFlags
from tests.cli.chatting.bench import MODEL, TalkBench, say, until
from tests.interop import mcp_server

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def servers(**commands: str) -> StartFlags:
    """Give flags with MCP servers, each a line of Python or a file of it."""
    table = {
        name: {"command": sys.executable, "args": [text] if text.endswith(".py") else ["-c", text]}
        for name, text in commands.items()
    }
    return StartFlags(model=MODEL, mcp_configs=(json.dumps({"mcpServers": table}),))


HANGS = "import time; time.sleep(600)"


def test_a_server_that_hangs_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The talk is there at once, and the first prompt is asked after a while without it."""
    monkeypatch.setattr(connecting, "PATIENCE", 0.05)
    bench = TalkBench(tmp_path, ["Hello.", "Again."], flags=servers(slowone=HANGS))

    async def go() -> None:
        async with bench as talk:
            assert talk.desk.missing_servers() == ["slowone"]
            await say(talk, "hi", "again")
        assert bench.face.text.count("still connecting to slowone") == 1
        assert "Again." in bench.face.text

    asyncio.run(go())


def test_the_tools_of_a_server_join_when_it_is_there(tmp_path: Path) -> None:
    """The first prompt waits for it, says so, and has them."""
    bench = TalkBench(tmp_path, ["Hello."], flags=servers(lab=mcp_server.__file__))

    async def go() -> None:
        async with bench as talk:
            talk.entered("hi")
            await until(lambda: "Connecting to lab" in talk.busy() or bench.exchange.requests)
            await talk.settled()
            assert "mcp__lab__text" in talk.agent.tools
        tools = [tool["name"] for tool in bench.exchange.requests[0].body["tools"]]
        assert "mcp__lab__text" in tools
        assert "still connecting" not in bench.face.text

    asyncio.run(go())


def test_waiting_for_a_server_can_be_broken_off(tmp_path: Path) -> None:
    """The prompt stands in the input again, and nothing was asked."""
    bench = TalkBench(tmp_path, ["Hello."], flags=servers(slowone=HANGS))

    async def go() -> None:
        async with bench as talk:
            talk.entered("hi there")
            await until(lambda: "Connecting to slowone" in talk.busy())
            assert talk.interrupt()
            await talk.settled()
            assert bench.face.filled == ["hi there"]
        assert bench.exchange.requests == []

    asyncio.run(go())
