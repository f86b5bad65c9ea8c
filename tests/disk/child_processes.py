"""Starting, killing and starving the processes of crash_child.py."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import steno

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE: Final = 120
"""Seconds after which a child hangs; none should ever need them."""

SCRIPT: Final = Path(__file__).with_name("crash_child.py")


def command(job: str, path: Path, *arguments: object) -> list[str]:
    """Make the command line of a child."""
    return [sys.executable, str(SCRIPT), job, str(path), *map(str, arguments)]


def environment() -> dict[str, str]:
    """Give the variables of a child: it finds steno, and writes nothing but its file."""
    places = [str(Path(steno.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(filter(None, places))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def start(job: str, path: Path, *arguments: object) -> subprocess.Popen[bytes]:
    """Start a child that is spoken to through its pipes."""
    return subprocess.Popen(
        command(job, path, *arguments),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


@contextlib.contextmanager
def started(job: str, path: Path, *arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """Start a child that does not outlive the test, whatever comes."""
    with start(job, path, *arguments) as child:
        try:
            yield child
        finally:
            child.kill()


def run(
    job: str, path: Path, *arguments: object, under: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Run a child to its end, perhaps under another program."""
    return subprocess.run(
        [*under, *command(job, path, *arguments)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def finish(child: subprocess.Popen[bytes]) -> list[str]:
    """Wait for a child that ends by itself and give its lines."""
    out, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0
    return out.decode().split("\n")[:-1]


def killed_after(child: subprocess.Popen[bytes], seconds: float) -> list[int]:
    """Let a child acknowledge something, kill it a moment later, and give what it acknowledged."""
    assert child.stdout is not None
    with child:
        try:
            first = child.stdout.readline()
            assert first, "the child died by itself"
            time.sleep(seconds)
        finally:
            child.kill()
        rest = child.stdout.read()
    # A last acknowledgement without its newline was cut off by the kill.
    return [int(line) for line in (first + rest).split(b"\n")[:-1]]


def injecting(call: str, fault: str, nth: int) -> tuple[str, ...]:
    """Give the strace command that makes the n-th call of this name fail."""
    quiet = ("-qq", "-o", os.devnull)
    return (
        "strace",
        "-f",
        *quiet,
        "-e",
        f"trace={call}",
        "-e",
        f"inject={call}:{fault}:when={nth}",
    )


@functools.cache
def why_no_strace() -> str:
    """Say why system calls cannot be made to fail here; nothing if they can."""
    if shutil.which("strace") is None:
        return "needs strace to make system calls fail"
    with tempfile.TemporaryDirectory() as folder:
        done = run(
            "append_once", Path(folder) / "f", 1, "", under=injecting("write", "error=EIO", 1)
        )
    if "Input/output error" not in done.stderr:
        return "strace may not trace here (ptrace is forbidden)"
    return ""


def need_strace() -> None:
    """Skip the test where strace is missing or not allowed."""
    if reason := why_no_strace():
        pytest.skip(reason)


SMALL_DISK: Final = (
    "unshare", "--user", "--map-root-user", "--mount",
    "sh", "-c", 'mount -t tmpfs -o size=64k,mode=700 none "$1" && shift && exec "$@"', "sh",
)  # fmt: skip
"""Runs a command where a folder, the first argument, is a file system of 64 kB."""


@functools.cache
def why_no_small_disk() -> str:
    """Say why no small file system can be mounted here; nothing if one can."""
    if shutil.which("unshare") is None:
        return "needs unshare to mount a small file system"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*SMALL_DISK, folder, "true"], capture_output=True, check=False)
    return "" if done.returncode == 0 else "may not mount a small file system here"


def need_small_disk() -> None:
    """Skip the test where no small file system can be mounted."""
    if reason := why_no_small_disk():
        pytest.skip(reason)
