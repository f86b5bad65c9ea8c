"""How turns end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

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


ENOUGH = """echo '{"continue": false, "stopReason": "enough"}'"""
CONTEXT = """echo '{"hookSpecificOutput": {"additionalContext": "CTX"}}'"""


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("true", {"hasOutput": False, "hookErrors": []}),
        ("echo done", {"hasOutput": True, "hookErrors": []}),
        (
            "echo bad >&2; exit 1",
            {"hasOutput": True, "hookErrors": ["Failed with non-blocking status code: bad"]},
        ),
        (ENOUGH, {"hasOutput": True, "preventedContinuation": True, "stopReason": "enough"}),
        (CONTEXT, {"hasOutput": True, "hookAdditionalContext": ["CTX"]}),
    ],
)
def test_stop_hooks_are_summed_up_at_a_terminal(
    tmp_path: Path, command: str, told: dict[str, Any]
) -> None:
    """What they did is a line before the one that tells how long the turn took."""
    hooks = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}}
    for is_interactive in (True, False):
        bench = Bench(
            folder=tmp_path,
            replies=["One."],
            options=Options(is_interactive=is_interactive),
            settings=hooks,
        )

        async def work(
            agent: Agent, bench: Bench = bench, *, is_interactive: bool = is_interactive
        ) -> None:
            await ask(agent, "a")
            lines = bench.lines("system")
            kinds = ["stop_hook_summary", "turn_duration"]
            assert [line["subtype"] for line in lines] == (kinds if is_interactive else [])
            if is_interactive:
                assert {key: lines[0][key] for key in told} == told
                (info,) = lines[0]["hookInfos"]
                assert (info["command"], lines[0]["hookCount"]) == (command, 1)
                held = {one.get("toolUseID") for one in bench.attached()}
                assert held <= {lines[0]["toolUseID"]}
            kinds = [one["type"] for one in bench.attached()]
            assert ("hook_stopped_continuation" in kinds) is (command is ENOUGH)

        run(bench, work)


def test_a_stop_hook_that_objects_is_summed_up_behind_its_words(tmp_path: Path) -> None:
    """The model is sent back first; the line tells of all hooks of the moment."""
    once = "test -e flag || { touch flag; echo MORE >&2; exit 2; }"
    listed = [{"type": "command", "command": command} for command in (once, "true")]
    bench = Bench(
        folder=tmp_path,
        replies=["One.", "Two."],
        options=Options(is_interactive=True),
        settings={"hooks": {"Stop": [{"hooks": listed}]}},
    )

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "a")).text == "Two."
        kinds = [line.get("subtype") or line["type"] for line in bench.lines()]
        assert kinds[-6:] == [
            "assistant", "user", "stop_hook_summary",
            "assistant", "stop_hook_summary", "turn_duration",
        ]  # fmt: skip
        first, second = bench.lines("system")[:2]
        assert first["hookErrors"] == [f"[{once}]: MORE"]
        assert [sorted(info) for info in first["hookInfos"]] == [
            ["command"],
            ["command", "durationMs"],
        ]
        assert (second["hookErrors"], second["hookCount"]) == ([], 2)

    run(bench, work)
