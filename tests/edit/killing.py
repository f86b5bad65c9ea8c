"""Killing a process at any point: at what it does to files, between two writes, at any moment."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KILLS: Final = [pytest.param(12, id="12"), pytest.param(1000, id="1000", marks=pytest.mark.stress)]
"""How often each command is killed: more than 200 times in all, and 1,000 times each."""
EVENTS: Final = ("open", "os.", "sqlite3.", "shutil.", "fcntl.")
"""What a process does to files, as the interpreter tells it to a hook; writes it does not tell."""
_LITTLE: Final = 512
"""Bytes that one write takes, so that there are several for one file."""
_TIMED: Final = 4
"""Of so many kills one comes at any moment, also while SQLite or the system is at work."""
_NEVER: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class Course:
    """How much there is to do."""

    steps: int
    seconds: float


def course_of(work: Callable[[], object]) -> Course:
    """Do something to its end, in a child, and say how many steps it took and how long."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        _in_child(lambda: _tell(theirs, work))
    os.close(theirs)
    with os.fdopen(ours) as told:
        steps, seconds = told.read().split()
    assert os.waitpid(child, 0)[1] == 0
    return Course(int(steps), float(seconds))


def _tell(fd: int, work: Callable[[], object]) -> None:
    count, began = kill_at(_NEVER), time.monotonic()
    work()
    steps, seconds = count(), time.monotonic() - began
    os.write(fd, f"{steps} {seconds}".encode())


def moments(kills: int, course: Course) -> Iterator[int | float]:
    """Spread kills over a course: a step by its number, or seconds from the beginning."""
    chance = random.Random(course.steps)
    for number in range(kills):
        if number % _TIMED == _TIMED - 1:
            yield chance.uniform(0, course.seconds)
        else:
            yield 1 + number * course.steps // kills


def in_a_child(when: float, work: Callable[[], object]) -> bool:
    """Do something in a child that is killed on the way; say whether it came to its end."""
    child = os.fork()
    if child == 0:
        _in_child(lambda: _killed(when, work))
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL, signal.SIGALRM), status
    return status == 0


def _killed(when: float, work: Callable[[], object]) -> None:
    if isinstance(when, int):
        kill_at(when)
    else:
        kill_at(_NEVER)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, max(when, 1e-6))
    work()


def _in_child(work: Callable[[], object]) -> None:
    """Do something and end; nothing of the tests may go on in a child."""
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def kill_at(number: int) -> Callable[[], int]:
    """Have this process killed when it does its n-th thing to a file; give what counts them."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if done >= number:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, _: Any) -> None:
        if event.startswith(EVENTS) and event != "os.kill":
            step()

    real = os.write

    def write(fd: int, content: Any) -> int:
        step()
        return real(fd, memoryview(content)[:_LITTLE])

    os.write = write
    sys.addaudithook(hook)
    return lambda: done
