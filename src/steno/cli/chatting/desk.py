"""Where conversations are begun and taken up, as the flags and the settings say."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from steno.client import loose_lines
from steno.client.assembly import Parts, assemble
from steno.client.client_config import load_client_config
from steno.client.definitions import load_definitions
from steno.client.launch import (
    BYPASS,
    MODEL_VARIABLE,
    Around,
    folders_named,
    is_trusting,
    options_of,
    sources_of,
    take_server_tools,
)
from steno.client.mcp import McpServers
from steno.client.mcp_config import Places, servers_in
from steno.client.memory import project_memory
from steno.client.model_names import model_named
from steno.client.opening import Place, Wanted, open_continued, open_new, open_resumed
from steno.client.rulebook import flag_notes
from steno.client.spending import Spending
from steno.client.start_flags import StartFlags
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.client_config import ClientConfig
    from steno.client.events import Tell
    from steno.client.opening import Opened
    from steno.client.person import Person
    from steno.model.exchange import Exchange


@dataclass(slots=True, kw_only=True)
class Desk:
    """All that conversations of one folder have in common."""

    home: Path
    cwd: Path
    environ: Mapping[str, str]
    exchange: Exchange
    flags: StartFlags = field(default_factory=StartFlags)
    told: list[str] = field(default_factory=list)
    """What the person should know, and was not told yet."""
    trusted: bool = False
    """Whether the person trusts the folder: else its settings only forbid."""
    servers: McpServers | None = None
    servers_changed: Callable[[], None] = lambda: None
    """Is told when a server is there, or is given up."""
    _reaching: asyncio.Task[None] | None = None
    _said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Look whether the folder was trusted before."""
        self.trusted = self.trusted or is_trusting(self.flags, self._around())

    @property
    def place(self) -> Place:
        """Where we are."""
        return Place(home=self.home, cwd=self.cwd, on_note=self.told.append)

    def config(self) -> ClientConfig:
        """Read the settings; those of a folder that is not trusted only forbid."""
        return load_client_config(
            self.home,
            self.cwd,
            sources=sources_of(self.flags),
            flag=self.flags.settings,
            trusted=self.trusted,
        )

    def untrusted(self) -> list[str]:
        """Name what of the folder would count if it were trusted."""
        if self.trusted:
            return []
        places = [str(path) for path in self.config().untrusted]
        others = (".mcp.json", ".claude/agents", ".claude/commands", ".claude/skills")
        places += [name for name in others if (self.cwd / name).exists()]
        told = project_memory(self.home, self.cwd) if "project" in sources_of(self.flags) else []
        here = self.cwd
        return places + [str(p.relative_to(here) if p.is_relative_to(here) else p) for p in told]

    def open(self) -> Opened:
        """Open the conversation that the flags ask for."""
        flags = self.flags
        wanted = Wanted(at=flags.resume_at, fork=flags.fork_session, session_id=flags.session_id)
        if flags.resume:
            return open_resumed(self.place, flags.resume, wanted)
        if flags.continues:
            return open_continued(self.place, wanted)
        return open_new(self.place, flags.session_id)

    def open_new(self) -> Opened:
        """Begin another one."""
        return open_new(self.place)

    def open_named(self, name: str, at: str | None = None, *, fork: bool = False) -> Opened:
        """Take one up, at its end or at a line."""
        return open_resumed(self.place, name, Wanted(at=at, fork=fork))

    def seat(self, opened: Opened, person: Person, tell: Tell, **own: Any) -> Agent:
        """Put a conversation together; ``own`` is what stays from the one before."""
        flags, config = self.flags, self.config()
        self._tell_once(*config.notes, *flag_notes(flags.allowed_tools, flags.disallowed_tools))
        environ = {**self.environ, **config.env}
        around = replace(self._around(), person=person, tell=tell, environ=environ)
        parts = Parts(
            opened=opened,
            home=self.home,
            cwd=self.cwd,
            exchange=self.exchange,
            config=config,
            person=person,
            tell=tell,
            environ=environ,
            options=options_of(flags, around, environ),
            model=model_named(flags.model or environ.get(MODEL_VARIABLE), environ),
            permission_mode=self._mode(opened, config),
            allowed=flags.allowed_tools,
            disallowed=flags.disallowed_tools,
            tools=flags.tools,
            more_tools=() if self.servers is None else tuple(self.servers.tools()),
            more_folders=tuple(
                path.resolve() for path in folders_named("--add-dir", flags.add_dirs, around)
            ),
            definitions=self._definitions(),
            sources=sources_of(flags),
            tells_project=self.trusted,
            spending=own.pop("spending", None) or _spent(opened),
        )
        agent = assemble(replace(parts, **own))
        _hold_head(agent, opened)
        return agent

    def open_servers(self) -> None:
        """Begin to reach the MCP servers that are set up; nobody waits for them yet."""
        places = Places(
            given=self.flags.mcp_configs,
            is_strict=self.flags.strict_mcp_config,
            cwd=self.cwd,
            home=self.home,
            sources=sources_of(self.flags),
            trusted=self.trusted,
        )
        environ = {**self.environ, **self.config().env}
        found = servers_in(places, environ)
        if found:
            self.servers = McpServers(
                found.values(), environ=environ, cwd=self.cwd, note=self.told.append
            )
            self.servers.changed = self._tell_changed
            self._reaching = asyncio.ensure_future(self.servers.open())

    def _tell_changed(self) -> None:
        self.servers_changed()

    def missing_servers(self) -> list[str]:
        """Name the servers that are not there yet, and may still come."""
        return [] if self.servers is None else self.servers.pending()

    async def await_servers(self, seconds: float) -> None:
        """Give servers some time to be there."""
        if self._reaching is not None:
            await asyncio.wait({self._reaching}, timeout=seconds)

    def take_tools(self, agent: Agent) -> None:
        """Let a conversation have the tools that the servers offer now."""
        if self.servers is not None:
            take_server_tools(agent, self.servers, self.flags.disallowed_tools)

    async def close(self) -> None:
        """Give back what is held."""
        if self._reaching is not None:
            self._reaching.cancel()
            await asyncio.wait({self._reaching})
        if self.servers is not None:
            await self.servers.close()
        await self.exchange.aclose()

    def _tell_once(self, *notes: str) -> None:
        """Tell what was not told before: settings are read for every conversation."""
        new = [note for note in notes if note not in self._said]
        self._said.extend(new)
        self.told.extend(new)

    def _around(self) -> Around:
        return Around(
            environ=self.environ,
            cwd=self.cwd,
            person=_NOBODY,
            tell=lambda _: None,
            has_person=True,
            is_interactive=True,
            note=self._tell_once,
        )

    def _mode(self, opened: Opened, config: ClientConfig) -> str:
        """Give the mode to begin with; the one that asks for nothing is asked for each time."""
        flags = self.flags
        said = flags.permission_mode or (BYPASS if flags.skip_permissions else None)
        before = None if opened.permission_mode == BYPASS else opened.permission_mode
        default = text_in(object_in(config.values, "permissions") or {}, "defaultMode")
        return said or before or default or "default"

    def _definitions(self) -> Any:
        sources = sources_of(self.flags)
        return load_definitions(
            self.home,
            self.cwd,
            self.flags.agents,
            user="user" in sources,
            project="project" in sources and self.trusted,
            plugins=folders_named("--plugin-dir", self.flags.plugin_dirs, self._around()),
        )


_NOBODY: Any = None
"""Whoever looks only at the folder asks nobody."""


def _spent(opened: Opened) -> Spending:
    """Take up what a session cost so far."""
    spending = Spending()
    spending.take_up(opened.spent())
    return spending


def _hold_head(agent: Agent, opened: Opened) -> None:
    """Write down, before the first line, what the real client begins a file with."""
    if opened.is_new:
        session_id = agent.recorder.session_id
        agent.recorder.hold(
            loose_lines.mode(session_id),
            loose_lines.permission_mode(session_id, agent.shared.judge.mode),
        )
