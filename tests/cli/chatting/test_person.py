"""The person at the terminal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.client.person import Wish
from steno.client.start_flags import StartFlags
from steno.model.script import call
from tests.cli.chatting.bench import MODEL, TalkBench, say

if TYPE_CHECKING:
    from pathlib import Path


def test_a_command_is_shown_asked_about_and_the_answer_kept(tmp_path: Path) -> None:
    """What would run stands above the question, the answer below it."""
    replies = [call("Bash", command="touch x"), call("Bash", command="touch y"), "Fine."]
    bench = TalkBench(tmp_path, replies, ["y", "n use make"])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "go")
        text = bench.face.text
        assert text.index("│ touch x") < text.index("→ Yes, this once")
        assert "No: use make" in text
        assert (bench.cwd / "x").exists()
        assert not (bench.cwd / "y").exists()
        assert "the user said:\nuse make" in bench.exchange.requests[2].last_text

    asyncio.run(go())


def test_questions_are_put_one_after_the_other(tmp_path: Path) -> None:
    """An answer that is refused ends them all, and the model is told."""
    options = [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b"}]
    questions = [
        {"question": f"{name}?", "header": name, "options": options, "multiSelect": False}
        for name in ("One", "Two")
    ]
    first, second = (call("AskUserQuestion", questions=questions) for _ in range(2))
    bench = TalkBench(tmp_path, [first, second, "Fine."], ["1", "green", "1", None])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "ask")
        told, refused = (request.last_text for request in bench.exchange.requests[1:3])
        assert '"One?"="Red", "Two?"="green"' in told
        assert "did not answer" in refused

    asyncio.run(go())


def test_a_plan_is_shown_from_its_file(tmp_path: Path) -> None:
    """The model only says that it is done; the person sees what it wrote."""
    bench = TalkBench(tmp_path, flags=StartFlags(model=MODEL, permission_mode="plan"))

    async def go() -> None:
        async with bench as talk:
            assert talk.plan() == ""
            talk.agent.recorder.call_it("quick-brown-fox")
            assert talk.plan() == ""
            (bench.home / "plans").mkdir()
            (bench.home / "plans" / "quick-brown-fox.md").write_text("# Do this\n")
            wish = Wish(tool="ExitPlanMode", given={}, call_id="t", agent_id=None, reason="")
            word = await talk.person.may_use(wish)
            assert word.behavior == "deny"
            assert "Do this" in bench.face.text

    asyncio.run(go())
