"""Programs are started whole or not at all, and end with all that they started."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from typing import TYPE_CHECKING

import pytest

from steno.client.programs import signal_group, start

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Coroutine
    from pathlib import Path
    from typing import Any

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are POSIX's")


def sleeping(path: Path) -> Coroutine[Any, Any, Process]:
    """Start something that writes its number down and goes on for long."""
    command = f"echo $$ > {path}.new; mv {path}.new {path}; sleep 600"
    return start("/bin/sh", "-c", command, stdin=asyncio.subprocess.PIPE)


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
        task = asyncio.ensure_future(sleeping(path))
        for _ in range(steps):
            await asyncio.sleep(0)
        is_over = task.done()
        if is_over:
            signal_group(task.result().pid)
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
            await start(tmp_path / "none")
        task = asyncio.ensure_future(start(tmp_path / "none"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
