"""How turns end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.endings import CUT_OFF, MOST_CUT, MOST_REMINDED, agent_marks, as_drafts
from steno.client.options import Options
from steno.model.script import answer, say
from tests.client.agents import Bench, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


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
