"""Programs that the client runs: each leads a group, so that all that it starts ends with it."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from pathlib import Path


async def start(*program: str | Path, **own: Any) -> Process:
    """Start a program; what it puts out is heard, and it hears nothing, unless ``own`` says so.

    One that is broken off while it starts is ended: asyncio would leave its pipes open then, and
    whatever it has begun running.
    """
    usual = {
        "stdin": asyncio.subprocess.DEVNULL,
        "stdout": asyncio.subprocess.PIPE,
        "stderr": asyncio.subprocess.PIPE,
    }
    making = asyncio.create_subprocess_exec(*program, **{**usual, **own}, start_new_session=True)
    task = asyncio.ensure_future(making)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        if not task.cancelled() and task.exception() is None:
            signal_group(task.result().pid)
            await task.result().communicate()
        raise


def signal_group(pid: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to a program and all that it started; it may be gone while they are not."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
