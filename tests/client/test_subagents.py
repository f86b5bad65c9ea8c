"""Sub-agents: files of their own, totals, nesting, and work in the background."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from steno.client.events import Recorded
from steno.client.taking import run_next
from steno.format import codec
from steno.model.script import answer, call, say
from steno.session.session import load
from tests.client.agents import Bench, Odd, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.model.script import Reply, Request

AGENTS = {
    "lab": {"description": "lab agent", "prompt": "LAB AGENT", "tools": ["Ok", "Agent"]},
    "deep": {"description": "deep agent", "prompt": "DEEP AGENT"},
}


def agents_of(bench: Bench) -> list[Path]:
    """Give the transcripts of sub-agents."""
    return sorted((bench.path.with_suffix("") / "subagents").glob("*.jsonl"))


def script(*of: tuple[str, list[Reply]]) -> Any:
    """Answer each agent by a list of its own, told by its system prompt."""
    left = {name: list(replies) for name, replies in of}

    def rules(request: Request) -> Reply:
        for name, replies in left.items():
            if name in request.system_text:
                return replies.pop(0)
        return None

    return rules


def test_a_subagent_has_a_file_and_totals(tmp_path: Path) -> None:
    """Its lines and meta go to files of their own; the parent sees its last words and totals."""
    usage = {"input_tokens": 10, "output_tokens": 5}
    bench = Bench(
        folder=tmp_path,
        replies=[
            [call("Agent", description="Look", prompt="Look there", subagent_type="lab")],
            "It says so.",
        ],
        rules=script(("LAB", [[say("I look."), call("Ok")], answer(say("RESULT"), usage=usage)])),
        tools=[Odd("Ok", lambda *_: "ok")],
        agents=AGENTS,
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Delegate")
        (path,) = agents_of(bench)
        kept = next(
            line["toolUseResult"] for line in bench.lines("user") if "toolUseResult" in line
        )
        assert kept["agentId"] == path.stem.removeprefix("agent-")
        assert (kept["status"], kept["totalToolUseCount"]) == ("completed", 1)
        assert kept["totalTokens"] == sum(
            kept["usage"][key]
            for key in (
                "input_tokens",
                "output_tokens",
                "cache_creation_input_tokens",
                "cache_read_input_tokens",
            )
        )
        assert kept["content"] == [{"type": "text", "text": "RESULT"}]
        meta = codec.decode_json(path.with_suffix("").with_suffix(".meta.json").read_bytes()).value
        assert meta["agentType"] == "lab"
        assert meta["spawnDepth"] == 1
        lines = [codec.decode_json(line).value for line in path.read_bytes().split(b"\n") if line]
        assert all(line["isSidechain"] and line["agentId"] == kept["agentId"] for line in lines)
        assert [line["type"] for line in lines] == [
            "user", "assistant", "assistant", "user", "assistant",
        ]  # fmt: skip
        assert lines[1]["attributionAgent"] == "lab"
        offered = next(r.tools for r in bench.api.requests if "LAB" in r.system_text)
        assert sorted(offered) == ["Agent", "Ok"]
        told = [event for event in bench.events if isinstance(event, Recorded)]
        assert any(event.parent_call == meta["toolUseId"] for event in told)
        assert path.stat().st_mode & 0o777 == 0o600

    run(bench, work)
    assert len(load(bench.path).subagents) == 1


def test_agents_start_agents(tmp_path: Path) -> None:
    """An agent may start another, whose file lies beside its own and knows how deep it is."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Agent", prompt="one", subagent_type="lab")], "Done."],
        rules=script(
            ("LAB", [[call("Agent", prompt="two", subagent_type="deep")], "from lab"]),
            ("DEEP", ["from deep"]),
        ),
        agents=AGENTS,
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Delegate")
        metas = [
            codec.decode_json(path.read_bytes()).value
            for path in (bench.path.with_suffix("") / "subagents").glob("*.meta.json")
        ]
        assert sorted(meta["spawnDepth"] for meta in metas) == [1, 2]

    run(bench, work)


def test_agents_work_side_by_side(tmp_path: Path) -> None:
    """Two agents of one message work at the same time."""
    at_once: list[int] = []
    now = 0

    async def meet(_: Any, __: Any) -> str:
        nonlocal now
        now += 1
        at_once.append(now)
        await asyncio.sleep(0.2)
        now -= 1
        return "met"

    start = call("Agent", prompt="go", subagent_type="deep")
    both = [start, {**start, "id": "toolu_another"}]
    bench = Bench(
        folder=tmp_path,
        replies=[both, "Done."],
        rules=script(("DEEP", [[call("Meet")], [call("Meet")], "a", "b"])),
        tools=[Odd("Meet", meet)],
        agents=AGENTS,
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Delegate")
        assert max(at_once) == 2
        assert len(agents_of(bench)) == 2

    run(bench, work)


def test_an_unknown_kind_of_agent_is_told(tmp_path: Path) -> None:
    """The model hears which kinds there are."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Agent", prompt="go", subagent_type="nobody")], "Oh."],
        agents=AGENTS,
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Delegate")
        assert "Agent type 'nobody' not found" in bench.results()[0]["content"]
        assert agents_of(bench) == []

    run(bench, work)


def test_an_agent_in_the_background_tells_of_its_end(tmp_path: Path) -> None:
    """The call is answered at once; the end of the agent is the next prompt."""
    bench = Bench(
        folder=tmp_path,
        replies=[
            [call("Agent", prompt="slowly", subagent_type="deep", run_in_background=True)],
            "Started.",
            "Noted.",
        ],
        rules=script(("DEEP", [answer(say("BG RESULT"), delay=0.3)])),
        agents=AGENTS,
    )

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Delegate")).text == "Started."
        kept = bench.lines("user")[-1]["toolUseResult"]
        assert kept["status"] == "async_launched"
        await asyncio.wait_for(agent.shared.queue.wait(), 5)
        ended = await run_next(agent)
        assert ended is not None
        assert ended.text == "Noted."
        news = bench.lines("user")[-1]
        assert news["origin"] == {"kind": "task-notification"}
        assert "BG RESULT" in news["message"]["content"]
        assert kept["agentId"] in news["message"]["content"]

    run(bench, work)


def test_breaking_off_ends_the_agents_that_are_waited_for(tmp_path: Path) -> None:
    """An agent in the foreground is broken off with the turn, and its own file says so."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Agent", prompt="go", subagent_type="deep")], "Yes?"],
        rules=script(("DEEP", [[call("Nap")], "never"])),
        tools=[Odd("Nap", lambda *_: asyncio.sleep(20))],
        agents=AGENTS,
    )

    async def work(agent: Agent) -> None:
        asyncio.get_running_loop().call_later(0.5, agent.interrupt.wish)
        ended = await ask(agent, "Delegate")
        assert ended.subtype == "error_during_execution"
        assert bench.results()[0]["is_error"] is True
        (path,) = agents_of(bench)
        assert b"[Request interrupted by user for tool use]" in path.read_bytes()
        assert (await ask(agent, "Go on")).text == "Yes?"

    run(bench, work)
