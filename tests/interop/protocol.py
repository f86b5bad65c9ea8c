"""Either client behind the control protocol, as a process, and its frames made comparable."""

from __future__ import annotations

import json
import re
import subprocess
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Final

from steno.testing.messages_api import MessagesApi
from tests.interop.real_client import bare_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Frame = dict[str, Any]

FLAGS: Final = (
    "--output-format", "stream-json", "--verbose", "--input-format", "stream-json",
    "--model", "claude-sonnet-4-6", "--system-prompt", "Be short.",
)  # fmt: skip
PATIENCE: Final = 60.0

_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_ID: Final = re.compile(r"\b(?:toolu|msg|req)_\w+|\ba[0-9a-f]{16}\b")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_COUNTED: Final = frozenset(
    {
        "duration_ms", "duration_api_ms", "total_cost_usd", "usage", "modelUsage", "end_time",
        "ttft_ms", "ttft_stream_ms", "time_to_request_ms", "totalDurationMs", "totalTokens",
    }
)  # fmt: skip
"""What is measured, and what hangs on the length of prompts that are each client's own."""
_OWN: Final = frozenset(
    {
        "tools", "slash_commands", "agents", "skills", "claude_code_version", "memory_paths",
        "analytics_disabled", "product_feedback_disabled", "fast_mode_state",
        "permission_suggestions", "blocked_path", "decision_reason", "description", "effort",
    }
)  # fmt: skip
"""What a client has of its own, in frames of the beginning and in questions."""
_LATER: Final = frozenset({"stop_reason", "stop_sequence", "stop_details"})
"""The real client tells a block before it knows how the message ends; ours knows it."""
_QUIET: Final = frozenset({"status", "thinking_tokens", "task_progress"})
"""News of the real client that only show that it is alive."""


@dataclass(slots=True)
class Program:
    """A client that runs."""

    process: subprocess.Popen[str]
    api: MessagesApi
    answers: dict[str, Callable[[Frame], Any]] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    _news: threading.Condition = field(default_factory=threading.Condition)

    def listen(self) -> None:
        """Take frames until the client has ended."""
        for line in _pipe(self.process.stdout):
            frame = json.loads(line)
            if frame["type"] == "control_request":
                request = frame["request"]
                answer = self.answers.get(request["subtype"])
                told = {} if answer is None else answer(request)
                marks = {"subtype": "success", "request_id": frame["request_id"]}
                self.send({"type": "control_response", "response": {**marks, "response": told}})
            with self._news:
                self.frames.append(frame)
                self._news.notify_all()

    def send(self, frame: Frame) -> None:
        """Send a frame."""
        pipe = _pipe(self.process.stdin)
        pipe.write(json.dumps(frame) + "\n")
        pipe.flush()

    def begin(self, **given: Any) -> None:
        """Greet the client, and wait for its answer."""
        request = {"subtype": "initialize", **given}
        self.send({"type": "control_request", "request_id": "begin", "request": request})
        self.until(lambda frames: any(one["type"] == "control_response" for one in frames))

    def ask(self, prompt: str, results: int = 1) -> None:
        """Say something, and wait until so many turns have ended."""
        message = {"role": "user", "content": prompt}
        self.send({"type": "user", "message": message, "parent_tool_use_id": None})
        self.until(lambda frames: sum(one["type"] == "result" for one in frames) >= results)

    def until(self, found: Callable[[list[Frame]], bool]) -> None:
        """Wait until the frames are such."""
        with self._news:
            assert self._news.wait_for(lambda: found(self.frames), PATIENCE), self.frames[-3:]

    def end(self) -> int:
        """Say no more; give the exit code."""
        _pipe(self.process.stdin).close()
        return self.process.wait(PATIENCE)


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


@contextmanager
def program(binary: Path, home: Path, replies: list[Any], *flags: str) -> Iterator[Program]:
    """Start a client in a home of its own, with answers out of a script."""
    for name in (".claude", "project"):
        (home / name).mkdir(parents=True)
    (home / ".claude.json").write_text('{"hasCompletedOnboarding": true}', "utf-8")
    with (
        MessagesApi(replies) as api,
        (home / "complaints").open("w") as complaints,
        subprocess.Popen(
            [str(binary), *FLAGS, *flags],
            env=bare_environment(home)
            | {"IS_SANDBOX": "1", "CLAUDE_CODE_MAX_RETRIES": "0", **api.environ},
            cwd=home / "project",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        ) as process,
    ):
        running = Program(process, api)
        thread = threading.Thread(target=running.listen, daemon=True)
        thread.start()
        try:
            yield running
        finally:
            if process.poll() is None:
                process.kill()
            thread.join(PATIENCE)


def comparable(frames: list[Frame], home: Path) -> list[Any]:
    """Give frames without ids, times and what is each client's own, in the order they came."""
    told = [frame for frame in frames if not _is_apart(frame)]
    return [_plain(frame, str(home), frame["type"]) for frame in told]


def _is_apart(frame: Frame) -> bool:
    is_news = frame["type"] == "system" and frame.get("subtype") in _QUIET
    return is_news or frame["type"] in ("stream_event", "control_response")


def _plain(value: Any, home: str, kind: str) -> Any:
    if isinstance(value, dict):
        left = _COUNTED | _OWN | (_LATER if kind == "assistant" else frozenset())
        return {
            key: _plain(one, home, kind) for key, one in sorted(value.items()) if key not in left
        }
    if isinstance(value, list):
        return [_plain(one, home, kind) for one in value]
    if not isinstance(value, str):
        return value
    text = value.replace(home, "HOME").replace(re.sub("[^A-Za-z0-9]", "-", home), "SLUG")
    return _TIME.sub("TIME", _ID.sub("ID", _UUID.sub("UUID", text)))


def pieces(frames: list[Frame]) -> list[Any]:
    """Give the events of the API among the frames, without their counts."""
    events = [frame["event"] for frame in frames if frame["type"] == "stream_event"]
    return [(one["type"], one.get("index"), (one.get("delta") or {}).get("type")) for one in events]


def rest(seconds: float) -> None:
    """Let a client work for a while."""
    time.sleep(seconds)
