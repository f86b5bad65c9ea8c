"""Taking prompts: commands, skills, listings, and what may not be run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steno.client.hook_runs import Hook
from steno.model.script import call
from steno.session.session import load
from tests.client.agents import Bench, Lenient, ask
from tests.client.test_agent import run
from tests.client.test_memory import write

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


def test_a_command_of_the_project(tmp_path: Path) -> None:
    """The command is written as one, its text follows in the user's name, with what it ran."""
    bench = Bench(folder=tmp_path, replies=["Hello Bob.", "Yes."])
    write(bench.cwd / ".claude" / "commands" / "hello.md", "Greet $1 with !`echo WORLD`.\n")

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "/hello Bob")).text == "Hello Bob."
        first, body = bench.lines("user")[:2]
        assert first["message"]["content"] == (
            "<command-message>hello</command-message>\n<command-name>/hello</command-name>\n"
            "<command-args>Bob</command-args>"
        )
        assert body["isMeta"] is True
        assert body["message"]["content"][0]["text"] == "Greet Bob with WORLD."
        assert bench.lines("assistant")[0]["attributionSkill"] == "hello"
        await ask(agent, "Thanks")
        assert "attributionSkill" not in bench.lines("assistant")[-1]

    run(bench, work)


def test_commands_run_nothing_that_would_be_asked_about(tmp_path: Path) -> None:
    """What the rules do not allow unasked is not run for a command, and the model hears it."""
    bench = Bench(folder=tmp_path, replies=["Well."], judge=Lenient(ask=["Bash"]))
    mark = tmp_path / "mark"
    write(bench.cwd / ".claude" / "commands" / "evil.md", f"!`touch {mark}`")

    async def work(agent: Agent) -> None:
        await ask(agent, "/evil")
        assert not mark.exists()
        assert "was not run" in str(bench.api.requests[0].messages)
        assert bench.person.wishes == []

    run(bench, work)


def test_an_unknown_command_asks_no_model(tmp_path: Path) -> None:
    """It is said that there is none; the transcript has both, and the conversation goes on."""
    bench = Bench(folder=tmp_path, replies=["Well."])

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "/frob x")
        assert (ended.text, ended.is_error) == ("Unknown command: /frob", False)
        assert bench.api.requests == []
        asked, told = bench.lines("system")
        assert (asked["subtype"], asked["content"]) == ("local_command", "/frob x")
        assert "Unknown command: /frob" in told["content"]
        assert (await ask(agent, "And now?")).text == "Well."

    run(bench, work)


@pytest.mark.parametrize("prompt", ["/ look at this", "/tmp is full", "/tmp/x is full", "/a.md?"])
def test_a_path_is_a_prompt(tmp_path: Path, prompt: str) -> None:
    """Not all that begins with a slash is a command."""
    bench = Bench(folder=tmp_path, replies=["Well."])

    async def work(agent: Agent) -> None:
        assert (await ask(agent, prompt)).text == "Well."

    run(bench, work)


def test_the_model_is_told_of_agents_once(tmp_path: Path) -> None:
    """The kinds of agents are told with the first prompt, and not again."""
    bench = Bench(folder=tmp_path, replies=["One.", [call("Read", file_path="/x")], "Two."])

    async def work(agent: Agent) -> None:
        await ask(agent, "a", "b")
        held = [line["attachment"]["type"] for line in bench.lines("attachment")]
        assert held.count("agent_listing_delta") == 1
        assert "general-purpose" in str(bench.api.requests[-1].messages)

    run(bench, work)


def test_a_prompt_of_blocks(tmp_path: Path) -> None:
    """A prompt with a picture is sent and kept as it is."""
    from steno.client.prompts import Prompt
    from steno.client.taking import run_next, submit
    from tests.client.conversations import image, text

    bench = Bench(folder=tmp_path, replies=["A pixel.", "Yes."])

    async def work(agent: Agent) -> None:
        submit(agent, Prompt(content=[text("What is it?"), image()]))
        ended = await run_next(agent)
        assert ended is not None
        assert ended.text == "A pixel."
        await ask(agent, "Sure?")
        enqueued = bench.lines("queue-operation")[0]
        assert "content" not in enqueued

    run(bench, work)


def test_commands_may_use_what_they_say_in_a_trusted_folder(tmp_path: Path) -> None:
    """Tools that a command names are granted for its turn, but not by a folder of strangers."""
    bench = Bench(folder=tmp_path, replies=["One.", "Two.", "Three."])
    head = "---\nallowed-tools: Bash(git log:*), Read\n---\n"
    write(bench.cwd / ".claude" / "commands" / "log.md", f"{head}Log")

    async def work(agent: Agent) -> None:
        await ask(agent, "/log")
        assert bench.judge.granted == ["Bash(git log:*)", "Read"]
        await ask(agent, "Thanks")
        assert bench.judge.granted == []
        agent.shared.own_folder = bench.home
        await ask(agent, "/log")
        assert bench.judge.granted == []

    run(bench, work)


def test_a_prompt_that_is_broken_off_while_hooks_look_at_it(tmp_path: Path) -> None:
    """It is written down as it was said, and then that it was broken off."""
    bench = Bench(folder=tmp_path)

    async def work(agent: Agent) -> None:
        began = asyncio.Event()

        async def hear(*_: object) -> dict[str, object]:
            began.set()
            await asyncio.sleep(60)
            return {}

        agent.shared.hooks.add("UserPromptSubmit", Hook(call=hear))
        turn = asyncio.ensure_future(ask(agent, "Hello"))
        await began.wait()
        agent.interrupt.wish()
        assert (await turn).subtype == "error_during_execution"
        said, broken = (line["message"]["content"] for line in bench.lines("user"))
        assert said == "Hello"
        assert broken[0]["text"] == "[Request interrupted by user]"
        assert "Hello" in str(load(bench.path).messages())

    run(bench, work)


def test_a_prompt_that_hooks_refuse_is_not_part_of_it(tmp_path: Path) -> None:
    """It stands in the notice alone: the model never sees it."""
    hook = {"hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}
    bench = Bench(folder=tmp_path, settings={"hooks": {"UserPromptSubmit": [hook]}})

    async def work(agent: Agent) -> None:
        await ask(agent, "Hello")
        assert bench.lines("user") == []
        assert "Original prompt: Hello" in bench.lines("system")[0]["content"]

    run(bench, work)
