"""What runs beside the conversation: shell commands and agents, their output and their end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import tempfile
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from steno.disk.layout import is_plain_name, project_slug

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from steno.client.shell import Shell

    Ended = Callable[["BackgroundTask"], None]
    """Is told of a task that has come to its end by itself."""

Status = Literal["running", "completed", "failed", "killed"]

MOST_OUTPUT: Final = 30_000
"""Characters of a task's output that a look at it shows: the last ones."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentResult:
    """What a sub-agent in the background came to."""

    text: str
    is_error: bool = False
    tokens: int = 0
    tool_uses: int = 0
    duration_ms: int = 0


@dataclass(slots=True, kw_only=True)
class BackgroundTask:
    """Something that runs, or did."""

    id: str
    kind: Literal["local_bash", "local_agent"]
    description: str
    command: str
    """The command, or what the agent was asked."""
    output: Path
    call_id: str
    agent_type: str | None = None
    """The kind of the agent; None for a command."""
    status: Status = "running"
    exit_code: int | None = None
    result: AgentResult | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def read_output(self, most: int = MOST_OUTPUT) -> str:
        """Give the end of what it has put out."""
        if self.kind == "local_agent":
            return self.result.text if self.result else ""
        try:
            with self.output.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(size - most * 4, 0))
                text = file.read().decode("utf-8", "replace")
        except OSError:
            return ""
        if len(text) <= most and size <= most * 4:
            return text
        return f"[Truncated. Full output: {self.output}]\n\n{text[-most:]}"

    def body(self) -> dict[str, str]:
        """Give it as hooks are told of it."""
        is_shell = self.kind == "local_bash"
        told = {"id": self.id, "type": "shell" if is_shell else "subagent", "status": self.status}
        own = {"command": self.command} if is_shell else {"agent_type": self.agent_type or ""}
        return {**told, "description": self.description, **own}

    def notice(self) -> str:
        """Say to the model that it has come to its end."""
        told = [
            f"<task-id>{self.id}</task-id>",
            f"<tool-use-id>{self.call_id}</tool-use-id>",
            f"<output-file>{escape(str(self.output), quote=False)}</output-file>",
            f"<status>{self.status}</status>",
            f"<summary>{self.summary()}</summary>",
        ]
        if self.result is not None:
            told += _result_words(self.result)
        return "\n".join(["<task-notification>", *told, "</task-notification>"])

    def summary(self) -> str:
        """Say in a few words how it ended."""
        if self.kind == "local_agent":
            return f'Agent "{self.description}" {_AGENT_ENDS[self.status]}'
        how = {
            "completed": f"completed (exit code {self.exit_code})",
            "failed": f"failed with exit code {self.exit_code}",
        }.get(self.status, "was stopped")
        return f'Background command "{self.description}" {how}'


_AGENT_ENDS: Final = {
    "running": "is still at work",
    "completed": "finished",
    "failed": "failed",
    "killed": "was stopped",
}


def _result_words(result: AgentResult) -> list[str]:
    told = {
        "subagent_tokens": result.tokens,
        "tool_uses": result.tool_uses,
        "duration_ms": result.duration_ms,
    }
    usage = "".join(f"<{name}>{number}</{name}>" for name, number in told.items())
    return [
        f"<result>{result.text}</result>",
        f"<usage>{usage}</usage>",
    ]


def output_folder(environ: Mapping[str, str], cwd: Path, session_id: str) -> Path:
    """Give the folder for the outputs of a session's tasks, as the real client has it."""
    base = environ.get("CLAUDE_CODE_TMPDIR") or environ.get("TMPDIR") or tempfile.gettempdir()
    name = session_id if is_plain_name(session_id) else "session"
    return Path(base) / f"claude-{os.getuid()}" / project_slug(str(cwd)) / name / "tasks"


class BackgroundTasks:
    """All that runs beside one conversation."""

    def __init__(self, folder: Path, ended: Ended | None = None) -> None:
        """Take the folder of outputs, and whom to tell of ends."""
        self.folder = folder
        self.ended = ended
        self._tasks: dict[str, BackgroundTask] = {}
        self._shells: dict[str, Shell] = {}
        self._jobs: dict[str, asyncio.Task[None]] = {}

    def new_id(self) -> str:
        """Give an id for a command: ``b`` and eight letters or digits."""
        return "b" + "".join(secrets.choice(_DIGITS) for _ in range(8))

    def adopt(self, shell: Shell, description: str, call_id: str) -> BackgroundTask:
        """Let a command that runs already go on beside the conversation."""
        task = BackgroundTask(
            id=shell.id,
            kind="local_bash",
            description=description or shell.command,
            command=shell.command,
            output=shell.output,
            call_id=call_id,
        )
        self._shells[task.id] = shell
        self._begin(task, self._follow(task, shell))
        return task

    def start_agent(
        self,
        agent_id: str,
        work: Coroutine[None, None, AgentResult],
        *,
        description: str,
        prompt: str,
        call_id: str,
    ) -> BackgroundTask:
        """Run an agent beside the conversation; its transcript is linked as its output."""
        task = BackgroundTask(
            id=agent_id,
            kind="local_agent",
            description=description,
            command=prompt,
            output=self.folder / f"{agent_id}.output",
            call_id=call_id,
        )
        self._begin(task, self._accompany(task, work))
        return task

    def _begin(self, task: BackgroundTask, job: Coroutine[None, None, None]) -> None:
        self._tasks[task.id] = task
        self._jobs[task.id] = asyncio.get_running_loop().create_task(job)

    async def _follow(self, task: BackgroundTask, shell: Shell) -> None:
        await shell.watch(None)
        shell.forget_cwd()
        task.exit_code = shell.exit_code
        self._finish(task, "completed" if task.exit_code == 0 else "failed")

    async def _accompany(
        self, task: BackgroundTask, work: Coroutine[None, None, AgentResult]
    ) -> None:
        try:
            task.result = await work
        except Exception as error:  # noqa: BLE001 - whatever it was, the model is told that it ended
            task.result = AgentResult(text=str(error), is_error=True)
        self._finish(task, "failed" if task.result.is_error else "completed")

    def _finish(self, task: BackgroundTask, status: Status) -> None:
        if task.status != "running":
            return
        task.status = status
        task.ended.set()
        if self.ended is not None:
            self.ended(task)

    def find(self, task_id: str) -> BackgroundTask | None:
        """Find a task that nobody has taken the end of yet."""
        return self._tasks.get(task_id)

    def running(self) -> tuple[BackgroundTask, ...]:
        """List what runs now."""
        return tuple(task for task in self._tasks.values() if task.status == "running")

    async def wait(self, task: BackgroundTask, seconds: float) -> bool:
        """Wait for the end of a task, for so long at most."""
        try:
            await asyncio.wait_for(task.ended.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def forget(self, task: BackgroundTask) -> None:
        """Take a task off the list: its end is known."""
        for kept in (self._tasks, self._shells, self._jobs):
            kept.pop(task.id, None)

    async def stop(self, task: BackgroundTask) -> None:
        """End a task; nobody is told of it but the caller."""
        shell, job = self._shells.get(task.id), self._jobs.get(task.id)
        task.status = "killed"
        if shell is not None:
            await shell.end()
            task.exit_code = shell.exit_code
        if job is not None:
            job.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await job
        task.ended.set()

    async def stop_all(self) -> None:
        """End whatever runs, as at the end of the client."""
        await asyncio.gather(*(self.stop(task) for task in self.running()))
