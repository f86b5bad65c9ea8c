"""Turns what happens in the loop into frames."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from steno.client import frames
from steno.client.events import (
    CallBegan,
    HookBegan,
    HookEnded,
    Recorded,
    Retrying,
    Streamed,
    TurnEnded,
)
from steno.client.task_frames import TaskFrames

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.client.background import BackgroundTask
    from steno.client.events import Event
    from steno.client.frames import Body

_COMMANDS: Final = ("<command-name>", "<command-message>", "<local-command-caveat>")
"""How lines begin that only say which command was typed."""
_OUTPUT: Final = "<local-command-stdout>"


class Telling:
    """Tells the program around us; ``last`` is how the last turn ended."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        *,
        partial: bool = False,
        replays: bool = False,
        hooks: bool = False,
        note: Callable[[str], None] | None = None,
    ) -> None:
        """Take where frames go, what besides is wanted, and who is told of what does not fit."""
        self.session_id = ""
        self.max_retries = 10
        self.forwards_text = False
        """Whether the words of sub-agents are told, too, and not only their calls."""
        self.last: TurnEnded | None = None
        self._send = send
        self._note = note
        self._partial = partial
        self._replays = replays
        self._hooks = hooks
        self._status: int | None = None
        self._tasks = TaskFrames()
        self._api_ms = 0
        """What all turns so far have waited for models: results tell the sum."""
        self._owed: Callable[[], Body] | None = None

    def put(self, frame: Body) -> None:
        """Send a frame."""
        try:
            self._send(frames.encoded(frame))
        except frames.TooLongError as error:
            if self._note is not None:
                self._note(f"a frame of type {frame.get('type')} was not sent: {error}")

    def owe(self, frame: Callable[[], Body]) -> None:
        """Put a frame before the next thing that happens: hooks of a prompt speak before it."""
        self._owed = frame

    def tell(self, event: Event) -> None:
        """Tell what happened; hooks are not told of apart, and speak before what is owed."""
        if isinstance(event, HookBegan | HookEnded):
            return
        if self._owed is not None:
            owed, self._owed = self._owed, None
            self.put(owed())
        match event:
            case Streamed() if self._partial and event.parent_call is None:
                if event.event.get("type") != "ping":
                    self.put(frames.stream_event(event.event, self.session_id, None))
            case CallBegan():
                self._tasks.called(event)
            case Recorded():
                self._recorded(event.line, event.parent_call)
            case Retrying():
                self.put(frames.retrying(event, self.session_id, self.max_retries))
            case TurnEnded():
                self._api_ms += event.api_ms
                self.last = replace(event, api_ms=self._api_ms)
                self.put(frames.result(self.last, self.session_id, status=self._status))
                self._status = None

    def mirror(self, path: Path, lines: list[Any]) -> None:
        """Tell of lines that were written; each is sent whole or not at all."""
        for frame in frames.mirrors(str(path), lines):
            try:
                self._send(frames.encoded(frame, may_cut=False))
            except frames.TooLongError as error:
                if self._note is not None:
                    self._note(f"a line of {path} was not mirrored: {error}")

    def ended(self, task: BackgroundTask) -> None:
        """Tell that something that ran beside the conversation has ended."""
        for frame in self._tasks.ended(task, self.session_id):
            self.put(frame)

    def hooked(self, subtype: str, members: Body) -> None:
        """Tell of a hook; of those that begin a session always, of those that end it never."""
        event = members["hook_event"]
        if event == "SessionStart" or (self._hooks and event != "SessionEnd"):
            self.put(frames.system(subtype, self.session_id, **members))

    def _recorded(self, line: Body, parent_call: str | None) -> None:
        for frame in self._tasks.recorded(line, parent_call, self.session_id):
            self.put(frame)
        marks = self._tasks.marks(parent_call)
        if line["type"] == "assistant":
            self._status = line.get("apiErrorStatus")
            if parent_call is None or self.forwards_text or _calls(line):
                self.put(frames.assistant(line, parent_call) | marks)
        elif line["type"] == "user":
            self._user(line, parent_call, marks)
        elif line.get("subtype") == "compact_boundary":
            self.put(frames.compacted(line))
        elif line.get("subtype") == "informational":
            self.put(frames.informational(line))

    def _user(self, line: Body, parent_call: str | None, marks: dict[str, str]) -> None:
        content, is_main = line["message"]["content"], parent_call is None
        text = content if isinstance(content, str) and is_main else ""
        if text.startswith(_COMMANDS):
            return
        is_prompt = "promptSource" in line and is_main
        is_replay = is_prompt or text.startswith(_OUTPUT)
        if self._replays or not is_prompt:
            self.put(frames.user(line, parent_call, is_replay=is_replay) | marks)


def _calls(line: Body) -> bool:
    """Say whether a line of a sub-agent calls a tool."""
    return any(block.get("type") == "tool_use" for block in line["message"]["content"])
