"""Background tasks: ids, ends, notices, output."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

from steno.client.background import AgentResult, BackgroundTasks, output_folder
from steno.client.shell import Shell

if TYPE_CHECKING:
    from steno.client.background import BackgroundTask

_ENVIRON = {"PATH": "/usr/bin:/bin"}


async def _started(tasks: BackgroundTasks, command: str, cwd: Path) -> BackgroundTask:
    shell = Shell(tasks.new_id(), tasks.folder, command)
    await shell.start(cwd, _ENVIRON)
    return tasks.adopt(shell, "Count", "toolu_1")


def test_ids_are_those_of_the_client(tmp_path: Path) -> None:
    """A command's id is ``b`` and eight letters or digits."""
    assert re.fullmatch(r"b[0-9a-z]{8}", BackgroundTasks(tmp_path).new_id())


def test_the_end_of_a_command_is_told(tmp_path: Path) -> None:
    """Whoever wants to know is told once, with words for the model."""
    ended: list[BackgroundTask] = []

    async def run() -> BackgroundTask:
        tasks = BackgroundTasks(tmp_path / "tasks", ended.append)
        task = await _started(tasks, "echo one; exit 3", tmp_path)
        assert tasks.running() == (task,)
        assert await tasks.wait(task, 20)
        return task

    task = asyncio.run(run())
    assert ended == [task]
    assert task.read_output() == "one\n"
    assert task.notice() == (
        f"<task-notification>\n<task-id>{task.id}</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n"
        f"<output-file>{task.output}</output-file>\n<status>failed</status>\n"
        '<summary>Background command "Count" failed with exit code 3</summary>\n'
        "</task-notification>"
    )
    assert task.output.stat().st_mode & 0o777 == 0o600


def test_stopping_tells_nobody_else(tmp_path: Path) -> None:
    """Who stops a task knows it; it is killed with all that it started."""
    ended: list[BackgroundTask] = []

    async def run() -> BackgroundTask:
        tasks = BackgroundTasks(tmp_path / "tasks", ended.append)
        task = await _started(tasks, "trap '' TERM; sleep 60", tmp_path)
        await tasks.stop_all()
        assert tasks.running() == ()
        return task

    task = asyncio.run(run())
    assert task.status == "killed"
    assert ended == []


def test_an_agent_in_the_background_is_told_with_its_result(tmp_path: Path) -> None:
    """An agent's end brings its text and what it took; one that throws has failed."""
    ended: list[BackgroundTask] = []

    async def good() -> AgentResult:
        return AgentResult(text="found", tokens=7, tool_uses=2, duration_ms=3)

    async def bad() -> AgentResult:
        raise ValueError("no")

    async def run() -> None:
        tasks = BackgroundTasks(tmp_path, ended.append)
        for name, work in (("a1", good()), ("a2", bad())):
            task = tasks.start_agent(name, work, description="look", prompt="p", call_id="t")
            assert await tasks.wait(task, 20)

    asyncio.run(run())
    assert [task.status for task in ended] == ["completed", "failed"]
    assert "<result>found</result>" in ended[0].notice()
    assert "<subagent_tokens>7</subagent_tokens>" in ended[0].notice()
    assert ended[1].read_output() == "no"


def test_only_the_end_of_a_long_output_is_shown(tmp_path: Path) -> None:
    """A look at a long output gives its last characters and says where the rest is."""

    async def run() -> str:
        tasks = BackgroundTasks(tmp_path / "tasks")
        task = await _started(tasks, "seq 1 100000", tmp_path)
        await tasks.wait(task, 20)
        return task.read_output(100)

    text = asyncio.run(run())
    assert text.startswith("[Truncated. Full output: ")
    assert text.endswith("100000\n")


def test_outputs_lie_where_the_real_client_has_them() -> None:
    """The folder is made of the user, the project and the session; odd ids cannot leave it."""
    folder = output_folder({"CLAUDE_CODE_TMPDIR": "/t"}, Path("/a/b"), "id-1")
    assert folder.parts[-3:] == ("-a-b", "id-1", "tasks")
    assert ".." not in output_folder({}, Path("/a"), "../x").parts
