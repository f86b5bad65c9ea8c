"""What stands at the beginning."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting.welcome import welcome_lines
from tests.cli.chatting.bench import MODEL, TalkBench

if TYPE_CHECKING:
    from pathlib import Path


def test_it_tells_model_folder_and_how_to_get_on(tmp_path: Path) -> None:
    """A tour begins with other words."""
    bench = TalkBench(tmp_path)

    async def go() -> None:
        async with bench as talk:
            paper = bench.face.paper
            lines = "\n".join(welcome_lines(paper, talk))
            assert MODEL in lines
            assert f"{MODEL} in {str(bench.cwd)[:24]}" in lines
            assert "/help" in lines
            assert "press Enter" in "\n".join(welcome_lines(paper, talk, is_tour=True))

    asyncio.run(go())
