"""Summing up: by hand, near the end, and after a refusal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from steno.client import compaction
from steno.client.context_usage import context_usage
from steno.client.events import Compacted
from steno.model.script import answer, call, say
from steno.session.session import load
from steno.testing.messages_faults import refuses
from tests.client.agents import Bench, Odd, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.model.script import Reply, Request

SUMMARY = "<analysis>hm</analysis>\n<summary>\nThe user wants OKAY.\n</summary>"
TOO_LONG = refuses(400, "prompt is too long: 210000 tokens > 200000 maximum")


def summing(request: Request) -> Reply:
    """Answer what asks for a summary."""
    return SUMMARY if request.body.get("tool_choice") == {"type": "none"} else None


def long(text: str) -> Any:
    """Answer at the end of a conversation of 190,000 tokens."""
    return answer(say(text), usage={"input_tokens": 190_000, "output_tokens": 10})


def boundary(bench: Bench) -> Any:
    """Give the line of the only compaction."""
    (line,) = [line for line in bench.lines("system") if line["subtype"] == "compact_boundary"]
    return line


def test_what_was_kept_counts_for_its_own_length(tmp_path: Path) -> None:
    """Right after a summary the last answer's count is not true, and nothing sums up again."""
    bench = Bench(folder=tmp_path, replies=[long("One."), "Two.", "Three."], rules=summing)

    async def work(agent: Agent) -> None:
        await ask(agent, "First")
        assert compaction.tokens_now(agent) > 190_000
        await ask(agent, "/compact")
        assert 0 < compaction.tokens_now(agent) < 5_000
        assert (await context_usage(agent))["totalTokens"] < 50_000
        await ask(agent, "Second")
        await ask(agent, "Third")
        assert boundary(bench)["compactMetadata"]["trigger"] == "manual"

    run(bench, work)


def test_by_hand(tmp_path: Path) -> None:
    """``/compact`` asks for a summary with the user's wish, and the talk goes on from it."""
    ok = Odd("Ok", lambda *_: "ok")
    bench = Bench(
        folder=tmp_path, replies=[[call("Ok")], "One.", "Two."], rules=summing, tools=[ok]
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "First")
        ended = await ask(agent, "/compact keep the colours")
        assert not ended.is_error
        assert "keep the colours" in bench.api.requests[2].last_text
        line = boundary(bench)
        assert line["parentUuid"] is None
        assert line["compactMetadata"]["trigger"] == "manual"
        assert (await ask(agent, "Second")).text == "Two."
        sent = bench.api.requests[-1].messages
        assert "The user wants OKAY." in str(sent[0])
        assert "hm</analysis>" not in str(sent)
        assert not any("First" in str(message) for message in sent)
        assert [e.trigger for e in bench.events if isinstance(e, Compacted)] == ["manual"]

    run(bench, work)


def test_near_the_end(tmp_path: Path) -> None:
    """A conversation that comes near the end of the window is summed up before it goes on."""
    bench = Bench(folder=tmp_path, replies=[long("One."), long("Two."), "Three."], rules=summing)

    async def work(agent: Agent) -> None:
        await ask(agent, "First", "Second")
        assert (await ask(agent, "Third")).text == "Three."
        found = [line for line in bench.lines("system") if line["subtype"] == "compact_boundary"]
        assert found[-1]["compactMetadata"]["trigger"] == "auto"
        sent = bench.api.requests[-1].messages
        assert "The user wants OKAY." in str(sent)
        assert "Third" in str(sent)

    run(bench, work)


def test_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    """Calls and results that are under way are kept whole beyond the summary."""
    ok = Odd("Ok", lambda *_: "RESULT")
    usage = {"input_tokens": 190_000, "output_tokens": 10}
    calls = answer(say("I look."), call("Ok"), call("Ok"), usage=usage)
    bench = Bench(folder=tmp_path, replies=["Hello.", calls, "Done."], rules=summing, tools=[ok])

    async def work(agent: Agent) -> None:
        await ask(agent, "Hi")
        assert (await ask(agent, "Look")).text == "Done."
        sent = bench.api.requests[-1].messages
        assert str(sent).count("RESULT") == 2
        assert boundary(bench)["compactMetadata"]["preservedMessages"]["uuids"]

    run(bench, work)


def test_after_a_refusal(tmp_path: Path) -> None:
    """A conversation that the service calls too long is summed up, and asked again."""
    bench = Bench(folder=tmp_path, replies=["One.", TOO_LONG, "Two."], rules=summing)

    async def work(agent: Agent) -> None:
        await ask(agent, "First")
        assert (await ask(agent, "Second")).text == "Two."
        assert boundary(bench)["compactMetadata"]["trigger"] == "auto"
        assert "Second" in str(bench.api.requests[-1].messages)

    run(bench, work)


def test_a_first_prompt_that_is_too_long_is_told(tmp_path: Path) -> None:
    """Where there is nothing to sum up, the person is told."""
    bench = Bench(folder=tmp_path, replies=[TOO_LONG], rules=summing)

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "First")
        assert ended.is_error
        assert ended.text.startswith("Prompt is too long")

    run(bench, work)


def test_files_that_were_read_are_shown_again(tmp_path: Path) -> None:
    """After a compaction the model sees the files that it had read."""
    file = tmp_path / "a.txt"
    file.write_text("WATER\n")
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Read", file_path=str(file))], "One.", "Two."],
        rules=summing,
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Read it", "/compact", "And now?")
        assert "WATER" in str(bench.api.requests[-1].messages)

    run(bench, work)


