"""Breaking off."""

from __future__ import annotations

import asyncio

import pytest

from steno.client.interrupt import BrokenOffByPerson, Interrupt


def test_work_that_ends_is_given() -> None:
    """Without a wish the work's own end counts, an error too."""

    async def fails() -> None:
        raise KeyError("x")

    async def go() -> None:
        interrupt = Interrupt()
        assert await interrupt.race(asyncio.sleep(0, "done")) == "done"
        with pytest.raises(KeyError):
            await interrupt.race(fails())

    asyncio.run(go())


def test_work_has_ended_when_it_is_broken_off() -> None:
    """What was going on is cancelled, and cleans up before anybody goes on."""
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0.01)
            ended.append("clean")

    async def go() -> None:
        interrupt = Interrupt()
        asyncio.get_running_loop().call_later(0.01, interrupt.wish)
        with pytest.raises(BrokenOffByPerson):
            await interrupt.race(work())
        assert ended == ["clean"]
        with pytest.raises(BrokenOffByPerson):
            await interrupt.race(asyncio.sleep(0))
        interrupt.forget()
        await interrupt.race(asyncio.sleep(0))

    asyncio.run(go())


def test_who_waits_may_be_cancelled() -> None:
    """Whoever cancels the race cancels the work."""
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            ended.append("clean")

    async def go() -> None:
        task = asyncio.ensure_future(Interrupt().race(work()))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
    assert ended == ["clean"]
