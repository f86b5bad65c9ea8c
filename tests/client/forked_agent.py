"""``steno-agent`` in a forked child that dies at a chosen point; all is imported before (POSIX)."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import httpx  # noqa: F401 - all that a child needs is there when it is forked

import steno.client.control
import steno.client.launch
import steno.client.summing  # noqa: F401
from steno.cli.agent import main
from tests.client.agent_process import FREE, MODEL, PATIENCE, STREAMING, said

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.client.agent_process import Ground


@dataclass(frozen=True, slots=True)
class Death:
    """When a child dies: at a call of any function, or within a write to a transcript."""

    call: int | None = None
    write: int | None = None
    share: float = 0.5
    """How much of that write is done before."""
    sign: bytes = b""
    """Die within the write that holds this instead, with so many lines of it done."""
    lines: int = 0

    def prepare(self) -> None:
        """Let this process die then."""
        if self.call is not None:
            _die_at_call(self.call)
        if self.write is not None:
            _die_within_write(self.write, self.share)
        if self.sign:
            _die_within_lines(self.sign, self.lines)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_at_call(number: int) -> None:
    left = number

    def watch(_: object, event: str, __: object) -> None:
        nonlocal left
        left -= event != "return"
        if left <= 0:
            _die()

    sys.setprofile(watch)


def _die_within_write(number: int, share: float) -> None:
    left, real = number, os.write

    def write(fd: int, content: Any) -> int:
        nonlocal left
        if Path(f"/proc/self/fd/{fd}").readlink().suffix == ".jsonl":
            left -= 1
            if left <= 0:
                real(fd, bytes(content)[: round(len(content) * share)])
                _die()
        return real(fd, content)

    os.write = write


def _die_within_lines(sign: bytes, lines: int) -> None:
    real = os.write

    def write(fd: int, content: Any) -> int:
        records = bytes(content).split(b"\n")
        if sign in bytes(content) and Path(f"/proc/self/fd/{fd}").readlink().suffix == ".jsonl":
            real(fd, b"\n".join([*records[:lines], records[lines][:40]]))
            _die()
        return real(fd, content)

    os.write = write


@dataclass(slots=True)
class Life:
    """What came of one child."""

    told: list[dict[str, Any]]
    """The frames that it put out."""
    answered: int
    """How many of the prompts were taken to their end."""
    code: int | None
    """Its exit code; None where it was killed."""


def live(
    ground: Ground,
    arguments: Sequence[str],
    prompts: Sequence[str],
    prepare: Callable[[], None] | None = None,
) -> Life:
    """Let a child answer prompts, one after the other, until all are answered or it is dead."""
    to_child, from_parent = os.pipe()
    from_child, to_parent = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(to_child, 0)
            os.dup2(to_parent, 1)
            # A child that keeps the sockets of the service would keep them open.
            os.closerange(3, 1024)
            _serve(ground, arguments, prepare)
        finally:
            os._exit(70)
    os.close(to_child)
    os.close(to_parent)
    with os.fdopen(from_parent, "wb", buffering=0) as puts, os.fdopen(from_child, "rb") as gets:
        told, answered = _talk(puts, gets, prompts)
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status)
    assert not killed or os.WTERMSIG(status) == signal.SIGKILL, "the client hangs"
    return Life(told, answered, None if killed else os.WEXITSTATUS(status))


def _serve(ground: Ground, arguments: Sequence[str], prepare: Callable[[], None] | None) -> None:
    os.chdir(ground.project)
    os.environ.clear()
    os.environ.update(ground.environment)
    # One that hangs dies of it, and is told from one that was killed.
    signal.alarm(PATIENCE)
    # The streams of the tests' own process are not those of a program.
    sys.stdin, sys.stdout = os.fdopen(0, "r"), os.fdopen(1, "w")
    sys.stderr = (ground.folder / "complaints").open("a")
    if prepare is not None:
        prepare()
    code = main([*STREAMING, *FREE, "--model", MODEL, *arguments])
    sys.setprofile(None)
    os._exit(code)


def _talk(
    puts: BinaryIO, gets: BinaryIO, prompts: Sequence[str]
) -> tuple[list[dict[str, Any]], int]:
    told: list[dict[str, Any]] = []
    for number, prompt in enumerate(prompts):
        try:
            puts.write(json.dumps(said(prompt)).encode() + b"\n")
        except BrokenPipeError:
            return told, number
        for line in gets:
            told.append(json.loads(line)) if line.endswith(b"\n") else None
            if told and told[-1]["type"] == "result":
                break
        else:
            return told, number
    puts.close()
    told += [json.loads(line) for line in gets if line.endswith(b"\n")]
    return told, len(prompts)
