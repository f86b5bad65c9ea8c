"""Programs are started whole or not at all."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from steno.client.starting import started

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Coroutine
    from pathlib import Path
    from typing import Any

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are POSIX's")
PIPE = asyncio.subprocess.PIPE


def sleeping(path: Path) -> Coroutine[Any, Any, Process]:
    """Start something that writes its number down and goes on for long."""
    command = f"echo $$ > {path}.new; mv {path}.new {path}; sleep 600"
    return asyncio.create_subprocess_shell(
        command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
    )


def is_running(pid: int) -> bool:
    """Say whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("steps", range(1, 7))
def test_what_is_broken_off_leaves_nothing(tmp_path: Path, steps: int) -> None:
    """Neither pipes nor a process, at whatever step of the start it happens."""
    path = tmp_path / "pid"

    async def go() -> None:
        task = asyncio.ensure_future(started(sleeping(path)))
        for _ in range(steps):
            await asyncio.sleep(0)
        is_over = task.done()
        if is_over:
            os.killpg(task.result().pid, signal.SIGKILL)
            await task.result().communicate()
        else:
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(go())
    gc.collect()
    time.sleep(0.05)
    assert not path.exists() or not is_running(int(path.read_text()))


def test_what_cannot_start_says_so(tmp_path: Path) -> None:
    """As without us, and also where it is broken off."""

    async def go() -> None:
        with pytest.raises(FileNotFoundError):
            await started(asyncio.create_subprocess_exec(tmp_path / "none"))
        task = asyncio.ensure_future(started(asyncio.create_subprocess_exec(tmp_path / "none")))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
