"""Starts programs whole or not at all."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Coroutine


async def started(starting: Coroutine[Any, Any, Process]) -> Process:
    """Wait until a program has started; one that is broken off meanwhile is ended.

    asyncio would leave its pipes open then, and whatever it has begun running. It has to lead a
    group of its own (``start_new_session``), so that all of that ends with it.
    """
    task = asyncio.ensure_future(starting)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        if not task.cancelled() and task.exception() is None:
            await _ended(task.result())
        raise


async def _ended(process: Process) -> None:
    """End a program with its group; its pipes end with them."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.communicate()
