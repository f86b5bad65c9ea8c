"""Where conversations are begun and taken up, as the flags and the settings say."""

from __future__ import annotations

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
    is_trusting,
    model_named,
    options_of,
    sources_of,
)
from steno.client.mcp import McpServers
from steno.client.mcp_config import Places, servers_in
from steno.client.opening import Place, Wanted, open_continued, open_new, open_resumed
from steno.client.spending import Spending
from steno.client.start_flags import StartFlags
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Mapping
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
        return places + [name for name in others if (self.cwd / name).exists()]

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
            model=model_named(flags.model or environ.get(MODEL_VARIABLE)),
            permission_mode=self._mode(opened, config),
            allowed=flags.allowed_tools,
            disallowed=flags.disallowed_tools,
            tools=flags.tools,
            more_tools=() if self.servers is None else tuple(self.servers.tools()),
            more_folders=tuple((self.cwd / name).resolve() for name in flags.add_dirs),
            definitions=self._definitions(),
            spending=own.pop("spending", None) or _spent(opened),
        )
        agent = assemble(replace(parts, **own))
        _hold_head(agent, opened)
        return agent

    async def open_servers(self) -> None:
        """Reach the MCP servers that are set up."""
        places = Places(
            given=self.flags.mcp_configs,
            is_strict=self.flags.strict_mcp_config,
            cwd=self.cwd,
            home=self.home,
            sources=sources_of(self.flags),
            trusted=self.trusted,
        )
        found = servers_in(places, self.environ)
        if found:
            self.servers = McpServers(
                found.values(), environ=self.environ, cwd=self.cwd, note=self.told.append
            )
            await self.servers.open()

    async def close(self) -> None:
        """Give back what is held."""
        if self.servers is not None:
            await self.servers.close()
        await self.exchange.aclose()

    def _around(self) -> Around:
        return Around(
            environ=self.environ,
            cwd=self.cwd,
            person=_NOBODY,
            tell=lambda _: None,
            has_person=True,
            is_interactive=True,
            note=self.told.append,
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
