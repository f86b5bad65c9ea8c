"""The MCP servers of a session: none of them can stop it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.mcp import McpServers, waits_from
from steno.client.mcp_connections import McpFailedError
from tests.client.mcp_http import served
from tests.client.test_mcp_connections import LAB, Around, config

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def run(work: Callable[[McpServers], Awaitable[None]], *configs: Any, **own: Any) -> list[str]:
    """Do some work with servers; give what people were told."""
    notes: list[str] = []

    async def go() -> None:
        told: dict[str, Any] = {"environ": {"MCP_TIMEOUT": "8000"}, "cwd": Path.cwd()} | own
        servers = McpServers(configs, note=notes.append, **told)
        await servers.open()
        try:
            await work(servers)
        finally:
            await servers.close()

    asyncio.run(asyncio.wait_for(go(), 60))
    return notes


def context(call_id: str = "c") -> Any:
    """Give what a tool uses of its surroundings."""

    class Surroundings:
        pass

    found: Any = Surroundings()
    found.call_id = call_id
    return found


def test_tools_of_all_servers_are_offered_and_called() -> None:
    """A server on stdio and one in the program side by side; missing ones are only told of."""

    async def work(servers: McpServers) -> None:
        tools = {tool.name: tool for tool in servers.tools()}
        assert {"mcp__lab__text", "mcp__inner__tool0"} <= set(tools)
        answer = await tools["mcp__lab__text"].run({}, context())
        assert answer.content == [{"type": "text", "text": "2.4 m"}]
        assert tools["mcp__lab__text"].server_name == "lab"
        assert tools["mcp__lab__text"].size > 0
        assert tools["mcp__inner__tool0"].schema == {"type": "object"}
        assert servers.told() == [
            {"name": "lab", "status": "connected"},
            {"name": "gone", "status": "failed"},
            {"name": "inner", "status": "connected"},
        ]

    gone = config(name="gone", command="/nowhere")
    inner = config(name="inner", kind="sdk", command="")
    notes = run(work, LAB, gone, inner, outside=Around())
    assert len(notes) == 1
    assert "gone" in notes[0]


def test_a_server_that_hangs_is_left() -> None:
    """It gets its time, not more, and the others are there."""

    async def work(servers: McpServers) -> None:
        assert servers.servers["silent"].status == "failed"
        assert servers.servers["lab"].status == "connected"

    silent = config("-c", "import time; time.sleep(60)", name="silent")
    notes = run(work, silent, LAB, environ={"MCP_TIMEOUT": "5000"})
    assert notes == ["the MCP server silent is left out: no answer within 5 s"]


def test_a_server_that_wants_a_login_is_told_apart() -> None:
    """Its status says what is missing."""

    async def work(servers: McpServers) -> None:
        assert servers.servers["far"].status == "needs-auth"

    with served() as address:
        run(work, config(name="far", kind="http", command="", url=f"{address}/mcp"))


def test_servers_are_switched_off_and_on() -> None:
    """The tools go and come, and somebody is told; what is not there cannot be reached."""

    async def work(servers: McpServers) -> None:
        changes: list[int] = []
        servers.changed = lambda: changes.append(len(servers.tools()))
        await servers.toggle("lab", enabled=False)
        assert servers.servers["lab"].told() == {
            "name": "lab", "status": "disabled", "config": LAB.shown(), "scope": "dynamic",
        }  # fmt: skip
        await servers.toggle("lab", enabled=True)
        assert changes == [0, 5]
        told = servers.servers["lab"].told()
        assert told["serverInfo"] == {"name": "lab", "version": "1"}
        assert told["tools"][0] == {
            "name": "text", "description": "Gives text.", "annotations": {},
        }  # fmt: skip
        with pytest.raises(McpFailedError, match="Server not found: other"):
            await servers.reconnect("other")

    run(work, LAB)


def test_a_dead_server_is_reached_again_by_the_next_call(tmp_path: Path) -> None:
    """One call fails with the server; the next one finds it alive."""
    flag = tmp_path / "died"
    script = tmp_path / "server.py"
    root = Path(__file__).resolve().parents[2]
    script.write_text(
        f"import os, sys\nsys.path.insert(0, {str(root)!r})\n"
        "from tests.interop import mcp_server\n"
        f"if not os.path.exists({str(flag)!r}):\n    open({str(flag)!r}, 'w')\n"
        "    mcp_server.RESULTS.clear()\nmcp_server.main()\n",
        "utf-8",
    )

    async def work(servers: McpServers) -> None:
        tool = next(one for one in servers.tools() if one.name == "mcp__lab__text")
        first = await tool.run({}, context())
        assert first.is_error
        assert servers.servers["lab"].status == "failed"
        assert (await tool.run({}, context())).content == [{"type": "text", "text": "2.4 m"}]

    run(work, config(str(script), command=sys.executable))


def test_a_server_of_a_program_needs_the_program() -> None:
    """Without one around us it is told, and a call of its tools says so."""

    async def work(servers: McpServers) -> None:
        server = servers.servers["inner"]
        answer = await servers.call(server, "x", {}, "c")
        assert answer.is_error
        assert "inner" in str(answer.content)

    assert "no program is around us" in run(work, config(name="inner", kind="sdk"))[0]


def test_patience_is_read_from_the_environment() -> None:
    """Milliseconds, as the real client takes them; nonsense counts for nothing."""
    assert waits_from({"MCP_TIMEOUT": "1500"}).connect == 1.5
    assert waits_from({"MCP_TIMEOUT": "soon", "MCP_TOOL_TIMEOUT": "2000"}).call == 2
    assert waits_from({"MCP_TIMEOUT": "0"}).connect == 30


def test_what_a_server_says_of_its_tool_counts() -> None:
    """A tool that only reads may run beside others."""

    async def work(servers: McpServers) -> None:
        (tool,) = servers.tools()
        assert tool.is_read_only({}) is False

    run(work, config(name="inner", kind="sdk"), outside=Around())


def test_servers_are_told_of_as_they_come() -> None:
    """Whoever is there does not wait for one that hangs; those are pending until then."""
    silent = config("-c", "import time; time.sleep(60)", name="silent")

    async def go() -> None:
        servers = McpServers([silent, LAB], environ={}, cwd=Path.cwd())
        came = asyncio.Event()
        servers.changed = came.set
        opening = asyncio.ensure_future(servers.open())
        async with asyncio.timeout(30):
            await came.wait()
        assert servers.pending() == ["silent"]
        assert servers.told()[0] == {"name": "silent", "status": "pending"}
        assert "mcp__lab__text" in {tool.name for tool in servers.tools()}
        opening.cancel()
        await asyncio.wait({opening})
        await servers.close()

    asyncio.run(go())
