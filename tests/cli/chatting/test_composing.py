"""What a prompt is made of."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.client.start_flags import StartFlags
from tests.cli.chatting.bench import MODEL, TalkBench, say
from tests.cli.chatting.test_pictures import PNG

if TYPE_CHECKING:
    from pathlib import Path


def test_pictures_that_cannot_be_sent_are_told(tmp_path: Path) -> None:
    """The prompt goes without them."""
    bench = TalkBench(tmp_path, ["Hm."])
    (bench.cwd / "a.png").write_text("none")

    async def go() -> None:
        async with bench as talk:
            await say(talk, "see 'a.png'")
        assert "'a.png' was not sent" in bench.face.text
        assert "see 'a.png'" in bench.exchange.requests[0].last_text

    asyncio.run(go())


def test_pictures_are_counted_through_the_session(tmp_path: Path) -> None:
    """Also after a resume: two pictures never have one number, and paths stay words."""
    bench = TalkBench(tmp_path, ["One.", "Two."])
    (bench.cwd / "my pic.png").write_bytes(PNG)

    async def go() -> None:
        async with bench as talk:
            await say(talk, 'see "my pic.png"', f"and '{bench.cwd}/my pic.png'")
        assert 'see "my pic.png" [Image #1]' in bench.exchange.requests[0].last_text
        assert "my pic.png' [Image #2]" in bench.exchange.requests[1].last_text
        flags = StartFlags(model=MODEL, resume=bench.path.stem)
        again = TalkBench(tmp_path, ["Three."], flags=flags)
        async with again as talk:
            await say(talk, 'now "my pic.png"')
        assert "[Image #3]" in again.exchange.requests[0].last_text

    asyncio.run(go())


def test_mentions_are_told(tmp_path: Path) -> None:
    """What was read is said, and what is not there, too."""
    bench = TalkBench(tmp_path, ["One."])
    (bench.cwd / "notes.md").write_text("seven\n")
    (bench.cwd / "src").mkdir()

    async def go() -> None:
        async with bench as talk:
            await say(talk, "see @notes.md, @src and @nothere.txt")
        assert "Read notes.md" in bench.face.text
        assert "Listed src" in bench.face.text
        assert "@nothere.txt names no file" in bench.face.text

    asyncio.run(go())
