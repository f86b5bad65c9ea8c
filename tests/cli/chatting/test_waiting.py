"""What waits can be seen and taken back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting.talk import Talk
from steno.client.prompts import NOTIFICATION, Prompt
from tests.cli.chatting.bench import TalkBench

if TYPE_CHECKING:
    from pathlib import Path


async def nothing() -> None:
    """Do nothing."""


def test_prompts_come_before_jobs_and_news_stay(tmp_path: Path) -> None:
    """The last one typed goes first; what nobody typed cannot be taken back."""

    async def go() -> None:
        bench = TalkBench(tmp_path)
        desk = bench.desk()

        waiting = Talk(desk, desk.open()).waiting
        queue = waiting.agent().shared.queue
        queue.put(Prompt(content="news", origin=NOTIFICATION))
        queue.put(waiting.prompt("all of a long paste", "[paste]"))
        waiting.add(nothing)
        assert not waiting.holds_typed()
        waiting.add(nothing, "/clear")
        assert waiting.holds_typed()
        assert waiting.texts() == ["[paste]", "/clear"]
        assert [waiting.take_back() for _ in range(3)] == ["/clear", "[paste]", ""]
        waiting.add(nothing, "/model")
        queue.put(waiting.prompt("x", "x"))
        assert waiting.take_all_back() == ["x", "/model"]
        assert [prompt.text for prompt in queue] == ["news"]
        assert waiting.next() is nothing
        assert waiting.next() is None

    asyncio.run(go())
