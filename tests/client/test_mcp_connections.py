"""Connections to MCP servers."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from steno.client import mcp_connections
from steno.client.mcp_config import ServerConfig
from steno.client.mcp_connections import LibraryConnection, McpFailedError, OutsideConnection
from steno.client.outside import OutsideError
from tests.cli.chatting.bench import until
from tests.client.mcp_http import HEADER, served
from tests.interop import mcp_server

ROOT: Final = str(Path(__file__).resolve().parents[2])


def config(*arguments: str, command: str = sys.executable, **own: Any) -> ServerConfig:
    """Describe a server that is a program."""
    told: dict[str, Any] = {"name": "lab", "kind": "stdio", "variables": {}, "headers": {}}
    return ServerConfig(**(told | {"command": command, "arguments": arguments} | own))


LAB: Final = config(mcp_server.__file__)


class Around:
    """A program with a server in it, as the SDKs have one."""

    def __init__(self, *, pages: int = 1) -> None:
        """Take how many pages its list of tools has."""
        self.pages, self.heard = pages, list[Any]()

    async def ask(self, request: Any, *, may_cut: bool) -> Any:
        """Answer a message as the server would."""
        assert not may_cut
        message = request["message"]
        self.heard.append(message)
        if "id" not in message:
            return {"mcp_response": {"jsonrpc": "2.0", "result": {}}}
        if message["method"] == "tools/list":
            return {"mcp_response": {"result": self._page(message.get("params") or {})}}
        if message["method"] == "tools/call" and message["params"]["name"] == "gone":
            raise OutsideError("there is nobody")
        if message["method"] == "tools/call" and message["params"]["name"] == "slow":
            await asyncio.sleep(60)
        return {"mcp_response": mcp_server.answer(message)}

    def _page(self, parameters: Any) -> Any:
        number = int(parameters.get("cursor", 0))
        more = {"nextCursor": str(number + 1)} if number + 1 < self.pages else {}
        return {"tools": [{"name": f"tool{number}"}], **more}


async def opened(told: ServerConfig, cwd: Path) -> LibraryConnection:
    """Reach a server by the library."""
    connection = LibraryConnection(told, {}, cwd)
    await connection.open()
    return connection


def test_a_server_in_the_program_needs_no_library() -> None:
    """Greeting, list of all pages, and a call go over the protocol; mcp is not loaded for it."""

    async def go() -> Any:
        around: Any = Around(pages=3)
        connection = OutsideConnection("lab", around)
        await connection.open()
        assert [tool["name"] for tool in connection.tools] == ["tool0", "tool1", "tool2"]
        assert connection.server["name"] == "lab"
        assert connection.is_open
        result = await connection.call("text", {"a": 1}, "c", 5)
        await connection.close()
        return result, around.heard

    result, heard = asyncio.run(go())
    assert result["content"][0]["text"] == "2.4 m"
    assert [one["method"] for one in heard] == [
        "initialize", "notifications/initialized", "tools/list", "tools/list", "tools/list",
        "tools/call",
    ]  # fmt: skip
    assert heard[-1]["params"]["arguments"] == {"a": 1}
    ids = [one["id"] for one in heard if "id" in one]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("tool", ["gone", "slow"])
def test_a_program_that_fails_or_hangs_is_an_error_of_the_call(tool: str) -> None:
    """The call fails within its time, and nothing else does."""
    around: Any = Around()
    with pytest.raises(McpFailedError):
        asyncio.run(OutsideConnection("lab", around).call(tool, {}, "c", 0.05))


def test_an_error_of_the_protocol_is_told_in_its_words() -> None:
    """A method that the server does not know."""
    around: Any = Around()
    with pytest.raises(McpFailedError, match="no such method"):
        asyncio.run(OutsideConnection("lab", around)._ask("odd", None))


def test_a_program_is_reached_by_the_library(tmp_path: Path) -> None:
    """A server on stdio is started, lists its tools, answers, and is ended."""

    async def go() -> Any:
        connection = await opened(LAB, tmp_path)
        assert [tool["name"] for tool in connection.tools][:2] == ["text", "failure"]
        assert connection.server["name"] == "lab"
        results = [await connection.call(name, {}, "c", 10) for name in ("text", "table")]
        await connection.close()
        assert not connection.is_open
        with pytest.raises(McpFailedError):
            await connection.call("text", {}, "c", 10)
        return results

    text, table = asyncio.run(go())
    assert text["content"] == [{"type": "text", "text": "2.4 m"}]
    assert text["_meta"] == {"station": "SAN"}
    assert table["structuredContent"] == {"m": 2.4}


@pytest.mark.parametrize(("kind", "path"), [("http", "/mcp"), ("sse", "/sse")])
def test_a_server_is_reached_over_http(kind: str, path: str, tmp_path: Path) -> None:
    """Both transports list tools and answer calls, with the headers that were given."""

    async def go(url: str) -> Any:
        told = config(kind=kind, command="", url=url, headers=HEADER)
        connection = LibraryConnection(told, {}, tmp_path)
        await connection.open()
        result = await connection.call("text", {}, "c", 10)
        await connection.close()
        return len(connection.tools), result["content"]

    with served() as address:
        assert asyncio.run(go(address + path)) == (5, [{"type": "text", "text": "2.4 m"}])


def test_a_server_that_wants_a_login_is_told(tmp_path: Path) -> None:
    """Without the header the server refuses, and the error has its status."""
    with served() as address:
        told = config(kind="http", command="", url=f"{address}/mcp")
        with pytest.raises(McpFailedError, match="HTTP 401"):
            asyncio.run(opened(told, tmp_path))


def test_the_key_is_not_handed_on(tmp_path: Path) -> None:
    """Servers get the variables of the client, but not the key; their own are set besides."""
    script = tmp_path / "server.py"
    script.write_text(
        "import os, sys\nprint(sorted(os.environ), file=sys.stderr)\nsys.exit(1)\n", "utf-8"
    )
    environ = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_AUTH_TOKEN": "t", "HAD": "1"}
    told = config(str(script), variables={"OWN": "2"})
    with pytest.raises(McpFailedError) as caught:
        asyncio.run(LibraryConnection(told, environ, tmp_path).open())
    assert "'HAD'" in str(caught.value)
    assert "'OWN'" in str(caught.value)
    assert "ANTHROPIC" not in str(caught.value)


def test_a_program_that_is_missing_is_told(tmp_path: Path) -> None:
    """The error names it."""
    told = config(command="/nowhere/to/be/found")
    with pytest.raises(McpFailedError, match="/nowhere/to/be/found"):
        asyncio.run(LibraryConnection(told, {}, tmp_path).open())


def test_a_server_that_dies_fails_its_call_and_is_known_to_be_gone(tmp_path: Path) -> None:
    """The call ends at once, and the connection is closed."""
    script = tmp_path / "server.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {ROOT!r})\nfrom tests.interop import mcp_server\n"
        "mcp_server.RESULTS.clear()\nmcp_server.main()\n",
        "utf-8",
    )

    async def go() -> None:
        connection = LibraryConnection(config(str(script)), {}, tmp_path)
        await connection.open()
        with pytest.raises(McpFailedError):
            await connection.call("text", {}, "c", 30)
        assert not connection.is_open

    asyncio.run(asyncio.wait_for(go(), 60))


def test_a_server_that_never_answered_is_ended_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for it to end by itself, and it does not outlive us."""
    monkeypatch.setattr(mcp_connections, "_ENDS_WITHIN", 600)
    mark = tmp_path / "pid"
    script = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(600)"

    async def go() -> None:
        opening = asyncio.ensure_future(opened(config("-c", script), tmp_path))
        await until(lambda: mark.exists() and mark.read_text())
        opening.cancel()
        async with asyncio.timeout(30):
            await asyncio.wait({opening})
        with pytest.raises(ProcessLookupError):
            os.kill(int(mark.read_text()), 0)

    asyncio.run(go())
