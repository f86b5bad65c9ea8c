"""Lines in and out of the program: read and written beside the loop, which never waits for them."""

from __future__ import annotations

import asyncio
import os
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PIECE: Final = 1 << 16
_END: Final = None


class Wire:
    """Two streams of lines. Threads do the reading and writing: they may be files as well as pipes.

    Both threads end with the process, for a read of stdin cannot be broken off.
    """

    def __init__(self, reads: int | None, writes: int) -> None:
        """Take the numbers of the files: where lines come from, None for nowhere, and go to."""
        self.broken = asyncio.Event()
        """Set when nobody takes our lines any more."""
        self.problem: OSError | None = None
        """Why; None also where whoever read them has just gone."""
        self._loop = asyncio.get_running_loop()
        self._came: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._going: SimpleQueue[bytes | asyncio.Event | None] = SimpleQueue()
        self._writes = writes
        if reads is not None:
            threading.Thread(target=self._read, args=(reads,), daemon=True).start()
        threading.Thread(target=self._write, daemon=True).start()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that come, until the end of input."""
        while (line := await self._came.get()) is not _END:
            yield line

    def send(self, line: bytes) -> None:
        """Let a line go out, behind those before it."""
        self._going.put(line)

    async def flush(self) -> None:
        """Wait until all lines are out, or nobody takes them."""
        done = asyncio.Event()
        self._going.put(done)
        await done.wait()

    def _read(self, reads: int) -> None:
        # Not by a buffered file: its lock, held for ever, would abort the interpreter at its end.
        held: list[bytes] = []
        try:
            while piece := os.read(reads, PIECE):
                held.append(piece)
                if b"\n" in piece:
                    *lines, rest = b"".join(held).split(b"\n")
                    held = [rest]
                    for line in lines:
                        self._call(self._came.put_nowait, line)
        except OSError:  # it was closed under us: the same as its end
            pass
        if any(held):
            self._call(self._came.put_nowait, b"".join(held))
        self._call(self._came.put_nowait, _END)

    def _write(self) -> None:
        is_broken = False
        while (item := self._going.get()) is not None:
            if isinstance(item, asyncio.Event):
                self._call(item.set)
            elif not is_broken:
                is_broken = not self._put(item)
                if is_broken:
                    self._call(self.broken.set)

    def _put(self, line: bytes) -> bool:
        left = memoryview(line)
        try:
            while left:
                left = left[os.write(self._writes, left) :]
        except BrokenPipeError:
            return False
        except OSError as error:
            self.problem = error
            return False
        return True

    def _call(self, act: object, *given: object) -> None:
        try:
            self._loop.call_soon_threadsafe(act, *given)  # type: ignore[arg-type]
        except RuntimeError:  # the loop has ended, and with it all who wait
            return
