"""Hooks: what they are told, and what their answers do to a turn."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.events import HookBegan
from steno.client.hook_runs import Hook
from steno.client.hooks import Hooks, all_hooks, fits, hook_words, hooks_in
from steno.format import codec
from steno.model.script import call
from tests.cli.chatting.bench import until
from tests.client.agents import Bench, Odd, ask
from tests.client.test_agent import run

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


def command(event: str, script: str, **own: Any) -> dict[str, Any]:
    """Give settings with one hook, a line of shell."""
    hook = {"type": "command", "command": script, **own}
    return {"hooks": {event: [{"matcher": own.pop("matcher", ""), "hooks": [hook]}]}}


def says(answer: Any) -> str:
    """Give a command that says something as JSON."""
    return f"cat >/dev/null; echo '{codec.encode_value(answer).decode()}'"


def echoing(folder: Path, settings: Any, *replies: Any) -> Bench:
    """Give a session with a tool that says a word."""
    tool = Odd("Echo", lambda given, _: str(given["word"]), read_only=False)
    calls = replies or ([call("Echo", word="hi")], "Done.")
    return Bench(folder=folder, replies=list(calls), tools=[tool], settings=settings)


def kinds(bench: Bench) -> list[str]:
    """Give the types of the attachments."""
    return [str(held["type"]) for held in bench.attached()]


def test_what_hooks_are_told(tmp_path: Path) -> None:
    """Each hook gets the session, its file and the event's own members on its stdin."""
    out = tmp_path / "told"
    hook = [{"hooks": [{"type": "command", "command": f"cat >> {out}"}]}]
    events = ("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop")
    bench = echoing(tmp_path, {"hooks": dict.fromkeys(events, hook)})

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        told = [codec.decode_text(line).value for line in out.read_text().split("\n") if line]
        by_event = {one["hook_event_name"]: one for one in told}
        for one in told:
            assert one["session_id"] == agent.recorder.session_id
            assert one["transcript_path"] == str(bench.path)
            assert one["prompt_id"] == agent.recorder.position.prompt_id
        assert by_event["UserPromptSubmit"]["prompt"] == "Go"
        before = by_event["PreToolUse"]
        assert (before["tool_name"], before["tool_input"]) == ("Echo", {"word": "hi"})
        assert before["tool_use_id"] == by_event["PostToolUse"]["tool_use_id"]
        assert by_event["PostToolUse"]["tool_response"] == "hi"
        stop = by_event["Stop"]
        assert (stop["last_assistant_message"], stop["stop_hook_active"]) == ("Done.", False)
        assert bench.attached() == []

    run(bench, work)


def test_exit_code_2_refuses_a_call(tmp_path: Path) -> None:
    """The model hears what the hook complained of, and nothing was run."""
    script = "echo NOT THIS >&2; exit 2"
    bench = echoing(tmp_path, command("PreToolUse", script))

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        told = f"PreToolUse:Echo hook error: [{script}]: NOT THIS"
        assert bench.results()[0]["content"] == told
        assert bench.lines("user")[-1]["toolUseResult"] == f"Error: {told}"

    run(bench, work)


@pytest.mark.parametrize(
    ("special", "told"),
    [
        ({"permissionDecision": "deny", "permissionDecisionReason": "REASON"}, "REASON"),
        ({"permissionDecision": "allow", "updatedInput": {"word": "other"}}, "other"),
        ({"updatedInput": {"word": "other"}}, "other"),
        ({"permissionDecision": "allow"}, "hi"),
    ],
)
def test_hooks_decide_on_calls(tmp_path: Path, special: Any, told: str) -> None:
    """A hook may deny a call, allow it, or change what it is given."""
    answer = {"hookSpecificOutput": {"hookEventName": "PreToolUse", **special}}
    bench = echoing(tmp_path, command("PreToolUse", says(answer)))
    bench.judge.ask = {"Echo"}

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[0]["content"] == told
        assert len(bench.person.wishes) == (1 if "permissionDecision" not in special else 0)

    run(bench, work)


def test_a_rule_that_denies_is_stronger_than_a_hook(tmp_path: Path) -> None:
    """A hook's yes does not lift what a rule forbids."""
    answer = {"hookSpecificOutput": {"permissionDecision": "allow"}}
    bench = echoing(tmp_path, command("PreToolUse", says(answer)))
    bench.judge.deny = {"Echo"}

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[0]["is_error"] is True

    run(bench, work)


