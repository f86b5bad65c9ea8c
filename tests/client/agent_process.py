"""``steno-agent`` as a process: in a home and a project of its own, asked once or turn by turn."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import steno
from steno.disk.layout import project_slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MODEL: Final = "claude-sonnet-4-5"
PROGRAM: Final = (sys.executable, "-m", "steno.cli.agent")
JSON: Final = ("--output-format", "json")
STREAMING: Final = (
    "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
)  # fmt: skip
FREE: Final = ("--permission-mode", "bypassPermissions")
PATIENCE: Final = 120
"""Seconds after which a program hangs; none should ever need them."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    code: int
    out: str
    err: str

    @property
    def result(self) -> dict[str, Any]:
        """The result that it told as its last line."""
        told: dict[str, Any] = json.loads(self.out.strip().split("\n")[-1])
        return told


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a client works: a home and a project."""

    folder: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    """How the model is found, and what else the client is to know."""

    def __post_init__(self) -> None:
        """Make both."""
        for folder in (self.claude, self.project):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def home(self) -> Path:
        """The person's home."""
        return self.folder / "home"

    @property
    def claude(self) -> Path:
        """The home of the clients."""
        return self.home / ".claude"

    @property
    def project(self) -> Path:
        """The folder that the client is started in."""
        return self.folder / "project"

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the client, and no others of this machine."""
        return {
            "HOME": str(self.home),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(Path(steno.__file__).parents[1]),
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.variables,
        }

    def transcript(self, session_id: str) -> Path:
        """Give where a session of the project is written."""
        folder = self.claude / "projects" / project_slug(str(self.project))
        return folder / f"{session_id}.jsonl"

    def transcripts(self) -> list[Path]:
        """Give the sessions of the project."""
        return sorted(self.transcript("x").parent.glob("*.jsonl"))

    def run(
        self, *arguments: str, program: tuple[str, ...] = PROGRAM, given: bytes = b"", **own: str
    ) -> Ended:
        """Run a client to its end; ``own`` are variables more, empty ones are taken away."""
        environment = {key: value for key, value in (self.environment | own).items() if value}
        ran = subprocess.run(
            [*program, *arguments],
            env=environment,
            cwd=self.project,
            input=given,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return Ended(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    def ask(self, prompt: str, *arguments: str) -> Ended:
        """Ask once in print mode, for a result that is JSON."""
        return self.run("-p", prompt, *JSON, *FREE, "--model", MODEL, *arguments)


@dataclass(frozen=True, slots=True)
class Talk:
    """A client that is talked to turn by turn."""

    process: subprocess.Popen[str]
    frames: list[dict[str, Any]] = field(default_factory=list)
    """All that it told."""

    def put(self, frame: Mapping[str, Any]) -> None:
        """Send it a line."""
        stream = _pipe(self.process.stdin)
        stream.write(f"{json.dumps(frame)}\n")
        stream.flush()

    def say(self, content: str | list[Any]) -> None:
        """Send it a prompt."""
        self.put(said(content))

    def until(self, kind: str, **members: Any) -> dict[str, Any]:
        """Read on until a frame of this kind, with these members, has come; and give it."""
        for line in _pipe(self.process.stdout):
            self.frames.append(json.loads(line))
            if is_frame(self.frames[-1], kind, members):
                return self.frames[-1]
        raise AssertionError(f"the client ended without a {kind}: {self.frames[-3:]}")

    def ask(self, content: str | list[Any]) -> dict[str, Any]:
        """Send a prompt, and give the result that ends its turn."""
        self.say(content)
        return self.until("result")

    def end(self) -> int:
        """Say no more, and wait until it has ended."""
        _pipe(self.process.stdin).close()
        self.frames.extend(json.loads(line) for line in _pipe(self.process.stdout))
        return self.process.wait(PATIENCE)


def said(content: str | list[Any]) -> dict[str, Any]:
    """Give a prompt as a line of the input."""
    return {"type": "user", "message": {"role": "user", "content": content}}


def is_frame(frame: Mapping[str, Any], kind: str, members: Mapping[str, Any]) -> bool:
    """Say whether a frame is of a kind, and has these members."""
    return frame.get("type") == kind and all(frame.get(key) == members[key] for key in members)


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


@contextmanager
def talk(
    ground: Ground, *arguments: str, program: tuple[str, ...] = PROGRAM, **own: str
) -> Iterator[Talk]:
    """Start a client that is talked to in JSON lines; it does not outlive the test."""
    with (
        (ground.folder / "complaints").open("w") as complaints,
        subprocess.Popen(
            [*program, *STREAMING, *FREE, "--model", MODEL, *arguments],
            env=ground.environment | own,
            cwd=ground.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        ) as process,
    ):
        try:
            yield Talk(process)
        finally:
            process.kill()
