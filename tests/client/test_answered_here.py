"""Commands that are answered without a model."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steno.cli.chatting.commands import OTHERS, OWN
from steno.client.answered_here import FOR_PEOPLE, local_answer
from steno.client.answers import COMMANDS
from tests.client.agents import Bench
from tests.client.test_memory import write

if TYPE_CHECKING:
    from pathlib import Path


def test_all_commands_of_the_chat_are_known() -> None:
    """None of them is called unknown where there is no chat."""
    assert {*OWN, *OTHERS} - {*COMMANDS, "cost"} <= FOR_PEOPLE


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("/help", "/help is not available here: it is a command of 'steno chat'."),
        ("/cost", "Nothing was spent yet."),
        ("/frob x y", "Unknown command: /frob"),
        ("/mine", None),
        ("/compact", None),
        ("hello", None),
        ("/usr is a folder", None),
    ],
)
def test_what_is_answered_here(tmp_path: Path, prompt: str, answer: str | None) -> None:
    """Commands that there are go on; the others get a clear answer."""
    bench = Bench(folder=tmp_path)
    write(bench.cwd / ".claude" / "commands" / "mine.md", "Go.")

    async def go() -> None:
        async with bench as agent:
            assert local_answer(agent, prompt) == answer

    asyncio.run(go())


def test_the_cost_is_told(tmp_path: Path) -> None:
    """What all models together took so far."""
    bench = Bench(folder=tmp_path, replies=["Well."])

    async def go() -> None:
        used = {"model": "claude-sonnet-4-5", "usage": {"output_tokens": 1000}}
        async with bench as agent:
            agent.shared.spending.add(used)
            assert (local_answer(agent, "/cost") or "").startswith("$0.015")

    asyncio.run(go())
