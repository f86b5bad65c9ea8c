"""Where conversations are begun and taken up, as the command line and the settings say."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from steno.client import loose_lines
from steno.client.assembly import Parts, assemble
from steno.client.client_config import is_trusted, load_client_config
from steno.client.opening import Place, Wanted, open_continued, open_new, open_resumed
from steno.client.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.client_config import ClientConfig
    from steno.client.events import Tell
    from steno.client.opening import Opened
    from steno.client.person import Person
    from steno.client.tool import Tool
    from steno.model.exchange import Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the command line says."""

    resume: str | None = None
    """A session to take up; an empty text lets the person choose."""
    is_continued: bool = False
    is_forked: bool = False
    session_id: str | None = None
    model: str | None = None
    permission_mode: str | None = None
    more_folders: tuple[Path, ...] = ()
    settings: str | None = None
    allowed: tuple[str, ...] = ()
    disallowed: tuple[str, ...] = ()
    progress_lines: bool = False
    prompt: str = ""


@dataclass(slots=True, kw_only=True)
class Desk:
    """All that conversations of one folder have in common."""

    home: Path
    cwd: Path
    environ: Mapping[str, str]
    exchange: Exchange
    wishes: Wishes = field(default_factory=Wishes)
    more_tools: tuple[Tool, ...] = ()
    on_note: Callable[[str], None] | None = None
    """Is told what befalls a transcript."""
    trusted: bool = False

    def __post_init__(self) -> None:
        """Look whether the folder was trusted."""
        self.trusted = self.trusted or is_trusted(self.cwd, self.environ)

    @property
    def place(self) -> Place:
        """Where we are."""
        return Place(home=self.home, cwd=self.cwd, on_note=self._note)

    def config(self) -> ClientConfig:
        """Read the settings; those of a folder that is not trusted only forbid."""
        return load_client_config(
            self.home, self.cwd, flag=self.wishes.settings, trusted=self.trusted
        )

    def open(self) -> Opened:
        """Open the conversation that the command line asks for."""
        wishes = self.wishes
        wanted = Wanted(fork=wishes.is_forked, session_id=wishes.session_id)
        if wishes.resume:
            return open_resumed(self.place, wishes.resume, wanted)
        if wishes.is_continued:
            return open_continued(self.place, wanted)
        return open_new(self.place, wishes.session_id)

    def open_new(self) -> Opened:
        """Begin another one."""
        return open_new(self.place)

    def open_named(self, name: str, at: str | None = None, *, fork: bool = False) -> Opened:
        """Take one up, at its end or at a line."""
        return open_resumed(self.place, name, Wanted(at=at, fork=fork))

    def seat(self, opened: Opened, person: Person, tell: Tell, **own: Any) -> Agent:
        """Put a conversation together; ``own`` is what stays from the one before."""
        mode = self.wishes.permission_mode or opened.permission_mode or self._default_mode()
        parts = Parts(
            opened=opened,
            home=self.home,
            cwd=self.cwd,
            exchange=self.exchange,
            config=self.config(),
            person=person,
            tell=tell,
            environ=self.environ,
            options=Options(is_interactive=True, progress_lines=self.wishes.progress_lines),
            model=self.wishes.model,
            permission_mode=mode,
            allowed=self.wishes.allowed,
            disallowed=self.wishes.disallowed,
            more_tools=self.more_tools,
            more_folders=self.wishes.more_folders,
        )
        agent = assemble(replace(parts, **own))
        _know_copies(agent, opened)
        _hold_head(agent, opened)
        return agent

    def _default_mode(self) -> str:
        permissions = self.config().values.get("permissions")
        mode = permissions.get("defaultMode") if isinstance(permissions, dict) else None
        return mode if isinstance(mode, str) else "default"

    def _note(self, text: str) -> None:
        if self.on_note is not None:
            self.on_note(text)


def _know_copies(agent: Agent, opened: Opened) -> None:
    """Let a session that goes on know which copies of files there are."""
    if not opened.is_new and opened.path.is_file():
        agent.context.backups.take_up(_snapshots(opened.path))


def _snapshots(path: Path) -> list[Mapping[str, Any]]:
    """Read which copies of files there are; without them nothing can be brought back."""
    from steno.disk.transcript import read

    return [entry.body for entry in read(path) if entry.type == "file-history-snapshot"]


def _hold_head(agent: Agent, opened: Opened) -> None:
    """Write down, before the first line, what the real client begins a file with."""
    if opened.is_new:
        session_id = agent.recorder.session_id
        agent.recorder.hold(
            loose_lines.mode(session_id),
            loose_lines.permission_mode(session_id, agent.shared.judge.mode),
        )
