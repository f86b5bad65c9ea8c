"""What takes how much of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.context_usage import context_usage
from steno.model.script import answer, say
from tests.client.agents import Bench, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


def test_the_sum_is_what_the_last_answer_told(tmp_path: Path) -> None:
    """Parts are guessed, the sum is known; the rest of the window is free."""
    usage = {"input_tokens": 50_000, "output_tokens": 1000}
    bench = Bench(folder=tmp_path, replies=[answer(say("Hi."), usage=usage)])

    async def work(agent: Agent) -> None:
        before = await context_usage(agent)
        assert 0 < before["totalTokens"] < 50_000
        await ask(agent, "Hello")
        told = await context_usage(agent)
        assert (told["totalTokens"], told["maxTokens"]) == (51_000, 200_000)
        assert told["freeTokens"] == 149_000
        assert told["percentage"] == 25.5
        parts = {part["name"]: part["tokens"] for part in told["categories"]}
        assert parts["Tools"] > parts["Messages"] > 0

    run(bench, work)


def test_the_service_counts_where_it_is_asked_to(tmp_path: Path) -> None:
    """An exact sum costs a request."""
    bench = Bench(folder=tmp_path, replies=["Hi."])

    async def work(agent: Agent) -> None:
        await ask(agent, "Hello")
        told = await context_usage(agent, counts=True)
        assert told["totalTokens"] > 0
        assert len(bench.api.counts) == 1

    run(bench, work)
