"""The MCP servers of a session, and their tools; none of them can stop the client."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.client.mcp_connections import LibraryConnection, McpFailedError, OutsideConnection
from steno.client.mcp_results import answer_of, tool_name
from steno.client.tool import failed
from steno.errors import McpPackageError
from steno.format import codec
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from steno.client.mcp_config import ServerConfig
    from steno.client.mcp_connections import Connection
    from steno.client.outside import Outside
    from steno.client.tool import Input, ToolAnswer, ToolContext

CONNECT_SECONDS: Final = 30.0
"""How long a server may take to be there; MCP_TIMEOUT says otherwise."""
CALL_SECONDS: Final = 600.0
"""How long a call may take; MCP_TOOL_TIMEOUT says otherwise."""
LONGEST_DESCRIPTION: Final = 10_000
_HINTS: Final = {
    "readOnlyHint": "readOnly",
    "destructiveHint": "destructive",
    "openWorldHint": "openWorld",
}


@dataclass(frozen=True, slots=True)
class Waits:
    """How long one waits for servers."""

    connect: float = CONNECT_SECONDS
    call: float = CALL_SECONDS


def waits_from(environ: Mapping[str, str]) -> Waits:
    """Read how long to wait: MCP_TIMEOUT and MCP_TOOL_TIMEOUT, in milliseconds."""

    def seconds(name: str, otherwise: float) -> float:
        said = environ.get(name, "").strip()
        return int(said) / 1000 if said.isascii() and said.isdecimal() and int(said) else otherwise

    return Waits(seconds("MCP_TIMEOUT", CONNECT_SECONDS), seconds("MCP_TOOL_TIMEOUT", CALL_SECONDS))


@dataclass(slots=True)
class Server:
    """One server and how it stands."""

    config: ServerConfig
    status: str = "pending"
    """``pending``, ``connected``, ``failed``, ``needs-auth`` or ``disabled``."""
    error: str = ""
    connection: Connection | None = None
    mending: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def name(self) -> str:
        """Its name."""
        return self.config.name

    def told(self) -> dict[str, Any]:
        """Tell how it stands, as ``mcp_status`` does."""
        told: dict[str, Any] = {"name": self.name, "status": self.status}
        if self.status == "connected" and self.connection is not None and self.connection.server:
            server = self.connection.server
            told["serverInfo"] = {key: server.get(key) for key in ("name", "version")}
        if self.error:
            told["error"] = self.error
        if self.config.kind != "sdk":
            told["config"] = self.config.shown()
        told["scope"] = self.config.scope
        if self.status == "connected" and self.connection is not None:
            told["tools"] = [_tool_told(tool) for tool in self.connection.tools]
        return told


def _tool_told(tool: Mapping[str, Any]) -> dict[str, Any]:
    given = object_in(tool, "annotations") or {}
    hints = {short: given[hint] for hint, short in _HINTS.items() if given.get(hint) is True}
    about = {"description": tool["description"]} if text_in(tool, "description") else {}
    return {"name": tool["name"], **about, "annotations": hints}


class McpServers:
    """All servers of a session."""

    def __init__(
        self,
        configs: Iterable[ServerConfig],
        *,
        environ: Mapping[str, str],
        cwd: Path,
        outside: Outside | None = None,
        note: Callable[[str], None] | None = None,
    ) -> None:
        """Take what there is, and whom to tell of what fails."""
        self.servers = {config.name: Server(config) for config in configs}
        self.changed: Callable[[], None] | None = None
        """Is told when the tools are others than before."""
        self._environ, self._cwd, self._outside, self._note = environ, cwd, outside, note
        self.waits = waits_from(environ)

    async def open(self) -> None:
        """Reach all servers, side by side; those that fail or hang are told of and left."""
        await asyncio.gather(*(self._join(server) for server in self.servers.values()))

    def pending(self) -> list[str]:
        """Name those that are not there yet, and may still come."""
        return [one.name for one in self.servers.values() if one.status == "pending"]

    async def close(self) -> None:
        """Let go of all."""
        await asyncio.gather(
            *(one.connection.close() for one in self.servers.values() if one.connection)
        )

    def tools(self) -> list[McpTool]:
        """Give the tools of those that are there."""
        return [
            McpTool(self, server, tool)
            for server in self.servers.values()
            if server.status == "connected" and server.connection is not None
            for tool in server.connection.tools
        ]

    def told(self) -> list[dict[str, str]]:
        """Tell how they stand, as the beginning of a turn does."""
        return [{"name": one.name, "status": one.status} for one in self.servers.values()]

    async def reconnect(self, name: str) -> None:
        """Reach a server again; McpFailedError where that fails."""
        server = self._named(name)
        if server.connection is not None:
            await server.connection.close()
        await self._reach(server)
        self._tell()
        if server.status != "connected":
            raise McpFailedError(server.error)

    async def toggle(self, name: str, *, enabled: bool) -> None:
        """Use a server again, or no longer."""
        server = self._named(name)
        if enabled:
            await self.reconnect(name)
            return
        connection, server.connection = server.connection, None
        server.status, server.error = "disabled", ""
        self._tell()
        if connection is not None:
            await connection.close()

    async def call(
        self, server: Server, tool: str, given: Mapping[str, Any], call_id: str
    ) -> ToolAnswer:
        """Call a tool; a server that has died is tried to be reached once more."""
        async with server.mending:
            if server.connection is None or not server.connection.is_open:
                await self._reach(server)
        if server.connection is None:
            return failed(f"The MCP server {server.name} is not there: {server.error}")
        try:
            result = await server.connection.call(tool, given, call_id, self.waits.call)
        except McpFailedError as error:
            if not server.connection.is_open:
                server.status, server.error = "failed", str(error)
            return failed(f"MCP server {server.name}: {error}")
        return answer_of(result, server.name)

    def _named(self, name: str) -> Server:
        if name not in self.servers:
            raise McpFailedError(f"Server not found: {name}")
        return self.servers[name]

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()

    async def _join(self, server: Server) -> None:
        await self._reach(server)
        self._tell()

    async def _reach(self, server: Server) -> None:
        server.connection, server.status, server.error = None, "pending", ""
        try:
            server.connection = await asyncio.wait_for(self._opened(server), self.waits.connect)
            server.status = "connected"
        except TimeoutError:
            self._fail(server, f"no answer within {self.waits.connect:g} s")
        except (McpFailedError, McpPackageError) as error:
            self._fail(server, str(error))

    async def _opened(self, server: Server) -> Connection:
        if server.config.kind == "sdk":
            if self._outside is None:
                raise McpFailedError("it lives in a program, and no program is around us")
            inner = OutsideConnection(server.name, self._outside)
            await inner.open()
            return inner
        connection = LibraryConnection(server.config, self._environ, self._cwd)
        await connection.open()
        return connection

    def _fail(self, server: Server, why: str) -> None:
        server.status = "needs-auth" if "(HTTP 401)" in why else "failed"
        server.error = why
        if self._note is not None:
            self._note(f"the MCP server {server.name} is left out: {why}")


class McpTool:
    """A tool of a server."""

    def __init__(self, servers: McpServers, server: Server, told: Mapping[str, Any]) -> None:
        """Take the server, and what it tells of the tool."""
        self._servers, self._server, self._told = servers, server, told
        self.name = tool_name(server.name, str(told["name"]))
        self.description = (text_in(told, "description") or "")[:LONGEST_DESCRIPTION]
        given = object_in(told, "inputSchema") or {}
        self.schema: Mapping[str, Any] = given if "type" in given else {"type": "object", **given}

    @property
    def server_name(self) -> str:
        """The server that it is of."""
        return self._server.name

    @property
    def size(self) -> int:
        """How many characters the model is told of it."""
        return len(self.description) + len(codec.encode_value(self.schema))

    def is_read_only(self, given: Input) -> bool:
        """Say whether the server says that the tool changes nothing."""
        del given
        hints = object_in(self._told, "annotations") or {}
        return hints.get("readOnlyHint") is True

    async def run(self, given: Input, context: ToolContext) -> ToolAnswer:
        """Call it."""
        return await self._servers.call(
            self._server, str(self._told["name"]), given, context.call_id
        )
