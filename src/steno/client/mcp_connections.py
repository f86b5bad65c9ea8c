"""Connections to MCP servers: by the official library, or through the program around us."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from steno import __version__
from steno.client.outside import OutsideError
from steno.errors import McpPackageError
from steno.format.members import object_in, text_in
from steno.model.access import KEY, TOKEN

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
    from pathlib import Path

    from steno.client.mcp_config import ServerConfig
    from steno.client.outside import Outside

PROTOCOL: Final = "2025-06-18"
CLIENT: Final = {"name": "steno", "version": __version__}
CALL_MARK: Final = "claudecode/toolUseId"
"""The name under which servers are told the id of a call, as the real client tells it."""
MOST_PAGES: Final = 100
_LAST_WORDS: Final = 400
_ENDS_WITHIN: Final = 5.0
_GRACE: Final = "PROCESS_TERMINATION_TIMEOUT"
"""How the library names the seconds that a program gets to end by itself."""
_HASTE: Final = 0.1
_CLOSED: Final = "Connection closed"
"""What the library says where the other side is gone."""
_NO_ENTRY: Final = (401, 403)


class McpFailedError(Exception):
    """A server could not be reached, or did not do what it was asked for."""


class Connection(Protocol):
    """One server that was reached."""

    tools: Sequence[Mapping[str, Any]]
    """As ``tools/list`` gives them."""
    server: Mapping[str, Any]
    """What it says of itself: its name and version."""

    @property
    def is_open(self) -> bool:
        """Whether it can still be asked."""
        ...

    async def call(
        self, tool: str, given: Mapping[str, Any], call_id: str, seconds: float
    ) -> Mapping[str, Any]:
        """Call a tool; gives the result of ``tools/call``, or McpFailedError."""
        ...

    async def close(self) -> None:
        """Let go of it."""
        ...


class OutsideConnection:
    """A server that lives in the program around us; its messages go over the control protocol.

    Four messages are all that it takes, so that the library need not be loaded for it.
    """

    def __init__(self, name: str, outside: Outside) -> None:
        """Take its name and the program."""
        self.tools: Sequence[Mapping[str, Any]] = ()
        self.server: Mapping[str, Any] = {}
        self._name, self._outside, self._number = name, outside, 0

    @property
    def is_open(self) -> bool:
        """Whether it can be asked: as long as the program is there."""
        return True

    async def open(self) -> None:
        """Greet the server and learn its tools."""
        hello = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": CLIENT}
        self.server = object_in(await self._ask("initialize", hello), "serverInfo") or {}
        await self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        tools: list[Mapping[str, Any]] = []
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = await self._ask("tools/list", {"cursor": cursor} if cursor else None)
            listed = page.get("tools")
            tools += [one for one in (listed if isinstance(listed, list) else ()) if _is_tool(one)]
            cursor = text_in(page, "nextCursor")
            if cursor is None:
                break
        self.tools = tools

    async def call(
        self, tool: str, given: Mapping[str, Any], call_id: str, seconds: float
    ) -> Mapping[str, Any]:
        """Call a tool."""
        asked = {"name": tool, "arguments": dict(given), "_meta": {CALL_MARK: call_id}}
        try:
            return await asyncio.wait_for(self._ask("tools/call", asked), seconds)
        except TimeoutError:
            raise McpFailedError(f"no answer within {seconds:g} s") from None

    async def close(self) -> None:
        """Do nothing: it is the program's."""

    async def _ask(self, method: str, parameters: Mapping[str, Any] | None) -> Mapping[str, Any]:
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": self._number, "method": method}
        self._number += 1
        if parameters is not None:
            message["params"] = parameters
        answer = await self._send(message)
        problem = object_in(answer, "error")
        if problem is not None:
            raise McpFailedError(text_in(problem, "message") or "the server reported an error")
        return object_in(answer, "result") or {}

    async def _send(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        request = {"subtype": "mcp_message", "server_name": self._name, "message": message}
        try:
            answer = await self._outside.ask(request, may_cut=False)
        except (OutsideError, ValueError) as error:
            raise McpFailedError(str(error)) from error
        return object_in(answer, "mcp_response") or {}


def _is_tool(given: object) -> bool:
    return isinstance(given, dict) and isinstance(given.get("name"), str)


class LibraryConnection:
    """A server that is reached by the official library.

    All of it lives in one task: the library's streams have to be closed where they were opened.
    """

    def __init__(self, config: ServerConfig, environ: Mapping[str, str], cwd: Path) -> None:
        """Take how the server is reached."""
        self.tools: Sequence[Mapping[str, Any]] = ()
        self.server: Mapping[str, Any] = {}
        self._config, self._environ, self._cwd = config, environ, cwd
        self._refused = ""
        self._session: Any = None
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the server is still there."""
        return self._task is not None and not self._task.done()

    async def open(self) -> None:
        """Reach the server and learn its tools; McpFailedError says why that failed."""
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._live(opened))
        try:
            await opened
        except asyncio.CancelledError:
            await self._abandon()
            raise

    async def _abandon(self) -> None:
        """End a server that never answered, at once: it has nothing to bring to an end."""
        task = self._task
        if task is not None and not task.done():
            with _hastened():
                task.cancel()
                await asyncio.wait({task}, timeout=_ENDS_WITHIN)

    async def _live(self, opened: asyncio.Future[None]) -> None:
        with tempfile.TemporaryFile() as complaints:
            try:
                library = await asyncio.to_thread(_library)
                async with self._streams(complaints.fileno()) as (reads, writes):
                    info = library.types.Implementation(**CLIENT)
                    async with library.ClientSession(reads, writes, client_info=info) as session:
                        hello = await session.initialize()
                        self.server = _plain(hello).get("serverInfo") or {}
                        self.tools = await _all_tools(session, library)
                        self._session = session
                        if not opened.done():
                            opened.set_result(None)
                        await self._closing.wait()
            except asyncio.CancelledError:
                if not opened.done():
                    opened.cancel()
                raise
            except BaseException as error:  # noqa: BLE001 - anybody's server, and groups of errors
                if not opened.done():
                    said = _tail(complaints.fileno())
                    told = _words(error) + self._refused + (said and f": {said}")
                    opened.set_exception(McpFailedError(told))
            finally:
                self._session = None

    @contextlib.asynccontextmanager
    async def _streams(self, complaints: int) -> AsyncIterator[tuple[Any, Any]]:
        config = self._config
        if config.kind == "stdio":
            stdio = import_module("mcp.client.stdio")
            kept = {key: text for key, text in self._environ.items() if key not in (KEY, TOKEN)}
            server = stdio.StdioServerParameters(
                command=config.command,
                args=list(config.arguments),
                env={**kept, **config.variables},
                cwd=self._cwd,
            )
            with os.fdopen(os.dup(complaints), "w") as log:
                async with stdio.stdio_client(server, errlog=log) as streams:
                    yield streams[0], streams[1]
        elif config.kind == "sse":
            sse = import_module("mcp.client.sse")
            async with sse.sse_client(config.url, headers=dict(config.headers)) as streams:
                yield streams[0], streams[1]
        else:
            http = import_module("mcp.client.streamable_http")
            client = http.create_mcp_http_client(headers=dict(config.headers))
            client.event_hooks = {"response": [self._see]}
            async with (
                client,
                http.streamable_http_client(config.url, http_client=client) as streams,
            ):
                yield streams[0], streams[1]

    async def _see(self, response: Any) -> None:
        """Keep the status of a refusal, which the library does not tell."""
        if response.status_code in _NO_ENTRY:
            self._refused = f" (HTTP {response.status_code})"

    async def call(
        self, tool: str, given: Mapping[str, Any], call_id: str, seconds: float
    ) -> Mapping[str, Any]:
        """Call a tool."""
        session, task = self._session, self._task
        if session is None or task is None:
            raise McpFailedError("the connection is closed")
        asking = asyncio.ensure_future(
            session.call_tool(
                tool, dict(given), read_timeout_seconds=seconds, meta={CALL_MARK: call_id}
            )
        )
        try:
            await asyncio.wait({asking, task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            asking.cancel()
        if not asking.done():
            raise McpFailedError("the server is gone")
        try:
            return _plain(asking.result())
        except Exception as error:
            if _CLOSED in str(error):
                await self.close()
            raise McpFailedError(_words(error)) from error

    async def close(self) -> None:
        """End the server, or leave it."""
        self._closing.set()
        task = self._task
        if task is None or task.done():
            return
        done, _ = await asyncio.wait({task}, timeout=_ENDS_WITHIN)
        if not done:
            task.cancel()
            with contextlib.suppress(BaseException):
                await asyncio.wait({task}, timeout=_ENDS_WITHIN)


@contextlib.contextmanager
def _hastened() -> Iterator[None]:
    """Let the library wait for the end of a program hardly at all; usually that is 2 s."""
    stdio = sys.modules.get("mcp.client.stdio")
    before = getattr(stdio, _GRACE, None)
    if stdio is None or before is None:
        yield
        return
    setattr(stdio, _GRACE, min(before, _HASTE))
    try:
        yield
    finally:
        setattr(stdio, _GRACE, before)


def _library() -> Any:
    try:
        return import_module("mcp")
    except ImportError as error:
        raise McpPackageError from error


async def _all_tools(session: Any, library: Any) -> list[Mapping[str, Any]]:
    tools: list[Mapping[str, Any]] = []
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        wanted = library.types.PaginatedRequestParams(cursor=cursor) if cursor else None
        page = await session.list_tools(params=wanted)
        tools += [_plain(tool) for tool in page.tools]
        cursor = getattr(page, "next_cursor", None) or getattr(page, "nextCursor", None)
        if not cursor:
            break
    return tools


def _plain(value: Any) -> dict[str, Any]:
    """Give a thing of the library as the JSON that it stands for."""
    plain: dict[str, Any] = value.model_dump(mode="json", by_alias=True, exclude_none=True)
    return plain


def _words(error: BaseException) -> str:
    """Say what went wrong; a group of errors is told by its first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _tail(file: int) -> str:
    """Give the last words that a server wrote to stderr."""
    size = os.lseek(file, 0, os.SEEK_END)
    os.lseek(file, max(0, size - _LAST_WORDS), os.SEEK_SET)
    return os.read(file, _LAST_WORDS).decode("utf-8", "replace").strip()
