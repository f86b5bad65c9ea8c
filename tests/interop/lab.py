"""Runs of the real client, each with a home, a project and a scripted API of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.disk.layout import FileKind, classify
from tests.interop.real_client import bare_environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future

    from tests.interop.real_client import Client

Scenario = dict[str, Any]
"""What run_scenario.py takes: files, rules of the API, steps."""

TMUX: Final = shutil.which("tmux", path=bare_environment(Path.home())["PATH"])
"""The program that types at the interactive client, where the client's runner looks for it."""

_LONGEST_RUN: Final = 240
_TRANSCRIPTS: Final = (FileKind.SESSION, FileKind.SUBAGENT)


@dataclass(frozen=True, slots=True)
class Capture:
    """What one run of a scenario left behind."""

    name: str
    folder: Path
    said: str
    """What the runner printed: one line per step."""

    @property
    def home(self) -> Path:
        """The client's home as it was in the end."""
        return self.folder / "dot-claude"

    @property
    def homes(self) -> tuple[Path, ...]:
        """The copies of the client's home, those from between two steps too."""
        return tuple(sorted(path for path in self.folder.glob("dot-claude*") if path.is_dir()))

    @property
    def trouble(self) -> list[str]:
        """The steps that did not come to their end."""
        lines = self.said.split("\n")
        return [line for line in lines if "rc=timeout" in line or "waited in vain" in line]

    @property
    def requests(self) -> list[Any]:
        """The bodies of the requests that the client made for its main conversation."""
        log = self.folder / "requests.jsonl"
        logged = log.read_text("utf-8").split("\n") if log.exists() else []
        bodies = (json.loads(line).get("body", {}) for line in logged if line)
        return [body for body in bodies if body.get("tools")]

    def transcripts(self) -> Iterator[Path]:
        """Yield the transcripts of sessions and sub-agents in all copies of the home."""
        for home in self.homes:
            yield from transcripts_in(home)


def transcripts_in(home: Path) -> Iterator[Path]:
    """Yield the transcripts in a home by walking it, without steno's discovery."""
    for path in sorted(home.glob("projects/**/*.jsonl")):
        if classify(path.relative_to(home)) in _TRANSCRIPTS:
            yield path


@dataclass(frozen=True, slots=True)
class Workers:
    """Who runs scenarios, for all labs together."""

    crew: Executor
    """For scenarios that keep the machine busy."""
    typist: Executor
    """For those that are typed, which is mostly waiting."""


def is_typed(scenario: Scenario) -> bool:
    """Say whether a scenario types at the interactive client."""
    return any("actions" in step for step in scenario["steps"])


class Lab:
    """Runs scenarios with one client, as many at a time as there are workers."""

    def __init__(
        self, client: Client, scripts: Path, folder: Path, workers: Workers, *, attempts: int = 1
    ) -> None:
        """Take the client, the folder of run_scenario.py, where to work, and who works.

        A scenario that does not come to its end is tried again, ``attempts`` times in all.
        """
        self.client = client
        self.scripts = scripts
        self.folder = folder
        self._workers = workers
        self._attempts = attempts
        self._runs: dict[str, Future[Capture]] = {}

    def start(self, name: str, scenario: Scenario) -> None:
        """Begin with a scenario, now or when its turn has come."""
        worker = self._workers.typist if is_typed(scenario) else self._workers.crew
        self._runs[name] = worker.submit(self._run, name, scenario)

    def capture(self, name: str) -> Capture:
        """Wait for a scenario that was started and give what it left behind."""
        return self._runs[name].result()

    def is_over(self, name: str) -> bool:
        """Say whether a scenario has come to its end."""
        return self._runs[name].done()

    def running_home(self, name: str) -> Path:
        """Give the home that the client uses while it runs."""
        return self.folder / "work" / self._full_name(name) / "home" / ".claude"

    def _full_name(self, name: str) -> str:
        """Make a name that is unique on the machine: tmux knows its servers by it."""
        return f"{name}.{self.client.version}.{os.getpid()}"

    def _run(self, name: str, scenario: Scenario) -> Capture:
        path = self.folder / f"{name}.json"
        full_name = self._full_name(name)
        path.write_text(json.dumps(scenario | {"name": full_name}), "utf-8")
        # The interactive client is typed at with pauses: on a busy machine it may lag behind.
        for _ in range(self._attempts):
            said = self._play(path, full_name, len(scenario["steps"]))
            capture = Capture(name, self.folder / "captures" / full_name, said)
            if not capture.trouble:
                break
        return capture

    def _play(self, path: Path, full_name: str, steps: int) -> str:
        environment = bare_environment(self.folder) | {
            "CLAUDE_BIN": str(self.client.binary),
            "LAB": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "1",
        }
        command = [sys.executable, str(self.scripts / "run_scenario.py"), str(path)]
        with subprocess.Popen(
            command,
            env=environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as runner:
            try:
                said, _ = runner.communicate(timeout=_LONGEST_RUN)
            finally:
                if runner.poll() is None:
                    _end(runner, [f"lab-{full_name}-{step + 1}" for step in range(steps)])
        assert runner.returncode == 0, said
        return said


def _end(runner: subprocess.Popen[str], tmux_servers: list[str]) -> None:
    """End what a runner that did not come to its end has started."""
    os.killpg(runner.pid, signal.SIGKILL)
    runner.wait()
    for server in tmux_servers:
        if TMUX is not None:
            subprocess.run([TMUX, "-L", server, "kill-server"], capture_output=True, check=False)
