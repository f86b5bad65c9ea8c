"""Starts a session as the flags say: settings, the conversation, servers, hooks and the agent."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.client.assembly import Parts, assemble, begin, end
from steno.client.client_config import is_trusted, load_client_config
from steno.client.definitions import load_definitions
from steno.client.mcp import McpServers
from steno.client.mcp_config import Places, ServerConfig, servers_in
from steno.client.model_names import model_named
from steno.client.opening import Place, Wanted, open_continued, open_new, open_resumed
from steno.client.options import Options
from steno.client.outside import hooks_given
from steno.client.presence import Presence
from steno.client.request import Thinking
from steno.client.rulebook import flag_notes, is_hidden
from steno.client.start_flags import SOURCES
from steno.client.tools import builtin_tools
from steno.config import expanded, load_config
from steno.disk.discover import homes_from
from steno.errors import FlagError
from steno.format import codec
from steno.format.members import object_in, text_in
from steno.model.exchange_choose import open_exchange

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.client_config import ClientConfig
    from steno.client.events import Tell
    from steno.client.opening import Opened
    from steno.client.outside import Outside
    from steno.client.person import Person
    from steno.client.recorder import OnLines
    from steno.client.start_flags import StartFlags
    from steno.model.exchange import Exchange

BYPASS: Final = "bypassPermissions"
FILES_VARIABLE: Final = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"
THINKING_VARIABLE: Final = "MAX_THINKING_TOKENS"
MODEL_VARIABLE: Final = "ANTHROPIC_MODEL"
PERSONS: Final = frozenset({"AskUserQuestion", "EnterPlanMode", "ExitPlanMode"})
"""Tools that are of use only where somebody can be asked."""
SLOW_SERVERS: Final = 3.0
"""Seconds from which on it is told that servers are waited for."""
UNUSUAL: Final = frozenset({"TodoWrite"})
"""Tools that only sessions have which ask for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is around a session: where it runs, who is asked, who is told."""

    environ: Mapping[str, str]
    cwd: Path
    person: Person
    tell: Tell
    has_person: bool = False
    is_interactive: bool = False
    note: Callable[[str], None]
    """Is told what people should know, in words."""
    on_lines: OnLines | None = None
    outside: Outside | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    """What the program around us said when it began: hooks, agents, servers."""


@dataclass(slots=True, kw_only=True)
class Launched:
    """A session that runs."""

    agent: Agent
    exchange: Exchange
    config: ClientConfig
    servers: McpServers
    opened: Opened
    home: Path
    disallowed: tuple[str, ...] = ()
    may_bypass: bool = False
    """Whether somebody said at the start that nothing may be asked for."""
    note: Callable[[str], None] | None = None
    is_begun: bool = False
    """Whether servers and hooks of the beginning have had their time."""
    _opening: asyncio.Task[None] | None = None
    _announced: ExitStack = field(default_factory=ExitStack)

    def announce(self) -> None:
        """Tell other clients that the session is open, until it ends."""
        envelope = self.opened.recorder.envelope
        self._announced.enter_context(Presence(self.home, envelope, self.opened.title))

    def open_servers(self) -> None:
        """Begin to reach the servers; nothing waits for them yet."""
        self.servers.changed = self.take_tools
        if self.servers.servers:
            self._opening = asyncio.create_task(self.servers.open())

    async def begin(self) -> None:
        """Wait for the servers, and let the hooks of the beginning speak."""
        if self._opening is not None:
            await self._reached(self._opening)
            self.take_tools()
        await begin(self.agent, "startup" if self.opened.is_new else "resume")
        self.is_begun = True

    async def _reached(self, opening: asyncio.Task[None]) -> None:
        """Wait for the servers; who has to wait for long is told for what."""
        done, _ = await asyncio.wait({opening}, timeout=SLOW_SERVERS)
        if not done and self.note is not None:
            names, most = ", ".join(self.servers.pending()), self.servers.waits.connect
            told = f"connecting to {names}, for up to {most:g} s (MCP_TIMEOUT says otherwise)"
            self.note(told)
        await opening

    def take_tools(self) -> None:
        """Let the model have the tools that the servers offer now."""
        take_server_tools(self.agent, self.servers, self.disallowed)

    async def end(self, reason: str = "other") -> None:
        """End it: all that runs is stopped, all that was said is on the disk."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait({self._opening})
        try:
            await end(self.agent, reason)
        finally:
            self._announced.close()
            await self.servers.close()
            await self.exchange.aclose()