def test_it_may_be_done_twice(tmp_path: Path) -> None:
    """A second compaction counts what both have saved."""
    bench = Bench(folder=tmp_path, replies=["One.", "Two.", "Three."], rules=summing)

    async def work(agent: Agent) -> None:
        await ask(agent, "First", "/compact", "Second", "/compact", "Third")
        found = [line for line in bench.lines("system") if line["subtype"] == "compact_boundary"]
        saved = [line["compactMetadata"]["cumulativeDroppedTokens"] for line in found]
        assert len(saved) == 2
        assert saved[0] <= saved[1]

    run(bench, work)
    assert len(load(bench.path).compactions) == 2


def test_a_short_conversation_is_left_as_it_is(tmp_path: Path) -> None:
    """``/compact`` says so where there is nothing to sum up."""
    bench = Bench(folder=tmp_path, replies=["Hello."], rules=summing)

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "/compact")).text == compaction.NOTHING
        assert (await ask(agent, "Hi")).text == "Hello."

    run(bench, work)


def test_a_hook_may_object(tmp_path: Path) -> None:
    """PreCompact hooks are told why, and may refuse."""
    hook = {"hooks": [{"type": "command", "command": "cat >&2; exit 2"}]}
    bench = Bench(
        folder=tmp_path,
        replies=["One.", "Two."],
        rules=summing,
        settings={"hooks": {"PreCompact": [hook]}},
    )

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "First", "Second", "/compact please")
        assert "blocked by hook" in ended.text
        assert '"trigger":"manual"' in ended.text
        assert '"custom_instructions":"please"' in ended.text
        assert len(bench.api.requests) == 2

    run(bench, work)


@pytest.mark.parametrize(
    ("model", "chosen", "least", "most"),
    [
        ("claude-sonnet-4-5", None, 160_000, 175_000),
        ("claude-sonnet-4-5[1m]", None, 900_000, 975_000),
        ("claude-sonnet-4-5", 10_000, 5_000, 9_000),
    ],
)
def test_the_threshold_leaves_room_for_an_answer(
    model: str, chosen: int | None, least: int, most: int
) -> None:
    """A conversation is summed up before the window is full, however large that is."""
    assert least < compaction.threshold(model, chosen) < most


def test_a_subagent_is_summed_up_in_its_own_file(tmp_path: Path) -> None:
    """A sub-agent that becomes too long goes on from a summary, with what was under way."""
    usage = {"input_tokens": 190_000, "output_tokens": 10}
    left: list[Any] = [answer(say("I look."), call("Ok"), usage=usage), "RESULT"]

    def rules(request: Request) -> Reply:
        if (asked := summing(request)) is not None:
            return asked
        return left.pop(0) if "DEEP" in request.system_text else None

    bench = Bench(
        folder=tmp_path,
        replies=[[call("Agent", prompt="go", subagent_type="deep")], "Done."],
        rules=rules,
        tools=[Odd("Ok", lambda *_: "FOUND")],
        agents={"deep": {"description": "d", "prompt": "DEEP"}},
    )

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Delegate")).text == "Done."
        asked = [request for request in bench.api.requests if "DEEP" in request.system_text]
        sent = str(asked[-1].messages)
        assert "The user wants OKAY." in sent
        assert "FOUND" in sent
        (path,) = (bench.path.with_suffix("") / "subagents").glob("*.jsonl")
        assert b"compact_boundary" in path.read_bytes()
        assert b"compact_boundary" not in bench.path.read_bytes()

    run(bench, work)


def test_a_conversation_too_long_even_for_its_summary(tmp_path: Path) -> None:
    """Where the summary is refused as too long, it is asked for without the beginning."""
    refused = [TOO_LONG]

    def rules(request: Request) -> Reply:
        if summing(request) is None:
            return None
        return refused.pop() if refused else SUMMARY

    bench = Bench(folder=tmp_path, replies=["One.", "Two.", "Three.", "Four."], rules=rules)

    async def work(agent: Agent) -> None:
        await ask(agent, "First", "Second", "Third", "/compact", "Fourth")
        asked = [request for request in bench.api.requests if summing(request)]
        assert len(asked[1].messages) < len(asked[0].messages)
        assert "First" not in str(asked[1].messages)
        assert "Third" in str(asked[1].messages)

    run(bench, work)


def test_a_summary_that_nobody_gives_is_an_error(tmp_path: Path) -> None:
    """A refusal that shortening does not mend is told, and the conversation stays as it was."""

    def rules(request: Request) -> Reply:
        return refuses(400, "no summaries today") if summing(request) else None

    bench = Bench(folder=tmp_path, replies=["One.", "Two."], rules=rules)

    async def work(agent: Agent) -> None:
        await ask(agent, "First")
        ended = await ask(agent, "/compact")
        assert ended.is_error
        assert "no summaries today" in ended.text
        assert (await ask(agent, "Second")).text == "Two."
        assert "First" in str(bench.api.requests[-1].messages)

    run(bench, work)


def test_the_first_thing_after_a_resume(tmp_path: Path) -> None:
    """A session that was broken off can be summed up at once, and nothing is lost or said twice."""
    nap = Odd("Nap", lambda *_: asyncio.sleep(20))
    first = Bench(folder=tmp_path, replies=["Hello.", [call("Nap")]], tools=[nap])

    async def begin(agent: Agent) -> None:
        await ask(agent, "Hi")
        asyncio.get_running_loop().call_later(0.3, agent.interrupt.wish)
        await ask(agent, "Sleep")

    run(first, begin)
    second = Bench(
        folder=tmp_path, replies=["Two."], rules=summing, tools=[nap], resume=str(first.path)
    )

    async def again(agent: Agent) -> None:
        assert (await ask(agent, "/compact", "Second")).text == "Two."
        assert "The user wants OKAY." in str(second.api.requests[-1].messages)

    run(second, again)
