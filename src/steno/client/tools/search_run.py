"""Runs a search: by ripgrep where it is on the PATH, otherwise by our own program beside us."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from typing import TYPE_CHECKING, Final

from steno.client.programs import signal_group, start
from steno.client.tools.built_in import FailedError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steno.client.tool import ToolContext

PATIENCE: Final = 20.0
"""Seconds that a search may take."""
MOST_BYTES: Final = 32 << 20
"""More of an answer is not read: nobody could use it."""

_OURS: Final = ("-P", "-m", "steno.client.tools.searching")
_FAILED: Final = 2
_BUFFER: Final = 1 << 20


async def search(arguments: Sequence[str], folder: Path, context: ToolContext) -> list[str]:
    """Run a search from a folder, which globs begin at, and give the lines that it printed."""
    ripgrep = shutil.which("rg", path=context.environ.get("PATH"))
    # -P: Python must not look for modules in the folder, which may be a stranger's.
    program = [ripgrep] if ripgrep else [sys.executable, *_OURS]
    process = await start(
        *program,
        *arguments,
        cwd=folder,
        env={**context.environ, "RIPGREP_CONFIG_PATH": "", **_python_path()},
        limit=_BUFFER,
    )
    try:
        out, said = await asyncio.wait_for(_output(process), PATIENCE)
    except TimeoutError as error:
        raise FailedError(
            f"The search timed out after {PATIENCE:.0f} seconds. Try a narrower path or pattern."
        ) from error
    finally:
        _end(process)
        await process.wait()
    if process.returncode == _FAILED and not out:
        raise FailedError(
            "Search failed — ripgrep rejected the pattern, glob, or file type without "
            f"searching:\n{said.strip()}"
        )
    return [line.removesuffix("\r") for line in out.split("\n") if line]


def _python_path() -> dict[str, str]:
    """Let our program find what we are made of, wherever that lies."""
    return {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


async def _output(process: asyncio.subprocess.Process) -> tuple[str, str]:
    assert process.stdout is not None  # noqa: S101 - it was asked for
    assert process.stderr is not None  # noqa: S101 - it was asked for
    said = asyncio.ensure_future(process.stderr.read())
    pieces, size = [], 0
    try:
        while size < MOST_BYTES and (piece := await process.stdout.read(_BUFFER)):
            pieces.append(piece)
            size += len(piece)
        if size >= MOST_BYTES:
            _end(process)
        out, told = b"".join(pieces), await said
    finally:
        said.cancel()
    await process.wait()
    return out.decode("utf-8", "replace"), told.decode("utf-8", "replace")


def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        signal_group(process.pid)
