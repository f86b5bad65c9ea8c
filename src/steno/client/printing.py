"""Print mode: one prompt, its answer as text, as one result, or as all frames."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from steno.client import frames
from steno.client.answers import init_told
from steno.client.asking_tool import ToolPerson
from steno.client.events import HookEnded, TurnEnded
from steno.client.hooks import hook_words
from steno.client.outside import Nobody, Outside
from steno.client.prompts import Prompt
from steno.client.taking import run_next, submit
from steno.client.telling import Telling
from steno.errors import UnheardAnswerError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from steno.client.agent import Agent
    from steno.client.events import Event
    from steno.client.launch import Launched
    from steno.client.person import Person
    from steno.client.start_flags import StartFlags
    from steno.client.wire import Wire

LAST_WORDS: Final = 10.0
"""Seconds that a turn gets to come to its end when it is broken off."""


class Printed:
    """One session with one prompt; it looks like the control protocol to whoever starts it."""

    has_person = False

    def __init__(
        self,
        flags: StartFlags,
        wire: Wire,
        start: Callable[[Any, Mapping[str, Any]], Launched],
        note: Callable[[str], None],
    ) -> None:
        """Take the flags, where the answer goes, who starts the session, and who hears notes."""
        self.flags, self._wire, self._start = flags, wire, start
        self.outside = Outside(lambda _line: None)
        self.outside.leave()
        named = flags.permission_prompt_tool
        self.person: Person = ToolPerson(named, self._agent) if named else Nobody()
        self._launched: Launched | None = None
        self._format = flags.output_format or "text"
        self.telling = _Quiet(
            wire.send,
            note=note,
            partial=flags.include_partial_messages,
            hooks=flags.include_hook_events,
        )
        self.telling.is_quiet = self._format != "stream-json"

    async def run(self, prompt: str) -> int:
        """Answer the prompt; gives the exit code."""
        launched = self._launched = self._start(self, {})
        self.telling.session_id = launched.opened.session_id
        launched.announce()
        launched.agent.shared.hooks.watch = self.telling.hooked
        working = asyncio.create_task(self._answered(launched, prompt))
        try:
            await asyncio.wait({working})
        finally:
            launched.agent.interrupt.wish()
            if not launched.is_begun:
                working.cancel()
            await asyncio.wait({working}, timeout=LAST_WORDS)
            working.cancel()
            await launched.end()
            await self._wire.flush()
        ended = working.result()
        if ended is not None:
            self._print(ended)
            await self._wire.flush()
        if self._wire.problem is not None:
            raise UnheardAnswerError(self.telling.session_id, self._wire.problem)
        return 1 if ended is None or ended.is_error else 0

    def _agent(self) -> Agent | None:
        return None if self._launched is None else self._launched.agent

    async def _answered(self, launched: Launched, prompt: str) -> TurnEnded | None:
        launched.open_servers()
        submit(launched.agent, Prompt(content=prompt))
        await launched.begin()
        self.telling.owe(partial(init_told, launched, self.telling.session_id))
        return await run_next(launched.agent)

    def _print(self, ended: TurnEnded) -> None:
        if self._format == "text":
            text = ended.text or "; ".join(f"Error: {error}" for error in ended.errors)
            self._wire.send(f"{text}\n".encode("utf-8", "replace"))
        elif self._format == "json":
            frame = frames.result(
                ended, self.telling.session_id, status=self.telling.refusal_status
            )
            self._wire.send(frames.encoded(frame))


class _Quiet(Telling):
    """Tells frames, or keeps them to itself."""

    is_quiet = False
    refusal_status: int | None = None

    def put(self, frame: Mapping[str, Any]) -> None:
        """Send a frame where all are wanted."""
        if not self.is_quiet:
            super().put(frame)

    def tell(self, event: Event) -> None:
        """Keep the status of a refusal, which the result tells; say what hooks got wrong."""
        if isinstance(event, TurnEnded):
            self.refusal_status = self._status
        if isinstance(event, HookEnded) and event.problem and self.is_quiet and self._note:
            self._note(hook_words(event))
        super().tell(event)
