"""Commands that the person runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting.shell_mode import shell_lines, streams
from steno.client.start_flags import StartFlags
from steno.client.tool import ToolAnswer, failed
from tests.cli.chatting.bench import MODEL, TalkBench, say, until

if TYPE_CHECKING:
    from pathlib import Path


def test_output_is_shown_and_told_to_the_model(tmp_path: Path) -> None:
    """It runs in the folder of the conversation, which it may change."""
    bench = TalkBench(tmp_path, ["I see."])
    (bench.cwd / "below").mkdir()

    async def go() -> None:
        async with bench as talk:
            await say(talk, "!cd below && echo here")
            assert talk.agent.context.cwd == (bench.cwd / "below").resolve()
        assert bench.face.text.count("▌ ! cd below") == 1
        assert "\n  here" in bench.face.text
        assert "<bash-stdout>here" in bench.exchange.requests[0].last_text
        assert "● I see." in bench.face.text

    asyncio.run(go())


def test_it_can_be_interrupted(tmp_path: Path) -> None:
    """Nothing is asked then."""
    bench = TalkBench(tmp_path, ["never"])

    async def go() -> None:
        async with bench as talk:
            talk.entered("!sleep 60")
            await until(lambda: talk.is_busy)
            await asyncio.sleep(0.2)
            talk.interrupt()
            await talk.settled()
        assert "interrupted" in bench.face.text
        assert bench.exchange.requests == []

    asyncio.run(go())


def test_without_a_shell_it_is_told(tmp_path: Path) -> None:
    """A session may have no Bash."""
    flags = StartFlags(model=MODEL, disallowed_tools=("Bash",))
    bench = TalkBench(tmp_path, flags=flags)

    async def go() -> None:
        async with bench as talk:
            await say(talk, "!ls")
        assert "there is no shell" in bench.face.text

    asyncio.run(go())


def test_both_streams_are_found() -> None:
    """In what the tool keeps, or else in what the model would be told."""
    kept = {"stdout": "out", "stderr": "err"}
    assert streams(ToolAnswer("x", kept)) == ("out", "err")
    assert streams(ToolAnswer("told")) == ("told", "")
    assert streams(failed("bad")) == ("", "bad")


def test_the_lines_belong_to_no_prompt() -> None:
    """As the real client writes them."""
    asked, came = shell_lines("ls", "a", "b")
    assert asked.before["message"]["content"] == "<bash-input>ls</bash-input>"
    told = "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>"
    assert came.before["message"]["content"] == told
    assert not asked.has_prompt_id
    assert not came.has_prompt_id
