"""Prompts that wait."""

from __future__ import annotations

import asyncio

from steno.client.prompts import NOTIFICATION, Prompt, PromptQueue


def test_order_and_waiting() -> None:
    """Prompts come out as they went in; whoever waits is woken."""

    async def go() -> None:
        queue = PromptQueue()
        assert queue.take() is None
        waiting = asyncio.ensure_future(queue.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        queue.put(Prompt(content="a"))
        queue.put(Prompt(content="b"))
        await asyncio.wait_for(waiting, 1)
        assert [prompt.text for prompt in queue] == ["a", "b"]
        first = queue.take()
        assert first is not None
        assert first.text == "a"
        assert [prompt.text for prompt in queue.take_all()] == ["b"]
        assert len(queue) == 0
        assert not asyncio.ensure_future(queue.wait()).done()

    asyncio.run(go())


def test_words_of_a_prompt() -> None:
    """Images say nothing."""
    blocks = [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]
    assert Prompt(content=blocks).text == "a\nb"
    assert Prompt(content="x", origin=NOTIFICATION).is_news