def take_server_tools(agent: Agent, servers: McpServers, denied: Sequence[str]) -> None:
    """Let an agent have the tools that the servers offer now, beside its own."""
    own = {name: tool for name, tool in agent.tools.items() if not name.startswith("mcp__")}
    own |= {tool.name: tool for tool in servers.tools() if not is_hidden(tool.name, denied)}
    agent.tools, agent.shared.tools = own, dict(own)


def launch(flags: StartFlags, around: Around) -> Launched:
    """Start a session; errors say what is missing, and nothing was written then."""
    home = homes_from((), around.environ)[0].path
    config = _config(flags, around, home)
    environ = {**around.environ, **config.env}
    options = options_of(flags, around, environ)
    servers = _servers(flags, around, home, environ)
    exchange = open_exchange(environ, load_config())
    opened = _opened(flags, around, home)
    for told in opened.notes:
        around.note(told)
    agent = assemble(
        Parts(
            opened=opened,
            home=home,
            cwd=around.cwd,
            exchange=exchange,
            config=config,
            person=around.person,
            tell=around.tell,
            environ=environ,
            options=options,
            model=model_named(flags.model or environ.get(MODEL_VARIABLE), environ),
            permission_mode=_mode(flags, config),
            allowed=flags.allowed_tools,
            disallowed=flags.disallowed_tools,
            tools=tools_named(flags, around),
            more_folders=tuple(
                path.resolve() for path in folders_named("--add-dir", flags.add_dirs, around)
            ),
            definitions=_definitions(flags, around, home),
            sources=sources_of(flags),
            keeps_files=around.is_interactive or environ.get(FILES_VARIABLE) in ("1", "true"),
        )
    )
    if around.outside is not None:
        for event, hook in hooks_given(around.given.get("hooks"), around.outside):
            agent.shared.hooks.add(event, hook)
    return Launched(
        agent=agent,
        exchange=exchange,
        config=config,
        servers=servers,
        opened=opened,
        home=home,
        disallowed=flags.disallowed_tools,
        may_bypass=flags.may_skip_permissions or agent.shared.judge.mode == BYPASS,
        note=around.note,
    )


def tools_named(flags: StartFlags, around: Around) -> tuple[str, ...]:
    """Name the built-in tools: those that were asked for, or what is of use here."""
    if flags.tools is not None:
        return flags.tools
    has_person = around.has_person or around.is_interactive
    needless = UNUSUAL if has_person else UNUSUAL | PERSONS
    return tuple(name for name in builtin_tools() if name not in needless)


def sources_of(flags: StartFlags) -> tuple[str, ...]:
    """Say whose settings count."""
    return SOURCES if flags.setting_sources is None else flags.setting_sources


def is_trusting(flags: StartFlags, around: Around) -> bool:
    """Say whether the project's own settings count: its folder is trusted, or they are named."""
    named = flags.setting_sources or ()
    return "project" in named or "local" in named or is_trusted(around.cwd, around.environ)


def _config(flags: StartFlags, around: Around, home: Path) -> ClientConfig:
    config = load_client_config(
        home,
        around.cwd,
        sources=sources_of(flags),
        flag=flags.settings,
        trusted=is_trusting(flags, around),
    )
    for path in config.untrusted:
        around.note(
            f"{path} does not count but for what it forbids: the folder is not trusted. "
            "Run 'steno chat' there once, or name it with --setting-sources."
        )
    for told in (*config.notes, *flag_notes(flags.allowed_tools, flags.disallowed_tools)):
        around.note(told)
    return config


def _servers(
    flags: StartFlags, around: Around, home: Path, environ: Mapping[str, str]
) -> McpServers:
    places = Places(
        given=flags.mcp_configs,
        is_strict=flags.strict_mcp_config,
        cwd=around.cwd,
        home=home,
        sources=sources_of(flags),
        trusted=is_trusting(flags, around),
    )
    found = servers_in(places, environ)
    named = around.given.get("sdkMcpServers")
    for name in named if isinstance(named, list) else ():
        found.setdefault(
            str(name), ServerConfig(name=str(name), kind="sdk", variables={}, headers={})
        )
    return McpServers(
        found.values(), environ=environ, cwd=around.cwd, outside=around.outside, note=around.note
    )


