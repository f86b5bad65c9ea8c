"""A screen without a terminal: keys come from a pipe, and what is drawn goes nowhere."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from steno.cli.chatting.face import Suggestion
from steno.cli.chatting.screen import Screen
from tests.cli.chatting.bench import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from prompt_toolkit.input import PipeInput

    from steno.cli.rendering.paper import Paper


@dataclass
class Quiet:
    """A conversation that only notes what it is told."""

    texts: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    is_busy: bool = False
    waiting: list[str] = field(default_factory=list)
    going_on: list[str] = field(default_factory=list)

    def live(self, paper: Paper) -> list[str]:
        """Give what a test says."""
        del paper
        return self.going_on

    def busy(self) -> str:
        """Say what a test says."""
        return "Working" if self.is_busy else ""

    def queued(self) -> list[str]:
        """Give what a test says."""
        return self.waiting

    def status(self, room: int) -> str:
        """Give a line."""
        del room
        return "status\x1b line"

    def mode_style(self) -> str:
        """Give no colour."""
        return ""

    def suggestions(self, before_cursor: str) -> list[Suggestion]:
        """Complete one beginning, and another one in two ways."""
        if before_cursor == "/he":
            return [Suggestion("/help ", 3, "/help", "shows help")]
        if before_cursor == "/c":
            return [Suggestion(f"/c{end} ", 2, f"/c{end}") for end in ("lear", "ost")]
        return []

    def entered(self, text: str, shown: str = "") -> None:
        """Note it."""
        self.texts.append(text)
        if shown:
            self.done.append(f"shown {shown}")

    def take_back(self) -> str:
        """Give the last of what waits."""
        return self.waiting.pop() if self.waiting else ""

    def interrupt(self) -> bool:
        """Note it; there is something to interrupt while it is busy."""
        self.done.append("interrupt")
        was, self.is_busy = self.is_busy, False
        return was

    def next_mode(self) -> None:
        """Note it."""
        self.done.append("mode")

    def go_back(self) -> None:
        """Note it."""
        self.done.append("back")

    def leave(self) -> None:
        """Note it."""
        self.done.append("leave")


@asynccontextmanager
async def showing(
    behind: Quiet, history: Iterable[str] = ()
) -> AsyncIterator[tuple[Screen, PipeInput]]:
    """Show a conversation, and give where to type."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        screen = Screen(behind, history)
        running = asyncio.ensure_future(screen.run())
        await until(lambda: screen.app.is_running)
        try:
            yield screen, pipe
        finally:
            screen.close()
            await running


async def typed(pipe: PipeInput, text: str, seconds: float = 0.05) -> None:
    """Send keys, and let them be dealt with."""
    pipe.send_text(text)
    await asyncio.sleep(seconds)
