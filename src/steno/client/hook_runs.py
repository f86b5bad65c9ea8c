"""One run of one hook: a command with JSON on its stdin, or a call into the program around us."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.client.programs import signal_group, start
from steno.format import codec

if TYPE_CHECKING:
    from pathlib import Path

HookCall = Callable[[Mapping[str, Any], str | None], Awaitable[Mapping[str, Any]]]
"""Takes what a hook is told and the id of the tool call, and gives what a hook may answer."""

PATIENCE: Final = 60.0
"""Seconds that a hook gets where its settings do not say otherwise."""
BLOCKS: Final = 2
"""The exit code by which a command objects."""
MOST_OUTPUT: Final = 1 << 20
"""Of what a hook puts out; the rest is left."""
CALLBACK: Final = "callback"
_LAST_WORDS: Final = 2.0
_PIECE: Final = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """One hook: what it is for, and what is run."""

    matcher: str = ""
    command: str = ""
    call: HookCall | None = None
    timeout: float = PATIENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class HookRun:
    """How a hook ended and what it said."""

    command: str
    exit_code: int = 0
    stdout: str = ""
    stderr: str = ""
    duration_ms: int = 0
    timed_out: bool = False
    answer: Mapping[str, Any] = field(default_factory=dict)
    """What it said as JSON; empty where it did not."""

    @property
    def objects(self) -> bool:
        """Whether it refuses by its exit code."""
        return self.exit_code == BLOCKS and not self.timed_out


async def run_hook(
    hook: Hook, told: Mapping[str, Any], call_id: str | None, cwd: Path, environ: Mapping[str, str]
) -> HookRun:
    """Run a hook to its end; one that takes too long is killed, and never keeps us waiting."""
    begun = time.monotonic()
    if hook.call is not None:
        run = await _ask(hook.call, told, call_id, hook.timeout)
    else:
        run = await _command(hook, codec.encode_value(told), cwd, environ)
    spent = round((time.monotonic() - begun) * 1000)
    return HookRun(
        command=hook.command or CALLBACK,
        exit_code=run.exit_code,
        stdout=run.stdout,
        stderr=run.stderr,
        duration_ms=spent,
        timed_out=run.timed_out,
        answer=run.answer,
    )


async def _ask(
    call: HookCall, told: Mapping[str, Any], call_id: str | None, seconds: float
) -> HookRun:
    try:
        answer = await asyncio.wait_for(call(told, call_id), seconds)
    except TimeoutError:
        return HookRun(command=CALLBACK, exit_code=1, timed_out=True)
    except Exception as error:  # noqa: BLE001 - code of others: what it throws must not end a turn
        return HookRun(command=CALLBACK, exit_code=1, stderr=str(error))
    return HookRun(command=CALLBACK, answer=answer)


async def _command(hook: Hook, told: bytes, cwd: Path, environ: Mapping[str, str]) -> HookRun:
    """Run a shell command in a group of its own, so that nothing that it started outlives it."""
    try:
        process = await start(
            "/bin/sh", "-c", hook.command, stdin=asyncio.subprocess.PIPE, cwd=cwd, env=dict(environ)
        )
    except OSError as error:
        return HookRun(command=hook.command, exit_code=1, stderr=str(error))
    try:
        said, complained = await asyncio.wait_for(_heard(process, told + b"\n"), hook.timeout)
    except TimeoutError:
        return HookRun(command=hook.command, exit_code=1, timed_out=True)
    finally:
        await _end(process)
    stdout, stderr = (text.decode("utf-8", "replace") for text in (said, complained))
    code = process.returncode or 0
    return HookRun(
        command=hook.command,
        exit_code=code,
        stdout=stdout,
        stderr=stderr,
        answer=_as_json(stdout) if code == 0 else {},
    )


async def _heard(process: asyncio.subprocess.Process, told: bytes) -> tuple[bytes, bytes]:
    """Tell a command what it is told, and give what it puts out until it has ended."""
    out, err, _ = await asyncio.gather(
        _read(process.stdout), _read(process.stderr), _tell(process.stdin, told)
    )
    await process.wait()
    return out, err


async def _read(stream: asyncio.StreamReader | None) -> bytes:
    """Read to the end and keep the beginning: a hook may put out more than there is memory."""
    kept = b""
    while stream is not None and (piece := await stream.read(_PIECE)):
        kept += piece[: MOST_OUTPUT - len(kept)]
    return kept


async def _tell(stream: asyncio.StreamWriter | None, told: bytes) -> None:
    """Write what a command is told; one that does not want to know is left alone."""
    if stream is None:
        return
    with suppress(BrokenPipeError, ConnectionResetError):
        stream.write(told)
        await stream.drain()
    stream.close()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill what is left of the group; its leader may be gone while its children are not."""
    signal_group(process.pid)
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _LAST_WORDS)


def _as_json(said: str) -> Mapping[str, Any]:
    """Read what a hook said as JSON where it looks like an object; plain words are none."""
    text = said.strip()
    if not text.startswith("{"):
        return {}
    try:
        value = codec.decode_text(text).value
    except codec.JsonRefusedError:
        return {}
    return value if isinstance(value, dict) else {}