def test_what_hooks_add_reaches_the_model(tmp_path: Path) -> None:
    """Context of hooks before and after a call is told with the next request."""
    events = ("PreToolUse", "PostToolUse", "UserPromptSubmit")
    settings: dict[str, Any] = {"hooks": {}}
    for event in events:
        answer = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": f"X{event}X"}}
        settings["hooks"] |= command(event, says(answer))["hooks"]
    bench = echoing(tmp_path, settings)

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        sent = str(bench.api.requests[-1].messages)
        for event in events:
            assert f"X{event}X" in sent
        assert kinds(bench).count("hook_additional_context") == 3

    run(bench, work)


def test_a_hook_objects_after_a_call(tmp_path: Path) -> None:
    """What a hook says against a result follows it, and the model goes on."""
    bench = echoing(tmp_path, command("PostToolUse", says({"decision": "block", "reason": "BAD"})))

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Go")).text == "Done."
        (held,) = bench.attached()
        assert held["blockingError"]["blockingError"] == "BAD"
        assert "BAD" in str(bench.api.requests[-1].messages)

    run(bench, work)


def test_a_failing_hook_stops_nothing(tmp_path: Path) -> None:
    """Another exit code than 2 is kept for people."""
    bench = echoing(tmp_path, command("PreToolUse", "echo oops >&2; exit 1"))

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[0]["content"] == "hi"
        (held,) = bench.attached()
        assert held["type"] == "hook_non_blocking_error"
        assert held["stderr"] == "Failed with non-blocking status code: oops"

    run(bench, work)


def test_a_hook_that_hangs_is_killed_and_told(tmp_path: Path) -> None:
    """A hook that takes too long ends with all that it started, and the turn goes on."""
    mark = tmp_path / "alive"
    script = f"(sleep 1; touch {mark}) & sleep 30"
    bench = echoing(tmp_path, command("PreToolUse", script, timeout=0.2))

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Go")).text == "Done."
        (held,) = bench.attached()
        assert (held["type"], held["timedOut"]) == ("hook_cancelled", True)
        await asyncio.sleep(1.2)
        assert not mark.exists()

    run(bench, work)


def test_a_hook_ends_the_turn(tmp_path: Path) -> None:
    """``continue: false`` lets the call run and asks the model no more."""
    bench = echoing(
        tmp_path, command("PreToolUse", says({"continue": False, "stopReason": "ENOUGH"}))
    )

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert bench.results()[0]["content"] == "hi"
        assert bench.attached()[-1]["message"] == "ENOUGH"
        assert len(bench.api.requests) == 1

    run(bench, work)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (says({"decision": "block", "reason": "RUDE"}), "RUDE"),
        ("echo RUDE >&2; exit 2", "]: RUDE"),
    ],
)
def test_a_prompt_may_be_refused(tmp_path: Path, script: str, told: str) -> None:
    """The model never sees a prompt that a hook refuses; people see why."""
    bench = echoing(tmp_path, command("UserPromptSubmit", script))

    async def go() -> None:
        async with bench as agent:
            ended = await ask(agent, "Hey")
            assert ended.text.startswith("UserPromptSubmit operation blocked by hook:\n")
            assert told in ended.text
            assert ended.num_turns == 0
            assert bench.api.requests == []
            (line,) = bench.lines("system")
            assert line["preventContinuation"] is True

    asyncio.run(go())


def test_a_stop_hook_sends_the_model_back_once(tmp_path: Path) -> None:
    """What the hook complained of is told in the user's name; the next stop says that it was."""
    script = "grep -q '\"stop_hook_active\":false' || exit 0; echo MORE >&2; exit 2"
    bench = echoing(tmp_path, command("Stop", script), "One.", "Two.")

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Go")).text == "Two."
        line = bench.lines("user")[-1]
        assert line["isMeta"] is True
        assert line["message"]["content"] == f"Stop hook feedback:\n[{script}]: MORE"

    run(bench, work)


def test_a_stop_hook_gives_up_in_the_end(tmp_path: Path) -> None:
    """One that always objects ends the turn after the ninth time, and people are told."""
    bench = echoing(tmp_path, command("Stop", "exit 2"), *["One."] * 9)

    async def work(agent: Agent) -> None:
        ended = await ask(agent, "Go")
        assert (ended.text, ended.is_error) == ("One.", False)
        assert len(bench.api.requests) == 9
        assert "9 times in a row" in bench.lines("system")[-1]["content"]

    run(bench, work)


def test_plain_words_of_a_prompt_hook_are_told(tmp_path: Path) -> None:
    """What a UserPromptSubmit hook prints is context for the model."""
    bench = echoing(tmp_path, command("UserPromptSubmit", "echo EXTRA"), "Ok.")

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")
        assert "EXTRA" in str(bench.api.requests[0].messages)
        assert kinds(bench) == ["hook_success"]

    run(bench, work)


