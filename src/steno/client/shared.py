"""What all agents of a session share, and what they need of others."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from steno.client.options import Options
from steno.client.prompts import PromptQueue
from steno.client.spending import Spending

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Mapping
    from pathlib import Path

    from steno.client.definitions import Definitions
    from steno.client.events import Tell
    from steno.client.hooks import Hooks
    from steno.client.memory import Memory
    from steno.client.permissions.context import Decision
    from steno.client.person import Person
    from steno.client.tool import Input, Tool, ToolContext
    from steno.model.exchange import Exchange


class Judge(Protocol):
    """Whoever knows the rules."""

    @property
    def mode(self) -> str:
        """The mode of permissions now."""
        ...

    def decide(self, tool: Tool, given: Input, context: ToolContext) -> Decision:
        """Say whether a call may run."""
        ...

    def apply(self, updates: Iterable[Mapping[str, Any]]) -> None:
        """Change the rules, as a person said with an answer."""
        ...

    def grant(self, rules: Iterable[str]) -> None:
        """Allow what a command needs, in the place of what was granted before."""
        ...


@dataclass(slots=True, kw_only=True)
class Shared:
    """One for each session."""

    exchange: Exchange
    judge: Judge
    person: Person
    hooks: Hooks
    tell: Tell
    definitions: Definitions
    tools: Mapping[str, Tool]
    """All tools of the session by name; an agent may have fewer."""
    own_folder: Path | None = None
    """Where the user's own commands lie; None: all are the user's, for the folder is trusted."""
    memory: Memory | None = None
    """What people wrote down; None where the model is told nothing of it."""
    options: Options = field(default_factory=Options)
    spending: Spending = field(default_factory=Spending)
    queue: PromptQueue = field(default_factory=PromptQueue)
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One question at a time is put to the person."""
    _beside: set[asyncio.Future[Any]] = field(default_factory=set)

    def beside(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something be done that nobody waits for, until the session ends."""
        task = asyncio.ensure_future(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def finish(self) -> None:
        """End what nobody waits for."""
        for task in tuple(self._beside):
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
