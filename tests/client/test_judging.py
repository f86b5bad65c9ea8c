"""Whether a call may run: rules, hooks and the person."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.client.calls import REJECTED
from steno.client.lines import INTERRUPTED_TOOL
from steno.client.person import Word
from steno.model.script import call
from tests.client.agents import Bench, Lenient, Odd, Scripted, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


def echo() -> Odd:
    """Make a tool that says what it is given."""
    return Odd("Echo", lambda given, _: str(given.get("word")), read_only=False)


def test_a_rule_denies(tmp_path: Path) -> None:
    """A denied call is told as an error with the reason, and counted as a denial."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Echo", word="hi")], "Well."],
        tools=[echo()],
        judge=Lenient(deny=["Echo"]),
    )

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "Go")
        (result,) = bench.results()
        assert result["content"] == "Permission to use Echo has been denied: the test says so."
        assert [denial["tool_name"] for denial in ended.denials] == ["Echo"]
        assert bench.person.wishes == []

    run(bench, work)


def test_the_person_denies_with_words(tmp_path: Path) -> None:
    """What the person says goes to the model as the result."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Echo", word="hi")], "Well."],
        tools=[echo()],
        judge=Lenient(ask=["Echo"]),
        person=Scripted(Word(behavior="deny", message="NO THANKS")),
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        line = bench.lines("user")[-1]
        assert bench.results()[0]["content"] == "NO THANKS"
        assert line["toolUseResult"] == "Error: NO THANKS"

    run(bench, work)


def test_the_person_changes_the_input(tmp_path: Path) -> None:
    """A call runs with the input that the person gave for it; the line keeps what was asked."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Echo", word="hi")], "Well."],
        tools=[echo()],
        judge=Lenient(ask=["Echo"]),
        person=Scripted(Word(behavior="allow", given={"word": "other"})),
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[0]["content"] == "other"
        asked = bench.lines("assistant")[0]["message"]["content"][0]
        assert asked["input"] == {"word": "hi"}

    run(bench, work)


def test_the_person_ends_the_turn_with_a_no(tmp_path: Path) -> None:
    """All calls of the message are rejected, and the model is not asked again."""
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Echo", word="a"), call("Echo", word="b")], "Later."],
        tools=[echo()],
        judge=Lenient(ask=["Echo"]),
        person=Scripted(Word(behavior="deny", message="STOP", interrupt=True)),
    )

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "Go")
        assert ended.subtype == "error_during_execution"
        assert [result["content"] for result in bench.results()] == [REJECTED, REJECTED]
        assert bench.lines("user")[-1]["message"]["content"][0]["text"] == INTERRUPTED_TOOL
        assert len(bench.api.requests) == 1

    run(bench, work)


def test_one_answer_may_make_the_next_question_needless(tmp_path: Path) -> None:
    """Questions come one by one, and a changed rule holds for those that wait."""
    reading = Odd("Echo", lambda given, _: str(given.get("word")))
    update = {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Echo", word="a"), call("Echo", word="b")], "Done."],
        tools=[reading],
        judge=Lenient(ask=["Echo"]),
        person=Scripted(Word(behavior="allow", updates=(update,))),
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert len(bench.person.wishes) == 1
        assert bench.judge.updates == [update]

    run(bench, work)


def test_hooks_hear_that_somebody_is_asked(tmp_path: Path) -> None:
    """A Notification hook is told of the question, which does not wait for it."""
    out = tmp_path / "told"
    hook = {"hooks": [{"type": "command", "command": f"cat > {out}; sleep 20"}]}
    bench = Bench(
        folder=tmp_path,
        replies=[[call("Echo", word="hi")], "Well."],
        tools=[echo()],
        judge=Lenient(ask=["Echo"]),
        settings={"hooks": {"Notification": [hook]}},
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        for _ in range(100):
            await asyncio.sleep(0.02)
            if out.exists() and "permission_prompt" in out.read_text():
                break
        await agent.shared.finish()
        assert '"notification_type":"permission_prompt"' in out.read_text()

    run(bench, work)
