"""Tells other clients that we run: ``sessions/<pid>.json``, there while we are."""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import signal
import threading
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from steno.disk import layout
from steno.disk.live import PROC, start_time
from steno.disk.private_files import make_private_folder
from steno.disk.replacement import fill, temporary
from steno.format.codec import encode_value

if TYPE_CHECKING:
    from types import FrameType

    from steno.client.lines import Envelope

    Status = Literal["idle", "busy", "waiting"]

_FATAL: Final = ("SIGTERM", "SIGHUP")
"""What ends a process that does not deal with it, without a word to anybody."""


@dataclass(slots=True)
class Presence:
    """An announcement, taken back on leaving, at the end of the process, and when it is ended.

    It is a courtesy: where it cannot be written, the client runs all the same.
    """

    home: Path
    envelope: Envelope
    name: str | None = None
    """The session's title; None makes a name of the folder's."""
    pid: int = field(default_factory=os.getpid)
    _body: dict[str, Any] = field(init=False, repr=False)
    _handlers: dict[int, Any] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Put together what is told."""
        derived = f"{Path(self.envelope.cwd).name}-{secrets.token_hex(1)}"
        body = {
            "pid": self.pid,
            "sessionId": self.envelope.session_id,
            "cwd": self.envelope.cwd,
            "startedAt": _milliseconds(),
            "procStart": start_time(self.pid, PROC),
            "version": self.envelope.version,
            "kind": "interactive",
            "entrypoint": self.envelope.entrypoint,
            "name": self.name or derived,
            "nameSource": "user" if self.name else "derived",
        }
        self._body = {key: value for key, value in body.items() if value is not None}

    @property
    def path(self) -> Path:
        """The file."""
        return layout.live_dir(self.home) / f"{self.pid}.json"

    def __enter__(self) -> Self:
        atexit.register(self.leave)
        self._catch_signals()
        self._write()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()
        atexit.unregister(self.leave)
        for number, before in self._handlers.items():
            if signal.getsignal(number) == self._end:
                signal.signal(number, before)
        self._handlers = {}

    def tell(self, status: Status) -> None:
        """Say what we are doing."""
        now = _milliseconds()
        self._body |= {"status": status, "updatedAt": now, "statusUpdatedAt": now}
        self._write()

    def become(self, session_id: str, cwd: str) -> None:
        """Say that we went on to another session."""
        self._body |= {"sessionId": session_id, "cwd": cwd}
        self._write()

    def leave(self) -> None:
        """Take it back. A copy of our process that ends before us leaves it alone."""
        if os.getpid() == self.pid:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        with contextlib.suppress(OSError):
            make_private_folder(self.path.parent)
            with temporary(self.path.parent) as (made, file):
                fill(file, [encode_value(self._body)])
                made.replace(self.path)

    def _catch_signals(self) -> None:
        """Take the announcement back before a signal ends us, where nobody else deals with it."""
        if threading.current_thread() is not threading.main_thread():
            return
        for name in _FATAL:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                self._handlers[number] = signal.signal(number, self._end)

    def _end(self, number: int, frame: FrameType | None) -> None:
        del frame
        self.leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def _milliseconds() -> int:
    return int(time() * 1000)
