"""Transcripts resumed by the real client: what its first request held, or why there was none."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from tests.interop.real_client import bare_environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future
    from pathlib import Path
    from types import ModuleType

    from tests.interop.real_client import Client

PROMPT: Final = "And what comes next?"
"""What is said to the resumed session; no transcript holds it."""
_PATIENCE: Final = 30
_NO_COMPACTION: Final = {"DISABLE_AUTO_COMPACT": "1"}
_ANSWER: Final = {
    "match": {},
    "replies": [{"content": [{"type": "text", "text": "That is all."}]}],
    "repeat": True,
}


class Denial(Enum):
    """Why the client sent nothing, by what it said."""

    NOTHING_FOUND = "No conversation found"
    TOO_LONG = "Prompt is too long"
    CANNOT_LOAD = "Failed to resume session"
    WRONG_NAME = "requires a valid session ID or session title"
    TRIPS = "is not a function"
    """An error of its own while it put the request together."""
    HANGS = ""
    """It never said anything."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """What came of a resume."""

    request: Any
    """Model and messages of the first request that offers tools; None where there was none."""
    said: str | None
    """What the client printed; None where it had to be ended."""

    @property
    def denial(self) -> Denial | None:
        """Why there was no request; None for words that are not known."""
        if self.said is None:
            return Denial.HANGS
        known = (denial for denial in Denial if denial.value and denial.value in self.said)
        return next(known, None)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A transcript at its place, and how the client is to take it up."""

    content: bytes
    path: Path
    home: Path
    project: Path
    arguments: tuple[str, ...]
    compacts: bool = False
    """Whether the client may make room by itself, as it does unless told not to."""

    @classmethod
    def by_path(cls, content: bytes, folder: Path) -> Attempt:
        """Resume a file that lies outside of every home."""
        path = folder / "session.jsonl"
        arguments = ("--resume", str(path))
        return cls(content, path, folder / "home", folder / "project", arguments)

    @property
    def line(self) -> str | None:
        """The uuid of the line that the client is told to go back to."""
        told = "--resume-session-at"
        return self.arguments[self.arguments.index(told) + 1] if told in self.arguments else None

    def lay_out(self) -> None:
        """Write what the client is to find, and nothing else."""
        (self.home / ".claude").mkdir(parents=True)
        (self.home / ".claude.json").write_text('{"hasCompletedOnboarding": true}', "utf-8")
        self.project.mkdir(parents=True)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(self.content)


@contextlib.contextmanager
def scripts_importable(scripts: Path) -> Iterator[None]:
    """Let the scripts that run the client be imported, without a trace in their folder."""
    writes_no_bytecode = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(scripts))
    try:
        yield
    finally:
        sys.path.remove(str(scripts))
        sys.dont_write_bytecode = writes_no_bytecode


def import_script(scripts: Path, name: str) -> ModuleType:
    """Import one of the scripts that run the client."""
    with scripts_importable(scripts):
        return importlib.import_module(name)


class Resumer:
    """Lets one client resume transcripts, as many at a time as there are workers."""

    def __init__(self, client: Client, scripts: Path, folder: Path, workers: Executor) -> None:
        """Take the client, the folder of the scripted API, where to work, and who works."""
        self.client = client
        self._api = import_script(scripts, "fake_api")
        self._folder = folder
        self._workers = workers
        self._attempts: dict[str, Attempt] = {}
        self._runs: dict[str, Future[Resumed]] = {}

    def folder_for(self, name: str) -> Path:
        """Give a folder for an attempt, that nobody else uses."""
        return self._folder / f"{len(self._runs):04}-{name.replace('/', '_')[-60:]}"

    def start(self, name: str, attempt: Attempt) -> None:
        """Begin with an attempt, now or when its turn has come."""
        self._attempts[name] = attempt
        self._runs[name] = self._workers.submit(self._resume, attempt)

    def attempt(self, name: str) -> Attempt:
        """Give an attempt that was started."""
        return self._attempts[name]

    def resumed(self, name: str) -> Resumed:
        """Wait for an attempt that was started and give what came of it."""
        return self._runs[name].result()

    def _resume(self, attempt: Attempt) -> Resumed:
        attempt.lay_out()
        log = attempt.home / "requests.jsonl"
        server, port = self._api.serve([_ANSWER], log)
        try:
            said = self._run(attempt, port)
        finally:
            server.shutdown()
            server.server_close()
        request = _first_request(log)
        # A process that the client left behind may still be writing there.
        shutil.rmtree(attempt.home, ignore_errors=True)
        return Resumed(request, said)

    def _run(self, attempt: Attempt, port: int) -> str | None:
        """Let the client answer a prompt; None where it never comes to an end."""
        environment = bare_environment(attempt.home) | {
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
            "ANTHROPIC_API_KEY": "made-up",
            "CLAUDE_CODE_TMPDIR": str(attempt.home),
            **({} if attempt.compacts else _NO_COMPACTION),
        }
        command = [str(self.client.binary), "-p", PROMPT, "--output-format", "json"]
        with subprocess.Popen(
            [*command, *attempt.arguments],
            env=environment,
            cwd=attempt.project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as run:
            try:
                return run.communicate(timeout=_PATIENCE)[0].decode()
            except subprocess.TimeoutExpired:
                return None
            finally:
                if run.poll() is None:
                    os.killpg(run.pid, signal.SIGKILL)


def _first_request(log: Path) -> Any:
    """Find the first request of the main conversation, which is the one that offers tools."""
    logged = log.read_text("utf-8").split("\n") if log.exists() else []
    bodies = (json.loads(line).get("body", {}) for line in logged if line)
    first = next((body for body in bodies if body.get("tools")), None)
    return first and {"model": first["model"], "messages": first["messages"]}
