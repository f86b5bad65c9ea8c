"""Bash: output, exit codes, folders, time limits, the background, and what it must survive."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.client.surroundings import Surroundings


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = (_proc(pid) or "Z").split()[0]
    return state != "Z"


def _proc(pid: int) -> str | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].strip()
    except FileNotFoundError:
        return None


def _pid(path: Path) -> int:
    for _ in range(200):
        if path.exists() and (text := path.read_text().strip()):
            return int(text)
        time.sleep(0.02)
    raise AssertionError("the command never began")


async def _gone(pid: int) -> bool:
    for _ in range(200):
        if not _runs(pid):
            return True
        await asyncio.sleep(0.02)
    return False


def test_both_streams_and_the_exit_code_are_given(around: Surroundings) -> None:
    """Output comes in its order; a failure has its code before it."""
    answer = around.call("Bash", command="echo out; echo err >&2; exit 3")
    assert answer.content == "Exit code 3\nout\nerr"
    assert answer.is_error
    assert answer.kept == "Error: Exit code 3\nout\nerr"


def test_no_output_is_said(around: Surroundings) -> None:
    """A silent success is told in words."""
    assert around.call("Bash", command="true").content == "(Bash completed with no output)"


def test_the_folder_stays_from_call_to_call(around: Surroundings) -> None:
    """A command that moves takes the next one along, unless it failed."""
    around.file("src/a.py")
    around.call("Bash", command="cd src")
    assert around.call("Bash", command="pwd").content == str(around.root / "src")
    around.call("Bash", command="cd ..; false")
    assert around.context.cwd == around.root / "src"


def test_a_folder_outside_is_left_again(around: Surroundings) -> None:
    """Outside of the allowed folders nothing begins; the model is told."""
    answer = around.call("Bash", command="echo x; cd /")
    assert answer.content == f"x\nShell cwd was reset to {around.root}"
    assert around.context.cwd == around.root
    around.context.more_folders = (around.folder,)
    around.call("Bash", command="cd ..")
    assert around.context.cwd == around.folder


def test_a_deleted_folder_is_no_trap(around: Surroundings) -> None:
    """Where the working folder is gone, commands run where the client was started."""
    around.call("Bash", command="mkdir gone && cd gone")
    (around.root / "gone").rmdir()
    assert around.call("Bash", command="pwd").content == str(around.root)


def test_there_is_no_terminal_and_nothing_to_read(around: Surroundings) -> None:
    """A command that reads gets the end at once, and one that wants a terminal finds none."""
    assert around.call("Bash", command="cat").content == "(Bash completed with no output)"
    answer = around.call("Bash", command="(: < /dev/tty) 2>/dev/null || echo none")
    assert answer.content == "none"


def test_long_output_is_saved_beside_the_session(around: Surroundings) -> None:
    """The model gets the beginning and the place of the rest, which only its owner may read."""
    answer = around.call("Bash", command="seq 1 20000")
    place = around.session.with_suffix("") / "tool-results"
    (saved,) = place.iterdir()
    assert saved.read_text() == "".join(f"{n}\n" for n in range(1, 20001))
    assert saved.stat().st_mode & 0o777 == 0o600
    assert str(saved) in str(answer.content)
    assert answer.kept["persistedOutputSize"] == saved.stat().st_size
    assert len(answer.kept["stdout"]) == 30000


def test_a_hundred_megabytes_of_output_fit(around: Surroundings) -> None:
    """Much output is neither lost nor taken into the memory."""
    answer = around.call("Bash", command="head -c 100000000 /dev/zero | tr '\\0' x")
    assert answer.kept["persistedOutputSize"] == 100_000_000
    assert len(str(answer.content)) < 5000


def test_a_long_failure_keeps_both_ends(around: Surroundings) -> None:
    """Of the output of a failed command the middle is left out."""
    answer = around.call("Bash", command="seq 1 100000; echo the end; exit 4")
    text = str(answer.content)
    assert text.startswith("Exit code 4\n1\n2\n")
    assert text.endswith("the end")
    assert "characters truncated" in text
    assert len(text) < 10100


def test_output_is_told_while_it_comes(around: Surroundings) -> None:
    """Whoever watches sees output before the end."""
    around.call("Bash", command="echo first; sleep 0.5; echo second")
    assert around.told[0] == "first\n"
    assert "".join(around.told) == "first\nsecond\n"


def test_a_grandchild_that_keeps_the_output_open_holds_nobody_up(around: Surroundings) -> None:
    """The answer comes when the command ends, not when all that it started has."""
    began = time.monotonic()
    answer = around.call("Bash", command="(echo $BASHPID > pid; sleep 30) & echo parent")
    pid = _pid(around.root / "pid")
    try:
        assert answer.content == "parent"
        assert time.monotonic() - began < 20
    finally:
        os.kill(pid, signal.SIGKILL)


def test_a_command_that_takes_too_long_is_ended_with_all_it_started(around: Surroundings) -> None:
    """At the end of its time a waiting command and its children are gone."""
    command = "sleep 0; (echo $BASHPID > pid; exec sleep 60) & sleep 60"
    answer = around.call("Bash", command=command, timeout=700)
    assert str(answer.content).startswith("Exit code 143\nCommand timed out after 0s")
    assert asyncio.run(_gone(_pid(around.root / "pid")))


def test_a_process_that_ignores_the_signal_is_killed(around: Surroundings) -> None:
    """Who does not listen to SIGTERM gets SIGKILL."""
    around.context.environ = {
        **around.context.environ,
        "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
    }
    command = "trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done"
    answer = around.call("Bash", command=command, timeout=300)
    assert "timed out" in str(answer.content)
    assert asyncio.run(_gone(_pid(around.root / "pid")))


def test_a_cancelled_command_is_ended_with_all_it_started(around: Surroundings) -> None:
    """When the person interrupts, nothing goes on."""

    async def interrupt() -> bool:
        command = "(echo $BASHPID > pid; exec sleep 60) & sleep 60"
        running = asyncio.ensure_future(around.use("Bash", command=command))
        pid = await asyncio.to_thread(_pid, around.root / "pid")
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return await _gone(pid)

    assert asyncio.run(interrupt())
    assert list(around.context.background.folder.iterdir()) == []


def test_a_slow_command_goes_on_in_the_background(around: Surroundings) -> None:
    """What takes longer than its time and is no mere pause is not lost; its end is told."""

    async def wait() -> str:
        answer = await around.use("Bash", command="echo a; sleep 1; echo b", timeout=200)
        task = around.context.background.find(answer.kept["backgroundTaskId"])
        assert task is not None
        assert await around.context.background.wait(task, 20)
        return task.read_output()

    assert asyncio.run(wait()) == "a\nb\n"
    assert [task.status for task in around.ended] == ["completed"]


def test_variables_do_not_stay_and_the_environment_is_ours(around: Surroundings) -> None:
    """Each command begins with the client's environment."""
    around.call("Bash", command="export FOO=1")
    assert around.call("Bash", command="echo [$FOO$CLAUDECODE]").content == "[1]"


def test_what_cannot_be_started_is_an_error(around: Surroundings) -> None:
    """A command with a NUL, or too long for the system, is an answer and no crash."""
    for command in ("echo \0", "x" * 3_000_000):
        answer = around.call("Bash", command=command)
        assert answer.is_error
        assert "could not be started" in str(answer.content)


def test_a_printed_picture_is_shown_as_one(around: Surroundings) -> None:
    """Only what is a picture is sent as one: the API would refuse anything else."""
    good = (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMQUDAAAACkAGE0Zn1y"
        "AAAAAElFTkSuQmCC"
    )
    answer = around.call("Bash", command=f"echo 'data:image/png;base64,{good}'")
    assert isinstance(answer.content, list)
    assert answer.kept["isImage"] is True
    answer = around.call("Bash", command="echo 'data:image/png;base64,iVBORw0KGgo='")
    assert isinstance(answer.content, str)
