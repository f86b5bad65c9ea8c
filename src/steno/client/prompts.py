"""Prompts that wait: what was said while the model was at work, and news of background tasks."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.client.lines import Draft

    Content = str | list[dict[str, Any]]

NOTIFICATION: Final = "task-notification"
HUMAN: Final = "human"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Something that the model is to answer."""

    content: Content
    source: Literal["sdk", "typed", "queued"] = "sdk"
    origin: str | None = None
    """``human`` at a terminal, ``task-notification`` for news; None behind the SDK."""
    uuid: str | None = None
    """The id of its line, where somebody has to know it beforehand."""
    timestamp: str = ""
    """When it was put into the queue."""
    lines: tuple[Draft, ...] = ()
    """What is written in its place, such as a shell command of the person's and its output."""

    @property
    def text(self) -> str:
        """Its words."""
        return content_text(self.content)

    @property
    def is_news(self) -> bool:
        """Whether it tells of a background task."""
        return self.origin == NOTIFICATION


def content_text(content: Content) -> str:
    """Give the words of a content."""
    if isinstance(content, str):
        return content
    texts = (block.get("text") for block in content if block.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


@dataclass(slots=True)
class PromptQueue:
    """Prompts in the order in which they came."""

    _waiting: deque[Prompt] = field(default_factory=deque)
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Prompt]:
        return iter(tuple(self._waiting))

    def put(self, prompt: Prompt) -> None:
        """Let a prompt wait."""
        self._waiting.append(prompt)
        self._came.set()

    def take(self) -> Prompt | None:
        """Give the one that has waited longest; None where none waits."""
        if not self._waiting:
            return None
        prompt = self._waiting.popleft()
        if not self._waiting:
            self._came.clear()
        return prompt

    def take_all(self) -> list[Prompt]:
        """Give all that wait."""
        taken = list(self._waiting)
        self._waiting.clear()
        self._came.clear()
        return taken

    def remove(self, prompt: Prompt) -> None:
        """Take one out; nothing where it does not wait any more."""
        self._waiting = deque(one for one in self._waiting if one is not prompt)
        if not self._waiting:
            self._came.clear()

    async def wait(self) -> None:
        """Wait until there is one."""
        await self._came.wait()
