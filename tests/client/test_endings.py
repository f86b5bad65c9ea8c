"""How turns end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.client.endings import CUT_OFF, MOST_CUT, MOST_REMINDED, agent_marks, as_drafts
from steno.client.hook_runs import Hook
from steno.client.options import Options
from steno.model.script import answer, call, say
from tests.client.agents import Bench, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.model.script import Reply, Request


def test_a_model_that_is_always_cut_off_ends_somewhere(tmp_path: Path) -> None:
    """An answer without end is continued some times, and then taken as it is."""
    long = answer(say("and so on"), stop_reason="max_tokens")
    bench = Bench(folder=tmp_path, replies=[long] * (MOST_CUT + 1))

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "Tell me everything")
        assert (ended.subtype, ended.stop_reason) == ("success", "max_tokens")
        asked = [line["message"]["content"] for line in bench.lines("user")]
        assert asked.count(CUT_OFF) == MOST_CUT

    run(bench, work)


def test_a_model_that_never_takes_the_form_fails(tmp_path: Path) -> None:
    """After some reminders the turn ends as an error of its own."""
    bench = Bench(
        folder=tmp_path,
        replies=["No."] * (MOST_REMINDED + 1),
        options=Options(json_schema={"type": "object"}),
    )

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "x?")
        assert ended.subtype == "error_max_structured_output_retries"
        assert ended.structured_output is None

    run(bench, work)


def test_a_person_at_a_terminal_sees_how_long_it_took(tmp_path: Path) -> None:
    """Interactive turns end with a line that tells their length."""
    bench = Bench(folder=tmp_path, replies=["One.", "Two."], options=Options(is_interactive=True))

    async def work(agent: Agent) -> None:
        await ask(agent, "a", "b")
        told = [line for line in bench.lines("system") if line["subtype"] == "turn_duration"]
        assert len(told) == 2

    run(bench, work)


def test_attachments_become_lines() -> None:
    """What is held as an object is written under its type."""
    (draft,) = as_drafts([{"type": "hook_system_message", "content": "x"}])
    assert draft.before["attachment"] == {"type": "hook_system_message", "content": "x"}


def test_marks_of_the_main_conversation(tmp_path: Path) -> None:
    """Hooks of the main conversation hear of no agent."""
    bench = Bench(folder=tmp_path, replies=["Hi."])

    async def work(agent: Agent) -> None:
        await ask(agent, "Hi")
        assert agent_marks(agent) == {"cwd": str(bench.cwd)}

    run(bench, work)


def test_stop_hooks_hear_of_what_runs_beside(tmp_path: Path) -> None:
    """Commands and agents in the background, as the real client tells them."""
    sleeps = call("Bash", command="sleep 60", description="wait", run_in_background=True)
    asks = call("Agent", description="look", prompt="Look around", run_in_background=True)

    def rules(request: Request) -> Reply:
        if "Look around" in request.last_text:
            return [call("Bash", command="sleep 60", description="nap")]
        return "Started." if "running in background" in str(request.messages) else [sleeps, asks]

    bench = Bench(folder=tmp_path, rules=rules)
    told: list[dict[str, str]] = []

    async def hear(about: Mapping[str, Any], _: str | None) -> dict[str, Any]:
        told.extend(about["background_tasks"])
        return {}

    async def work(agent: Agent) -> None:
        agent.shared.hooks.add("Stop", Hook(call=hear))
        await ask(agent, "Go")
        shell, child = (task.id for task in agent.context.background.running())
        assert told == [
            {"id": shell, "type": "shell", "status": "running", "description": "wait",
             "command": "sleep 60"},
            {"id": child, "type": "subagent", "status": "running", "description": "look",
             "agent_type": "general-purpose"},
        ]  # fmt: skip

    run(bench, work)
