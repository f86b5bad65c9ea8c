"""A conversation behind a face."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

from steno.cli.chatting.talk import Talk
from steno.client.events import HookBegan
from steno.client.start_flags import StartFlags
from steno.errors import RefusedKeyError
from steno.model.script import answer, call, think
from steno.model.script import say as said
from tests.cli.chatting.bench import MODEL, TalkBench, say, until

if TYPE_CHECKING:
    from pathlib import Path


def test_a_prompt_is_asked_drawn_and_remembered(tmp_path: Path) -> None:
    """All that a turn leaves: lines, history, and nothing in the list of running clients."""
    bench = TalkBench(tmp_path, [[think("Hm."), said("Hello.")]])

    async def go() -> None:
        async with bench as talk:
            assert list((bench.home / "sessions").iterdir()) != []
            await say(talk, "", "hi")
        assert "▌ hi" in bench.face.text
        assert "● Hello." in bench.face.text
        typed = (bench.home / "history.jsonl").read_text().splitlines()
        assert [json.loads(line)["display"] for line in typed] == ["hi"]
        assert list((bench.home / "sessions").iterdir()) == []
        assert bench.messages()[-1]["role"] == "assistant"

    asyncio.run(go())


def test_the_prompt_of_the_command_line_is_asked_first(tmp_path: Path) -> None:
    """``steno chat "words"`` begins with them."""
    bench = TalkBench(tmp_path, ["Hello."], flags=StartFlags(model=MODEL, prompt="first words"))

    async def go() -> None:
        async with bench as talk:
            await talk.settled()
        assert "▌ first words" in bench.face.text

    asyncio.run(go())


def test_what_is_typed_while_busy_waits_in_sight(tmp_path: Path) -> None:
    """It is heard between two steps; commands and what follows them wait for the turn's end."""
    bench = TalkBench(
        tmp_path,
        [call("Bash", command="sleep 0.5"), "Heard.", "Shelled.", "Last."],
        flags=StartFlags(model=MODEL, allowed_tools=("Bash",)),
    )

    async def go() -> None:
        async with bench as talk:
            assert talk.busy() == ""
            talk.entered("wait")
            await until(lambda: talk.live_view.calls)
            talk.entered("and hurry")
            assert talk.queued() == ["and hurry"]
            assert "s" in talk.busy()
            for text in ("! echo own", "/clear", "then this"):
                talk.entered(text)
            assert talk.queued() == ["and hurry", "! echo own", "/clear", "then this"]
            await talk.settled()
            assert talk.queued() == []
        asked = bench.exchange.requests
        assert "and hurry" in asked[1].last_text
        assert "own" in asked[2].last_text
        assert "then this" in asked[3].last_text
        assert "and hurry" not in str(asked[3].messages)

    asyncio.run(go())


def test_what_waits_comes_back_when_it_is_broken_off(tmp_path: Path) -> None:
    """Esc sends nothing of it; it stands in the input again, and one can be taken back alone."""
    bench = TalkBench(
        tmp_path,
        [call("Bash", command="sleep 60"), "Fine."],
        flags=StartFlags(model=MODEL, allowed_tools=("Bash",)),
    )

    async def go() -> None:
        async with bench as talk:
            assert talk.take_back() == ""
            talk.entered("wait")
            await until(lambda: talk.live_view.calls)
            for text in ("one", "/clear", "two", "three"):
                talk.entered(text)
            assert talk.take_back() == "three"
            assert talk.queued() == ["one", "/clear", "two"]
            assert talk.interrupt()
            await talk.settled()
            assert bench.face.filled == ["one\n/clear\ntwo"]
            assert len(bench.exchange.requests) == 1
            talk.entered("wait again")
        kinds = [line.get("operation") for line in bench.lines()]
        assert kinds.count("popAll") == 1

    asyncio.run(go())


def test_a_no_gives_back_what_waits(tmp_path: Path) -> None:
    """Whoever ends the turn by a no did not mean the next prompt to begin at once."""
    bench = TalkBench(tmp_path, [call("Bash", command="touch x"), "Never."])

    async def go() -> None:
        async with bench as talk:

            async def deny(dialogue: object) -> None:
                del dialogue
                talk.entered("later")

            bench.face.choose = deny  # type: ignore[method-assign]
            await say(talk, "go")
            assert bench.face.filled == ["later"]
        assert len(bench.exchange.requests) == 1

    asyncio.run(go())


def test_an_interrupted_answer_leaves_what_had_come(tmp_path: Path) -> None:
    """It is shown, dimmed, and not part of the conversation."""
    bench = TalkBench(tmp_path, [answer(said("one two three " * 50), pace=0.02), "Fine."])

    async def go() -> None:
        async with bench as talk:
            assert not talk.interrupt()
            talk.entered("talk")
            await until(lambda: "one" in talk.live_view.partial)
            assert talk.live(bench.face.paper) != []
            assert talk.interrupt()
            await talk.settled()
            assert "one two" in bench.face.text
            assert "interrupted" in bench.face.text
            await say(talk, "again")
        assert "one two" not in str(bench.messages())

    asyncio.run(go())


def test_leaving_in_the_middle_leaves_a_whole_transcript(tmp_path: Path) -> None:
    """A turn that runs is broken off, and a resume can go on."""
    bench = TalkBench(
        tmp_path,
        [call("Bash", command="sleep 60")],
        flags=StartFlags(model=MODEL, allowed_tools=("Bash",)),
    )

    async def go() -> None:
        async with bench as talk:
            talk.entered("sleep")
            await until(lambda: talk.live_view.calls)
            talk.break_off()
            await talk.settled()
            talk.break_off()
            assert talk.is_leaving.is_set()
        assert "tool_result" in str(bench.messages())

    asyncio.run(go())


