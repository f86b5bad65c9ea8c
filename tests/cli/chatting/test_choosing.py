"""What can be gone back to."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from steno.cli.chatting.choosing import (
    earlier_prompts,
    last_turns,
    session_options,
    sessions_here,
)
from steno.client.past import Past
from tests.cli.chatting.bench import TalkBench, say

if TYPE_CHECKING:
    from pathlib import Path


def test_sessions_of_the_folder_the_newest_first(tmp_path: Path) -> None:
    """The one that is open is left out; titles and times tell them apart."""
    bench = TalkBench(tmp_path, ["One.", "Two."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples")
            first = bench.path
            await say(talk, "/clear", "pears")
            os.utime(first, (1, 1))
            assert sessions_here(bench.home, tmp_path) == []
            rows = sessions_here(bench.home, bench.cwd)
            assert [row.title for row in rows] == ["pears", "apples"]
            assert session_options(rows)[1].hint.startswith("19")
            others = sessions_here(bench.home, bench.cwd, without=bench.path.stem)
            assert [row.title for row in others] == ["apples"]

    asyncio.run(go())


def test_prompts_and_last_turns(tmp_path: Path) -> None:
    """Only what was typed can be gone back to; the last turns begin with a prompt."""
    bench = TalkBench(tmp_path, ["One.", "Two.", "Three."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "a", "b", "c")
            prompts = earlier_prompts(talk.agent)
            assert [prompt.text for prompt in prompts] == ["a", "b", "c"]
            assert prompts[0].parent is None
            lines = last_turns(Past(talk.agent.conversation.lines))
            assert lines[0]["message"]["content"] == "b"

    asyncio.run(go())
