"""The control protocol: prompts and requests on stdin, frames on stdout, turn after turn."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from steno.client import frames
from steno.client.answers import ANSWERS, RefusedRequestError, beginning, init_told
from steno.client.asking_tool import ToolPerson
from steno.client.outside import Nobody, Outside, OutsidePerson
from steno.client.prompts import Prompt
from steno.client.taking import run_next, submit
from steno.client.telling import Telling
from steno.errors import StenoError
from steno.format import codec
from steno.format.members import object_in, text_in
from steno.model.exchange_choose import patience_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.client.agent import Agent
    from steno.client.background import BackgroundTask, BackgroundTasks
    from steno.client.launch import Launched
    from steno.client.person import Person
    from steno.client.start_flags import StartFlags
    from steno.client.wire import Wire

    Start = Callable[["Control", Mapping[str, Any]], Launched]
    """Starts the session, with what the program around us said when it began."""

STDIO: Final = "stdio"
LAST_WORDS: Final = 10.0
"""Seconds that a turn gets to come to its end when it is broken off."""


class Control:
    """One session behind the protocol."""

    def __init__(
        self, flags: StartFlags, wire: Wire, start: Start, note: Callable[[str], None]
    ) -> None:
        """Take the flags, where lines come and go, who starts the session, and who hears notes."""
        self.flags, self.note = flags, note
        self.outside = Outside(wire.send)
        self.telling = Telling(
            wire.send,
            partial=flags.include_partial_messages,
            replays=flags.replay_user_messages,
            hooks=flags.include_hook_events,
            note=note,
        )
        self.launched: Launched | None = None
        self._wire, self._start = wire, start
        self._waiting: list[Prompt] = []
        """Prompts that came before the session was there."""
        self._came, self._is_over = asyncio.Event(), False
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: Exception | None = None

    @property
    def person(self) -> Person:
        """Whoever is asked about calls."""
        named = self.flags.permission_prompt_tool
        if named == STDIO:
            return OutsidePerson(self.outside)
        return ToolPerson(named, self._agent) if named else Nobody()

    def _agent(self) -> Agent | None:
        return None if self.launched is None else self.launched.agent

    @property
    def has_person(self) -> bool:
        """Whether somebody can be asked questions, too."""
        return self.flags.permission_prompt_tool == STDIO

    async def run(self) -> int:
        """Serve until the input has ended and all is answered; gives the exit code."""
        reading = asyncio.create_task(self._read())
        broken = asyncio.create_task(self._wire.broken.wait())
        working = asyncio.create_task(self._work())
        try:
            await asyncio.wait({working, broken}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Nobody takes our words any more, or we are ended: what goes on is broken off.
            self._finish()
            if not working.done() and self.launched is not None:
                self.launched.agent.interrupt.wish()
                if not self.launched.is_begun:
                    working.cancel()
            await ended(working)
            for task in (reading, broken, *self._tasks):
                task.cancel()
            if self.launched is not None:
                await self.launched.end()
            await self._wire.flush()
        if not working.cancelled():
            working.result()
        if self._failure is not None:
            raise self._failure
        last = self.telling.last
        return 1 if last is not None and last.is_error else 0

    async def _read(self) -> None:
        try:
            async for line in self._wire.lines():
                if line.strip():
                    self._heard(line)
        finally:
            self._finish()

    def _heard(self, line: bytes) -> None:
        """Take a line; one that cannot be taken must not keep us from those behind it."""
        try:
            self._hear(line)
        except Exception as error:  # noqa: BLE001 - a reader that is gone would never end
            self.note(f"a line of the input was left out: {_words(error)}")

    def _finish(self) -> None:
        self._is_over = True
        self.outside.leave()
        self._came.set()

    def _hear(self, line: bytes) -> None:
        try:
            frame = codec.decode_json(line).value
        except codec.JsonRefusedError:
            frame = None
        if not isinstance(frame, dict):
            self.note("a line of the input is no JSON object, and was left out")
            return
        match frame.get("type"):
            case "user":
                self._say(frame)
            case "control_request":
                self._asked(frame)
            case "control_response":
                self.outside.hear(object_in(frame, "response") or {})
            case "control_cancel_request" | "keep_alive" | "update_environment_variables":
                pass
            case other:
                self.note(f"a frame of type {other!r} is not known, and was left out")

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _say(self, frame: Mapping[str, Any]) -> None:
        """Take a prompt: it is heard at once, or when the session is there."""
        message = object_in(frame, "message") or {}
        content = message.get("content")
        if not isinstance(content, (str, list)) or not content:
            self.note("a prompt without content was left out")
            return
        if not isinstance(content, str) and not all(isinstance(one, dict) for one in content):
            self.note("a prompt was left out: its content is neither text nor a list of objects")
            return
        prompt = Prompt(content=content, uuid=text_in(frame, "uuid"))
        if self.launched is None:
            self._waiting.append(prompt)
        else:
            submit(self.launched.agent, prompt)
        self._came.set()

    def _asked(self, frame: Mapping[str, Any]) -> None:
        """Take a request; what begins the session is done before anything else is heard."""
        request_id = text_in(frame, "request_id") or ""
        request = object_in(frame, "request") or {}
        if text_in(request, "subtype") == "initialize":
            self._initialize(request_id, request)
        else:
            self._spawn(self._answer(request_id, request))

    def _initialize(self, request_id: str, request: Mapping[str, Any]) -> None:
        is_first = self.launched is None
        try:
            told = beginning(self._launch(request), is_first=is_first)
        except Exception as error:  # noqa: BLE001 - whoever asked waits for an answer
            self.telling.put(frames.control_error(request_id, _words(error)))
            if is_first:
                self._failure = error
                self._finish()
        else:
            self.telling.put(frames.control_success(request_id, told))

    async def _answer(self, request_id: str, request: Mapping[str, Any]) -> None:
        subtype = text_in(request, "subtype") or ""
        answer = ANSWERS.get(subtype)
        if answer is None:
            problem = f"Unsupported control request subtype: {subtype}"
            self.telling.put(frames.control_error(request_id, problem))
            return
        try:
            response = await answer(self._launch({}), request, self.telling)
        except Exception as error:  # noqa: BLE001 - whoever asked waits for an answer
            self.telling.put(frames.control_error(request_id, _words(error)))
        else:
            self.telling.put(frames.control_success(request_id, response))

    def _launch(self, given: Mapping[str, Any]) -> Launched:
        """Give the session; it is started when the first thing is asked of it."""
        if self.launched is None:
            self.launched = self._start(self, given)
            self.launched.announce()
            self.telling.session_id = self.launched.opened.session_id
            self.launched.agent.shared.hooks.watch = self.telling.hooked
            patience = patience_from(self.launched.agent.context.environ)
            self.telling.max_retries = patience.attempts.most - 1
            self.telling.forwards_text = given.get("forwardSubagentText") is True
            self._follow(self.launched.agent.context.background)
            self.launched.open_servers()
            for prompt in self._waiting:
                submit(self.launched.agent, prompt)
            self._came.set()
        return self.launched

    def _follow(self, background: BackgroundTasks) -> None:
        """Tell of what ends beside the conversation, before the model hears of it."""
        heard = background.ended

        def ended(task: BackgroundTask) -> None:
            self.telling.ended(task)
            if heard is not None:
                heard(task)

        background.ended = ended

    async def _work(self) -> None:
        """Run turn after turn, until no prompt waits and none can come."""
        launched = await self._first()
        if launched is None:
            return
        agent = launched.agent
        await launched.begin()
        while True:
            self._came.clear()
            if not agent.shared.queue:
                if self._is_over:
                    return
                await self._next(agent.shared.queue.wait())
                continue
            self.telling.owe(partial(init_told, launched, self.telling.session_id))
            await run_next(agent)

    async def _first(self) -> Launched | None:
        """Wait for the first prompt, or the end of the input; a session needs one or the other."""
        while not self._is_over and not self._has_prompt():
            await self._came.wait()
            self._came.clear()
        if self._failure is not None or not self._has_prompt():
            return None
        return self._launch({})

    def _has_prompt(self) -> bool:
        held = self.launched.agent.shared.queue if self.launched is not None else ()
        return bool(self._waiting and self.launched is None) or len(held) > 0

    async def _next(self, prompt: Any) -> None:
        """Wait for a prompt, or for news."""
        waits = {asyncio.ensure_future(prompt), asyncio.ensure_future(self._came.wait())}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()


def _words(error: Exception) -> str:
    """Say what went wrong; an error that nobody expected by its kind, too."""
    if isinstance(error, (RefusedRequestError, StenoError)):
        return str(error)
    return f"{type(error).__name__}: {error}"


async def ended(work: asyncio.Task[None]) -> None:
    """Wait for the end of some work; what takes too long for it is cancelled."""
    await asyncio.wait({work}, timeout=LAST_WORDS)
    if not work.done():
        work.cancel()
        await asyncio.wait({work}, timeout=LAST_WORDS)
    if work.done() and not work.cancelled():
        # Looked at once, for where the end fails as well nobody comes to it any more.
        work.exception()