def test_failures_are_told_and_the_conversation_goes_on(tmp_path: Path) -> None:
    """A model that refuses, and a disk that does."""
    refusing = RefusedKeyError("here", "401: no")
    bench = TalkBench(tmp_path, [refusing, "Back."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "hi")
            assert "✗ Invalid API key" in bench.face.text
            assert talk.last_ended is not None
            assert talk.last_ended.is_error
            await say(talk, "again")
            assert "● Back." in bench.face.text

    asyncio.run(go())
    blocked = TalkBench(tmp_path / "other", ["never"])
    (blocked.home / "projects").write_text("no folder")

    async def refused() -> None:
        async with blocked as talk:
            await say(talk, "hi")
        assert "✗" in blocked.face.text
        assert blocked.exchange.requests == []

    asyncio.run(refused())


def test_modes_suggestions_and_the_script(tmp_path: Path) -> None:
    """Shift-Tab, completion and a tour go through the conversation."""
    bench = TalkBench(tmp_path)
    (bench.cwd / "notes.md").touch()

    async def go() -> None:
        async with bench as talk:
            talk.next_mode()
            assert talk.agent.shared.judge.mode == "acceptEdits"
            assert "edits without asking" in talk.status(200)
            assert talk.mode_style() == "ansimagenta"
            assert [one.label for one in talk.suggestions("/he")] == ["/help"]
            assert [one.label for one in talk.suggestions("@not")] == ["notes.md"]
            talk.script.append("next")
            await say(talk, "/nosuch")
            assert bench.face.filled == ["next"]
            talk.desk.told.append("something befell the file")
            await say(talk, "/nosuch")
            talk.pass_on()
            assert "something befell" in bench.face.text
            await say(talk, "/qui")
            assert talk.is_leaving.is_set()

    asyncio.run(go())


def test_a_paste_is_sent_whole_and_shown_by_its_name(tmp_path: Path) -> None:
    """The transcript has all of it, the echo does not."""
    bench = TalkBench(tmp_path, ["One."])
    long = "\n".join(f"line {number}" for number in range(50))

    async def go() -> None:
        async with bench as talk:
            talk.entered(f"see {long}", "see [Pasted text #1 +50 lines]")
            await talk.settled()
        assert "▌ see [Pasted text #1 +50 lines]" in bench.face.text
        assert "line 7" not in bench.face.text
        assert long in str(bench.messages()[0]["content"][0]["text"])

    asyncio.run(go())


def test_a_call_that_a_rule_denies_is_shown_as_not_allowed(tmp_path: Path) -> None:
    """With the rule; it did not fail, for it was never run."""
    flags = StartFlags(model=MODEL, disallowed_tools=("Bash(touch:*)",))
    bench = TalkBench(tmp_path, [call("Bash", command="touch x"), "Well."], flags=flags)

    async def go() -> None:
        async with bench as talk:
            await say(talk, "go")
        assert "not allowed: the rule Bash(touch:*) says so" in " ".join(bench.face.text.split())
        assert "failed" not in bench.face.text

    asyncio.run(go())


def test_a_hook_that_fails_is_told_of(tmp_path: Path) -> None:
    """Its event, its command and what it complained of, once for each time."""
    bench = TalkBench(tmp_path, ["Hello."])
    hook = {"type": "command", "command": "echo BAD TIDE >&2; exit 1"}
    table = {event: [{"hooks": [hook]}] for event in ("SessionStart", "UserPromptSubmit")}
    (bench.home / "settings.json").write_text(json.dumps({"hooks": table}))

    async def go() -> None:
        async with bench as talk:
            await say(talk, "hi")
        told = " ".join(bench.face.text.split())
        for event in table:
            assert f"the {event} hook (echo BAD TIDE >&2; exit 1) failed with exit code 1" in told
        assert "BAD TIDE" in told
        assert bench.path.read_text().count('"hook_non_blocking_error"') == 2

    asyncio.run(go())


def test_a_hook_that_hangs_is_named_while_it_runs(tmp_path: Path) -> None:
    """In the place of what else is being done."""
    bench = TalkBench(tmp_path, ["Hello."])

    async def go() -> None:
        async with bench as talk:
            began = HookBegan(run_id="1", moment="Stop", command="slow.sh")
            talk.live_view.hooks["1"] = began, time.monotonic() - 5
            assert "the Stop hook (slow.sh)" in talk.busy()

    asyncio.run(go())


def test_a_hook_of_the_beginning_keeps_nobody_from_leaving(tmp_path: Path) -> None:
    """However long it would take."""
    bench = TalkBench(tmp_path)
    hook = {"type": "command", "command": "sleep 600", "timeout": 600}
    table = {"SessionStart": [{"hooks": [hook]}]}
    (bench.home / "settings.json").write_text(json.dumps({"hooks": table}))

    async def go() -> None:
        desk = bench.desk()
        talk = Talk(desk, desk.open())
        talk.face = bench.face
        running = asyncio.ensure_future(talk.run())
        await until(lambda: talk.live_view.hooks)
        talk.leave()
        async with asyncio.timeout(20):
            await running

    asyncio.run(go())