def _opened(flags: StartFlags, around: Around, home: Path) -> Opened:
    place = Place(home=home, cwd=around.cwd, on_lines=around.on_lines, on_note=around.note)
    wanted = Wanted(at=flags.resume_at, fork=flags.fork_session, session_id=flags.session_id)
    if flags.resume:
        return open_resumed(place, flags.resume, wanted)
    if flags.continues:
        return open_continued(place, wanted)
    return open_new(place, flags.session_id)


def _definitions(flags: StartFlags, around: Around, home: Path) -> Any:
    given: dict[str, Any] = {}
    if flags.agents is not None:
        given |= _object(flags.agents, "--agents")
    given |= object_in(around.given, "agents") or {}
    sources = sources_of(flags)
    return load_definitions(
        home,
        around.cwd,
        given or None,
        user="user" in sources,
        project="project" in sources and is_trusting(flags, around),
        plugins=folders_named("--plugin-dir", flags.plugin_dirs, around),
    )


def folders_named(flag: str, named: Iterable[str], around: Around) -> list[Path]:
    """Give the folders that a flag names; what is none is told, and counts for nothing."""
    paths = [around.cwd / expanded(name) for name in named]
    for path in paths:
        if not path.is_dir():
            around.note(f"{flag} {path} is no folder, and is left out")
    return [path for path in paths if path.is_dir()]


def options_of(flags: StartFlags, around: Around, environ: Mapping[str, str]) -> Options:
    """Give what does not change within the session."""
    schema = object_in(around.given, "jsonSchema")
    if flags.json_schema is not None:
        schema = _object(flags.json_schema, "--json-schema")
    own, more = _prompts(flags, around)
    return Options(
        fallback_model=model_named(flags.fallback_model, environ),
        thinking=_thinking(flags, environ),
        max_turns=flags.max_turns,
        max_budget=flags.max_budget,
        json_schema=schema,
        betas=flags.betas,
        system_prompt=own,
        append_system_prompt=more,
        is_interactive=around.is_interactive,
        progress_lines=flags.progress_lines,
        auto_compact=environ.get("DISABLE_AUTO_COMPACT") not in ("1", "true"),
    )


def _prompts(flags: StartFlags, around: Around) -> tuple[str | None, str | None]:
    """Give the system prompt and what is added to it, whoever said so."""
    own, more = flags.system_prompt, flags.append_system_prompt
    if flags.system_prompt_file is not None:
        own = _file(around.cwd / flags.system_prompt_file, "--system-prompt-file")
    if flags.append_system_prompt_file is not None:
        more = _file(around.cwd / flags.append_system_prompt_file, "--append-system-prompt-file")
    given = around.given.get("systemPrompt")
    if isinstance(given, list):
        given = "\n\n".join(part for part in given if isinstance(part, str))
    if isinstance(given, str):
        own = given
    return own, text_in(around.given, "appendSystemPrompt") or more


def _thinking(flags: StartFlags, environ: Mapping[str, str]) -> Thinking:
    budget, said = flags.max_thinking_tokens, environ.get(THINKING_VARIABLE, "")
    if budget is None and said.isascii() and said.isdecimal():
        budget = int(said)
    mode: Any = flags.thinking
    return Thinking(mode=mode, budget=budget, effort=flags.effort)


def _mode(flags: StartFlags, config: ClientConfig) -> str:
    default = text_in(object_in(config.values, "permissions") or {}, "defaultMode")
    return flags.permission_mode or (BYPASS if flags.skip_permissions else default) or "default"


def _object(text: str, flag: str) -> dict[str, Any]:
    try:
        value = codec.decode_text(text).value
    except codec.JsonRefusedError:
        value = None
    if not isinstance(value, dict):
        raise FlagError(f"{flag} has to be a JSON object")
    return value


def _file(path: Path, flag: str) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FlagError(f"{flag} cannot be read: {error}") from error
