"""The real client kept open over many turns, with prompts and answers as JSON lines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Final

from tests.interop.real_client import bare_environment
from tests.interop.resuming import import_script

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.interop.real_client import Client

_OPTIONS: Final = (
    "-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json",
    "--permission-mode", "bypassPermissions",
)  # fmt: skip
_PATIENCE: Final = 60


@dataclass(frozen=True, slots=True)
class Conversation:
    """A running client."""

    process: subprocess.Popen[str]

    def ask(self, prompt: str) -> Any:
        """Say something, and give the result that ends the turn."""
        content = [{"type": "text", "text": prompt}]
        said = {"type": "user", "message": {"role": "user", "content": content}}
        _pipe(self.process.stdin).write(f"{json.dumps(said)}\n")
        _pipe(self.process.stdin).flush()
        for line in _pipe(self.process.stdout):
            told = json.loads(line)
            if told.get("type") == "result":
                return told
        raise AssertionError("the client ended without a result")

    def end(self) -> None:
        """Say no more, and wait until the client has ended."""
        _pipe(self.process.stdin).close()
        assert self.process.wait(_PATIENCE) == 0


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


@contextmanager
def conversation(
    client: Client, scripts: Path, home: Path, rules: list[Any], environment: Mapping[str, str]
) -> Iterator[Conversation]:
    """Open the client with a scripted API; ``home`` has its ``.claude``, and gets a project."""
    project = home / "project"
    project.mkdir()
    (home / ".claude.json").write_text('{"hasCompletedOnboarding": true}', "utf-8")
    server, port = import_script(scripts, "fake_api").serve(rules, home / "requests.jsonl")
    surroundings = bare_environment(home) | {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
        "ANTHROPIC_API_KEY": "made-up",
        "CLAUDE_CODE_TMPDIR": str(home),
        "IS_SANDBOX": "1",
        **environment,
    }
    try:
        with (
            (home / "complaints").open("w") as complaints,
            subprocess.Popen(
                [str(client.binary), *_OPTIONS],
                env=surroundings,
                cwd=project,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                start_new_session=True,
            ) as process,
        ):
            try:
                yield Conversation(process)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
    finally:
        server.shutdown()
        server.server_close()