def test_a_callback_is_a_hook_too(tmp_path: Path) -> None:
    """A program may give functions; what they throw stops nothing."""
    asked: list[Any] = []

    async def decide(told: Any, call_id: str | None) -> Any:
        asked.append((told["tool_name"], call_id))
        return {
            "hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "N"}
        }

    async def throws(_: Any, __: str | None) -> Any:
        raise ValueError("oops")

    bench = echoing(tmp_path, {})

    async def work(agent: Agent) -> None:
        agent.shared.hooks.add("PreToolUse", Hook(matcher="Echo", call=decide))
        agent.shared.hooks.add("PostToolUse", Hook(call=throws))
        await ask(agent, "Go")
        assert asked == [("Echo", bench.results()[0]["tool_use_id"])]
        assert bench.results()[0]["content"] == "N"

    run(bench, work)


@pytest.mark.parametrize(
    ("matcher", "subject", "fit"),
    [
        ("", "Bash", True),
        ("*", "Bash", True),
        ("Bash", "Bash", True),
        ("Bash", "BashOutput", False),
        ("Edit|Write", "Write", True),
        ("mcp__.*", "mcp__a__b", True),
        ("(", "Bash", False),
    ],
)
def test_matchers(matcher: str, subject: str, fit: bool) -> None:
    """A matcher is a whole pattern; none, or a star, is for all."""
    assert fits(matcher, subject) is fit


def test_the_same_command_runs_once(tmp_path: Path) -> None:
    """What two settings files name alike is run once."""
    out = tmp_path / "out"
    settings = command("Stop", f"echo x >> {out}")
    hooks = Hooks(
        table=all_hooks(hooks_in(settings), hooks_in(settings)),
        cwd=tmp_path,
        environ={"PATH": "/usr/bin:/bin"},
        common=dict,
    )
    asyncio.run(hooks.run("Stop", {}))
    assert out.read_text() == "x\n"
    assert sys.platform != "win32"


def test_what_is_no_hook_is_left_alone() -> None:
    """Settings of any shape give the hooks that can be run, and no error."""
    odd: Any = {"hooks": {"Stop": [1, {"hooks": 3}, {"hooks": [{"type": "prompt"}, 5]}], "X": 7}}
    assert all(not hooks for hooks in hooks_in(odd).values())


def test_all_hooks_may_be_turned_off() -> None:
    """One setting turns off all of them."""
    settings = command("Stop", "true")
    assert hooks_in(settings)["Stop"]
    assert hooks_in({**settings, "disableAllHooks": True}) == {}


@pytest.mark.parametrize(
    ("script", "timeout", "told"),
    [
        ("echo one >&2; echo two >&2; exit 1", 60, "failed with exit code 1: one"),
        ("exit 3", 60, "failed with exit code 3"),
        ("sleep 60", 0.1, "took longer than 0.1 s"),
        ("/no/such/program", 60, "exit code 127"),
        ("exit 0", 60, ""),
        ("echo no >&2; exit 2", 60, ""),
    ],
)
def test_what_goes_wrong_with_a_hook_is_told(
    tmp_path: Path, script: str, timeout: float, told: str
) -> None:
    """A beginning and an end for each run, and what went wrong; an objection is no failure."""
    heard: list[Any] = []
    hooks = Hooks(
        table=hooks_in(command("Notification", script, timeout=timeout)),
        cwd=tmp_path,
        environ={"PATH": "/usr/bin:/bin"},
        common=dict,
        tell=heard.append,
    )
    asyncio.run(hooks.run("Notification", {"message": "x"}))
    began, ended = heard
    assert (began.moment, began.command) == ("Notification", script)
    assert began.run_id == ended.run_id
    assert told in ended.problem
    assert bool(ended.problem) is bool(told)


def test_a_hook_that_is_broken_off_has_ended(tmp_path: Path) -> None:
    """Nobody is told for ever that it runs."""
    heard: list[Any] = []
    table = hooks_in(command("Notification", "sleep 60"))
    environ = {"PATH": "/usr/bin:/bin"}
    hooks = Hooks(table=table, cwd=tmp_path, environ=environ, common=dict, tell=heard.append)

    async def go() -> None:
        running = asyncio.ensure_future(hooks.run("Notification", {}))
        await until(lambda: heard)
        running.cancel()
        await asyncio.wait({running})

    asyncio.run(go())
    assert heard[-1].problem == ""
    assert len(heard) == 2


def test_a_hook_is_named_in_one_line() -> None:
    """However long its command is."""
    began = HookBegan(run_id="1", moment="Stop", command="a\n" + "b" * 200)
    assert hook_words(began).startswith("the Stop hook (a bbb")
    assert len(hook_words(began)) < 120
