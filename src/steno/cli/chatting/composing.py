"""Makes a prompt of what was typed: its pictures, and what is said about files it names."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from steno.cli.chatting.pictures import last_number, with_pictures
from steno.client.mentions import missing_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.client.agent import Agent
    from steno.client.prompts import Content

FEW_LINES: Final = 3
"""In a longer prompt, such as pasted code, an @ may be anything."""


class Composer:
    """Numbers pictures through a session: two never have the same name."""

    def __init__(self) -> None:
        """Begin to count."""
        self._last = 0

    def content(self, agent: Agent, text: str, notice: Callable[[str, str], None]) -> Content:
        """Give what is sent for a text; what could not be taken along is told."""
        context = agent.context
        said = (line.message.get("content") for line in agent.conversation.lines)
        self._last = max(self._last, last_number(said))
        hides = partial(context.hides, "Read")
        content, problems = with_pictures(text, context.cwd, self._last + 1, hides)
        self._last = max(self._last, last_number([content]))
        for problem in problems:
            notice(problem, "warning")
        for name in missing_in(context.cwd, text) if text.count("\n") < FEW_LINES else ():
            notice(f"@{name} names no file; it is sent as words", "info")
        return content
