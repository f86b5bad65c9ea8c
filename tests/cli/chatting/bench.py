"""A conversation with everything real but the model and the terminal."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steno.cli.chatting.desk import Desk
from steno.cli.chatting.talk import Talk
from steno.cli.rendering.paper import drawing_paper
from steno.client.start_flags import StartFlags
from steno.model.exchange_scripted import ScriptedExchange
from steno.session.session import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from steno.cli.chatting.asking import Chosen, Dialogue
    from steno.model.script import Reply

MODEL = "claude-sonnet-4-5"


@dataclass
class Shown:
    """A face that keeps what it is shown, and answers by a list; then it gives no answer."""

    answers: list[Any] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    asked: list[Dialogue] = field(default_factory=list)
    filled: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take a paper as wide as a terminal."""
        self.paper = drawing_paper(100)

    @property
    def text(self) -> str:
        """All that was shown."""
        return "\n".join(self.lines)

    def put(self, lines: Iterable[str]) -> None:
        """Keep lines."""
        self.lines.extend(lines)

    def prefill(self, text: str) -> None:
        """Keep what would stand in the input."""
        self.filled.append(text)

    def give_back(self, text: str) -> None:
        """Keep what would stand in the input again."""
        self.filled.append(text)

    def changed(self) -> None:
        """Do nothing."""

    async def choose(self, dialogue: Dialogue) -> Chosen | None:
        """Give the next answer: words that are read as typed, or a function of the question."""
        self.asked.append(dialogue)
        await asyncio.sleep(0)
        if not self.answers:
            return None
        answer = self.answers.pop(0)
        chosen: Chosen | None = dialogue.read(answer) if isinstance(answer, str) else answer
        return chosen


@dataclass
class TalkBench:
    """A talk in folders of its own; used as ``async with``."""

    folder: Path
    replies: Iterable[Reply] = ()
    answers: list[Any] = field(default_factory=list)
    flags: StartFlags = field(default_factory=lambda: StartFlags(model=MODEL))
    environ: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the folders."""
        self.home, self.cwd = self.folder / "home" / ".claude", self.folder / "project"
        for each in (self.home, self.cwd):
            each.mkdir(parents=True, exist_ok=True)
        self.face = Shown(self.answers)

    def desk(self) -> Desk:
        """Give the desk."""
        own = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home.parent),
            "CLAUDE_CODE_TMPDIR": str(self.folder / "tmp"),
            "STENO_CONFIG": str(self.folder / "config.toml"),
        }
        self.exchange = ScriptedExchange(self.replies)
        return Desk(
            home=self.home,
            cwd=self.cwd,
            environ={**own, **self.environ},
            exchange=self.exchange,
            flags=self.flags,
        )

    async def __aenter__(self) -> Talk:
        """Begin to talk."""
        desk = self.desk()
        desk.open_servers()
        self.talk = Talk(desk, desk.open())
        self.talk.face = self.face
        self._working = asyncio.ensure_future(self.talk.run())
        await self.talk.settled()
        return self.talk

    async def __aexit__(self, *_: object) -> None:
        """Leave, as a person does."""
        self.talk.leave()
        with suppress(asyncio.CancelledError):
            await self._working
        await self.talk.desk.close()

    @property
    def path(self) -> Path:
        """The transcript."""
        return self.talk.agent.recorder.path

    def lines(self) -> list[dict[str, Any]]:
        """Give the lines of the transcript."""
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]

    def messages(self) -> list[dict[str, Any]]:
        """Give what a resume would send."""
        return load(self.path).messages()


async def say(talk: Talk, *texts: str) -> None:
    """Type one thing after the other, each when the one before is done with."""
    for text in texts:
        talk.entered(text)
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await talk.settled()


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; it has to be within some seconds."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.01)
