"""Which MCP servers a session has: of the command line, of the project, and of the user."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.disk.peek import read_clipped
from steno.errors import McpConfigError, UnreadableFileError
from steno.format import codec
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

PROJECT_FILE: Final = ".mcp.json"
USER_FILE: Final = ".claude.json"
KINDS: Final = ("stdio", "http", "sse", "sdk")
LONGEST: Final = 4 << 20
"""Bytes of a file with servers."""
_VARIABLE: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How one server is reached."""

    name: str
    kind: str
    """``stdio``, ``http``, ``sse``, or ``sdk`` for one that lives in the program around us."""
    scope: str = "dynamic"
    """Where it is described: ``dynamic`` is the command line; ``project``, ``local``, ``user``."""
    command: str = ""
    arguments: tuple[str, ...] = ()
    variables: Mapping[str, str]
    url: str = ""
    headers: Mapping[str, str]

    def shown(self) -> dict[str, Any]:
        """Give what may be told of it: no variables and no headers, which may be secrets."""
        if self.kind == "stdio":
            return {"type": self.kind, "command": self.command, "args": list(self.arguments)}
        return {"type": self.kind, "url": self.url}


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where servers may be described."""

    given: tuple[str, ...] = ()
    """JSON or names of files, of the command line."""
    is_strict: bool = False
    """Whether nothing else counts."""
    cwd: Path
    home: Path
    """The client's own folder, such as ``~/.claude``."""
    sources: tuple[str, ...] = ("user", "project", "local")
    trusted: bool = False
    """Whether the project's own servers may be started."""


def servers_in(places: Places, environ: Mapping[str, str]) -> dict[str, ServerConfig]:
    """Give all servers by name; those of the command line win, then local ones, then shared ones.

    What the command line says has to make sense; a broken file of others only counts for nothing.
    """
    found: dict[str, ServerConfig] = {}
    if not places.is_strict:
        for scope, table in _described(places):
            found |= _read(table, scope, environ, str(places.cwd), is_given=False)
    for given in places.given:
        table, where = _given(given, places.cwd)
        found |= _read(table, "dynamic", environ, where, is_given=True)
    return found


def _described(places: Places) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Yield the tables of servers that files hold, the weakest first."""
    own = _decoded(places.home / USER_FILE) or _decoded(places.home.parent / USER_FILE)
    if "user" in places.sources:
        yield "user", object_in(own, "mcpServers") or {}
    if "project" in places.sources and places.trusted:
        yield "project", object_in(_decoded(places.cwd / PROJECT_FILE), "mcpServers") or {}
    if "local" in places.sources:
        project = object_in(object_in(own, "projects") or {}, str(places.cwd)) or {}
        yield "local", object_in(project, "mcpServers") or {}


def _decoded(path: Path) -> Mapping[str, Any]:
    try:
        value = codec.decode_json(read_clipped(path, LONGEST).content).value
    except (UnreadableFileError, codec.JsonRefusedError):
        return {}
    return value if isinstance(value, dict) else {}


def _given(given: str, cwd: Path) -> tuple[Mapping[str, Any], str]:
    """Read what the command line gives: JSON, or a file."""
    text, where = given, "--mcp-config"
    if not given.strip().startswith("{"):
        path = cwd / given
        where = str(path)
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise McpConfigError(where, f"it cannot be read ({error})") from error
    try:
        value = codec.decode_text(text).value
    except codec.JsonRefusedError as error:
        raise McpConfigError(where, "it is not JSON") from error
    table = object_in(value, "mcpServers") if isinstance(value, dict) else None
    if table is None:
        raise McpConfigError(where, "it has no object mcpServers")
    return table, where


def _read(
    table: Mapping[str, Any], scope: str, environ: Mapping[str, str], where: str, *, is_given: bool
) -> dict[str, ServerConfig]:
    found: dict[str, ServerConfig] = {}
    for name, entry in table.items():
        try:
            found[name] = server_of(name, entry, scope, environ, where)
        except McpConfigError:
            if is_given:
                raise
    return found


def server_of(
    name: str, entry: Any, scope: str, environ: Mapping[str, str], where: str = "--mcp-config"
) -> ServerConfig:
    """Read the description of one server."""
    if not isinstance(entry, dict):
        raise McpConfigError(where, f"{name!r} is no object")
    kind = text_in(entry, "type") or ("stdio" if "command" in entry else "http")
    kind = "http" if kind == "streamable-http" else kind
    needed = {"stdio": "command", "http": "url", "sse": "url"}.get(kind)
    if kind not in KINDS or (needed and not text_in(entry, needed)):
        wanted = f"{name!r} has no {needed}" if needed else f"{name!r} is of type {kind!r}"
        raise McpConfigError(where, wanted)
    listed = entry.get("args")
    return ServerConfig(
        name=name,
        kind=kind,
        scope=scope,
        command=filled(text_in(entry, "command") or "", environ),
        arguments=tuple(
            filled(str(one), environ) for one in (listed if isinstance(listed, list) else ())
        ),
        variables=_filled_all(entry, "env", environ),
        url=filled(text_in(entry, "url") or "", environ),
        headers=_filled_all(entry, "headers", environ),
    )


def _filled_all(
    entry: Mapping[str, Any], member: str, environ: Mapping[str, str]
) -> dict[str, str]:
    given = object_in(entry, member) or {}
    return {key: filled(str(value), environ) for key, value in given.items()}


def filled(text: str, environ: Mapping[str, str]) -> str:
    """Put variables into a text: ``${NAME}`` or ``${NAME:-otherwise}``."""

    def value(match: re.Match[str]) -> str:
        known = environ.get(match[1])
        if known is not None:
            return known
        return match[0] if match[2] is None else match[2]

    return _VARIABLE.sub(value, text)
