"""What agents of a session share."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.client.agents import Bench

if TYPE_CHECKING:
    from pathlib import Path


def test_what_nobody_waits_for_ends_with_the_session(tmp_path: Path) -> None:
    """Work beside the conversation is done by itself, or cancelled at the end."""
    ended: list[str] = []

    async def work(seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            ended.append("done")
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def go() -> None:
        async with Bench(folder=tmp_path) as agent:
            agent.shared.beside(work(0.01))
            agent.shared.beside(work(30))
            await asyncio.sleep(0.05)
            await agent.shared.finish()

    asyncio.run(go())
    assert ended == ["done", "cancelled"]


def test_agents_share_one_purse(tmp_path: Path) -> None:
    """Two benches are two sessions: what they share is their own."""

    async def go() -> None:
        async with Bench(folder=tmp_path) as agent:
            assert agent.shared.spending.cost == 0
            assert agent.shared.tools.keys() == agent.tools.keys()

    asyncio.run(go())
