"""The calls of one message."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from steno.client.calls import MOST_AT_ONCE
from steno.client.events import CallBegan
from steno.client.tool import ToolAnswer
from steno.model.script import call
from steno.testing.messages_faults import slow
from tests.client.agents import Bench, Odd, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


def test_not_all_run_at_once(tmp_path: Path) -> None:
    """However many calls a message has, only some run side by side."""
    running = most = 0

    async def nap(_: Any, __: Any) -> str:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        return "ok"

    calls = [call("Nap", n=n) for n in range(MOST_AT_ONCE + 8)]
    bench = Bench(folder=tmp_path, replies=[calls, "Done."], tools=[Odd("Nap", nap)])

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert most == MOST_AT_ONCE
        assert len(bench.results()) == MOST_AT_ONCE + 8
        assert sum(isinstance(event, CallBegan) for event in bench.events) == MOST_AT_ONCE + 8

    run(bench, work)


def test_a_command_may_move_to_another_folder(tmp_path: Path) -> None:
    """Where a shell command goes, later calls and lines are."""
    bench = Bench(
        folder=tmp_path,
        replies=[
            [call("Bash", command="mkdir inner; cd inner")],
            [call("Bash", command="pwd")],
            "There.",
        ],
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[1]["content"] == str(bench.cwd / "inner")
        assert bench.lines("assistant")[-1]["cwd"] == str(bench.cwd / "inner")

    run(bench, work)


def test_lines_that_follow_a_result(tmp_path: Path) -> None:
    """What a tool wants to be said behind its result is a line of the client's own."""
    line = {"message": {"role": "user", "content": [{"type": "text", "text": "BODY"}]}}
    skill = Odd("Load", lambda *_: ToolAnswer("Loading", {"ok": 1}, new_lines=(line,)))
    bench = Bench(folder=tmp_path, replies=[[call("Load"), call("Load")], "Done."], tools=[skill])

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert str(bench.api.requests[-1].messages).count("BODY") == 2
        assert bench.lines("user")[-1]["isMeta"] is True

    run(bench, work)


def test_an_input_that_is_no_object(tmp_path: Path) -> None:
    """A call that was cut off in its input is an error that the model hears."""
    broken = call("Read", file_path="/x")
    bench = Bench(folder=tmp_path, replies=[slow(broken), "Again."])

    async def work(agent: Agent) -> None:
        from steno.client.calls import Calls
        from steno.model.message import CompleteBlock

        await ask(agent, "Go")
        body = {"type": "tool_use", "id": "toolu_cut", "name": "Read", "input": {}}
        block = CompleteBlock(0, body, '{"file_pa')
        line = str(bench.lines("assistant")[-1]["uuid"])
        await Calls(agent).run([(block, line)])
        assert "no JSON object" in bench.results()[-1]["content"]

    async def go() -> None:
        async with bench as agent:
            await work(agent)

    asyncio.run(go())


def test_old_names_of_tools_are_understood(tmp_path: Path) -> None:
    """A model that remembers the name Task gets an agent."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Task", prompt="go", subagent_type="nobody")], "Oh."],
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert "Agent type 'nobody' not found" in bench.results()[0]["content"]

    run(bench, work)


def test_a_large_result_of_any_tool_is_kept_aside(tmp_path: Path) -> None:
    """The model sees the beginning of what is too large, and where the rest is."""
    tool = Odd("Flood", lambda *_: "x" * 200_000)
    bench = Bench(folder=tmp_path, replies=[[call("Flood")], "Much."], tools=[tool])

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[0]["content"].startswith("<persisted-output>")

    run(bench, work)
