"""Lines in and out of the program."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from steno.client.wire import Wire

if TYPE_CHECKING:
    from pathlib import Path


def test_lines_come_whole_however_they_are_cut(tmp_path: Path) -> None:
    """Pieces of lines are put together; the last line needs no newline."""

    async def go() -> list[bytes]:
        reads, writes = os.pipe()
        with (tmp_path / "out").open("wb") as out:
            wire = Wire(reads, out.fileno())
            for piece in (b"on", b"e\ntwo\nth", b"ree"):
                os.write(writes, piece)
                await asyncio.sleep(0.01)
            os.close(writes)
            return [line async for line in wire.lines()]

    assert asyncio.run(go()) == [b"one", b"two", b"three"]


def test_a_long_line_is_no_slower_than_its_length() -> None:
    """A line of 32 MB comes through whole."""

    async def go() -> list[int]:
        reads, writes = os.pipe()
        wire = Wire(reads, 1)
        with os.fdopen(writes, "wb") as pipe:
            await asyncio.to_thread(pipe.write, b"x" * (32 << 20) + b"\n")
        return [len(line) async for line in wire.lines()]

    assert asyncio.run(go()) == [32 << 20]


def test_lines_go_out_in_order_to_a_file(tmp_path: Path) -> None:
    """Output may be a file as well as a pipe; after a flush all of it is there."""
    path = tmp_path / "out"

    async def go() -> None:
        with path.open("wb") as out:
            wire = Wire(None, out.fileno())
            for number in range(1000):
                wire.send(b"%d\n" % number)
            await wire.flush()

    asyncio.run(go())
    assert path.read_bytes() == b"".join(b"%d\n" % number for number in range(1000))


def test_a_reader_that_is_gone_is_noticed() -> None:
    """Nobody takes the lines: that is told, and a flush does not wait for ever."""

    async def go() -> None:
        reads, writes = os.pipe()
        os.close(reads)
        wire = Wire(None, writes)
        wire.send(b"x\n")
        await asyncio.wait_for(wire.broken.wait(), 10)
        wire.send(b"y\n")
        await asyncio.wait_for(wire.flush(), 10)
        os.close(writes)

    asyncio.run(go())


def test_a_closed_input_is_the_end_of_it(tmp_path: Path) -> None:
    """A file that cannot be read is the same as one that has ended."""

    async def go() -> list[bytes]:
        with (tmp_path / "out").open("wb") as out:  # opened for writing only
            wire = Wire(out.fileno(), out.fileno())
            return [line async for line in wire.lines()]

    assert asyncio.run(go()) == []
