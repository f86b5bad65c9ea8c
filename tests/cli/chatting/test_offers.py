"""What is offered makes the question needless."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steno.cli.chatting.approval import scope
from steno.cli.chatting.offers import offered
from steno.client.person import Wish
from steno.client.start_flags import StartFlags
from steno.model.script import call
from tests.cli.chatting.bench import MODEL, TalkBench, say

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("git commit -m x", "Bash(git commit *)"),
        ("touch p1", "Bash(touch *)"),
        ("echo one > a.txt; ls -la", "any edit of files"),
        ("make all > log.txt", "any edit of files; Bash(make all *)"),
        ("echo hi > /etc/x", ""),
        ("(cd a && make)", ""),
    ],
)
def test_only_what_works_is_offered(command: str, told: str, tmp_path: Path) -> None:
    """A rule where it covers the call, the mode of edits where a file is in the way, or nothing."""
    bench = TalkBench(tmp_path)

    async def go() -> None:
        async with bench as talk:
            bash = talk.agent.shared.tools["Bash"]
            given = {"command": command}
            asked = talk.agent.shared.judge.decide(bash, given, talk.agent.context)
            wish = Wish(
                tool="Bash",
                given=given,
                call_id="t",
                agent_id=None,
                reason=asked.reason,
                suggestions=asked.suggestions,
            )
            assert scope(offered(talk.agent, wish)) == told

    asyncio.run(go())


def test_a_tool_that_nobody_knows_keeps_its_suggestions(tmp_path: Path) -> None:
    """Nothing can be tried with it."""
    change = {"type": "addRules", "rules": [{"toolName": "odd"}], "behavior": "allow"}

    async def go() -> None:
        async with TalkBench(tmp_path) as talk:
            wish = Wish(
                tool="odd", given={}, call_id="t", agent_id=None, reason="", suggestions=(change,)
            )
            assert scope(offered(talk.agent, wish)) == "odd"

    asyncio.run(go())


def test_it_is_not_asked_again(tmp_path: Path) -> None:
    """The second call of the same kind runs, and the record says what was agreed to."""
    first, second = (call("Bash", command=f"echo {n} > {n}.txt; ls -la") for n in ("one", "two"))
    bench = TalkBench(tmp_path, [first, second, "Fine."], ["a"])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "go")
        assert len(bench.face.asked) == 1
        assert "do not ask again this session: any edit of files" in bench.face.text
        assert (bench.cwd / "two.txt").exists()

    asyncio.run(go())


def test_a_plan_can_be_agreed_to_with_its_edits(tmp_path: Path) -> None:
    """The mode is then the one that edits without asking; otherwise the usual one."""
    for answer, mode in (("2", "acceptEdits"), ("1", "default")):
        flags = StartFlags(model=MODEL, permission_mode="plan")
        bench = TalkBench(tmp_path / answer, [call("ExitPlanMode"), "On it."], [answer], flags)

        async def go(bench: TalkBench = bench, mode: str = mode) -> None:
            async with bench as talk:
                await say(talk, "go")
                assert talk.agent.shared.judge.mode == mode
            assert "question to a person" not in bench.face.text

        asyncio.run(go())
