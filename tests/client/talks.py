"""A session behind the control protocol, driven over pipes as a program drives it."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from steno.client.control import Control
from steno.client.launch import Around, launch
from steno.client.start_flags import parse_flags
from steno.client.wire import Wire
from steno.testing.messages_api import MessagesApi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steno.client.launch import Launched

    Frame = dict[str, Any]

FLAGS = ("--input-format", "stream-json", "--output-format", "stream-json")
PATIENCE = 20.0


@dataclass(slots=True)
class Talk:
    """The program's side: says things, hears frames, answers requests."""

    folder: Path
    replies: list[Any]
    flags: tuple[str, ...] = ()
    environ: Mapping[str, str] = field(default_factory=dict)
    answers: dict[str, Callable[[Frame], Any]] = field(default_factory=dict)
    """What is answered to our own requests, by subtype."""
    frames: list[Frame] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    exit_code: int | None = None
    api: MessagesApi = field(init=False)
    control: Control = field(init=False)
    _writes: int = field(init=False)
    _news: asyncio.Event = field(init=False)
    _tasks: list[asyncio.Task[Any]] = field(init=False, default_factory=list)

    @property
    def home(self) -> Path:
        """Where sessions are kept."""
        return self.folder / ".claude"

    @property
    def cwd(self) -> Path:
        """Where the client works."""
        return self.folder / "project"

    async def __aenter__(self) -> Self:
        """Start the session."""
        for folder in (self.home, self.cwd):
            folder.mkdir(exist_ok=True)
        self.api, self._news = MessagesApi(self.replies), asyncio.Event()
        reads, self._writes = os.pipe()
        heard, writes = os.pipe()
        flags = parse_flags([*FLAGS, *self.flags])
        self.control = Control(flags, Wire(reads, writes), self._start, self.notes.append)
        hearing = Wire(heard, os.dup(1))
        self._tasks = [
            asyncio.create_task(self._hear(hearing)),
            asyncio.create_task(self._run(writes)),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the input, and wait for the session to end."""
        self.hang_up()
        await asyncio.wait_for(asyncio.gather(*self._tasks), PATIENCE)
        self.api.close()

    def _start(self, control: Control, given: Mapping[str, Any]) -> Launched:
        environ = {
            "HOME": str(self.folder),
            "PATH": "/usr/bin:/bin",
            "CLAUDE_CODE_MAX_RETRIES": "0",
            **self.api.environ,
            **self.environ,
        }
        around = Around(
            environ=environ,
            cwd=self.cwd,
            person=control.person,
            has_person=control.has_person,
            tell=control.telling.tell,
            note=self.notes.append,
            on_lines=control.telling.mirror if control.flags.session_mirror else None,
            outside=control.outside,
            given=given,
        )
        return launch(control.flags, around)

    async def _run(self, writes: int) -> None:
        try:
            self.exit_code = await self.control.run()
        finally:
            os.close(writes)

    async def _hear(self, wire: Wire) -> None:
        async for line in wire.lines():
            frame = json.loads(line)
            if frame["type"] == "control_request":
                self._reply(frame)
            self.frames.append(frame)
            self._news.set()
        self._news.set()

    def _reply(self, frame: Frame) -> None:
        request = frame["request"]
        answer = self.answers.get(request["subtype"])
        if answer is None:
            return
        told = answer(request)
        marks = {"request_id": frame["request_id"]}
        if isinstance(told, Exception):
            response = {"subtype": "error", **marks, "error": str(told)}
        else:
            response = {"subtype": "success", **marks, "response": told}
        self.send({"type": "control_response", "response": response})

    def send(self, frame: Any) -> None:
        """Send a frame, or a line that is none."""
        line = frame if isinstance(frame, str) else json.dumps(frame)
        with suppress(BrokenPipeError):
            os.write(self._writes, f"{line}\n".encode())

    def say(self, content: Any, **more: Any) -> None:
        """Say something to the model."""
        self.send({"type": "user", "message": {"role": "user", "content": content}, **more})

    def hang_up(self) -> None:
        """End the input."""
        if self._writes >= 0:
            os.close(self._writes)
            self._writes = -1

    async def until(self, found: Callable[[Frame], bool]) -> Frame:
        """Wait for a frame."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self._news.clear()
                for frame in self.frames:
                    if found(frame):
                        return frame
                await self._news.wait()

    async def result(self, number: int = 1) -> Frame:
        """Wait for the result of a turn."""
        await self.until(lambda _: len(self.of("result")) >= number)
        return self.of("result")[number - 1]

    async def ask(self, subtype: str, **more: Any) -> Frame:
        """Ask for something; give the response."""
        request_id = f"asked-{subtype}-{len(self.frames)}"
        request = {"subtype": subtype, **more}
        self.send({"type": "control_request", "request_id": request_id, "request": request})
        frame = await self.until(
            lambda one: (
                one["type"] == "control_response" and one["response"]["request_id"] == request_id
            )
        )
        response: Frame = frame["response"]
        return response

    def of(self, kind: str, subtype: str | None = None) -> list[Frame]:
        """Give the frames of a type."""
        return [
            frame
            for frame in self.frames
            if frame["type"] == kind and subtype in (None, frame.get("subtype"))
        ]

    def asked_for(self, subtype: str) -> list[Frame]:
        """Give our own requests of a kind."""
        requests = [frame["request"] for frame in self.of("control_request")]
        return [request for request in requests if request["subtype"] == subtype]

    def transcript(self) -> list[Frame]:
        """Give the lines of the only session."""
        (path,) = self.home.glob("projects/*/*.jsonl")
        return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
