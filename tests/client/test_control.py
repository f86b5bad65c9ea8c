"""The control protocol, as a program at the other end of two pipes sees it."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, cast

import pytest

from steno.client import control
from steno.client.answers import ANSWERS
from steno.errors import McpConfigError
from steno.model.script import answer, call, say
from tests.client.talks import Talk

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the shell tool is for POSIX")

BYPASS = ("--permission-mode", "bypassPermissions")


def talk(
    folder: Path, replies: list[Any], work: Callable[[Talk], Awaitable[None]], **own: Any
) -> Talk:
    """Talk with a session; the strict API must have no complaint."""

    async def go() -> Talk:
        async with Talk(folder, replies, **own) as talking:
            await work(talking)
        assert talking.api.problems == []
        return talking

    return asyncio.run(go())


def test_several_turns_in_one_session(tmp_path: Path) -> None:
    """Each turn begins with init and ends with a result; the end of input ends the client."""

    async def work(talking: Talk) -> None:
        await talking.ask("initialize")
        talking.say("one")
        await talking.result()
        talking.say([{"type": "text", "text": "two"}])
        await talking.result(2)

    done = talk(tmp_path, ["First.", "Second."], work)
    spoken = [frame["type"] for frame in done.frames if frame["type"] != "control_response"]
    assert spoken == ["system", "assistant", "result"] * 2
    assert [frame["result"] for frame in done.of("result")] == ["First.", "Second."]
    assert len({frame["session_id"] for frame in done.of("result")}) == 1
    assert done.exit_code == 0
    first = next(line for line in done.transcript() if line["type"] != "queue-operation")
    assert first["message"]["content"] == "one"


def test_prompts_need_no_greeting(tmp_path: Path) -> None:
    """A program that only sends prompts and closes its end gets all answers."""

    async def work(talking: Talk) -> None:
        talking.say("one")
        talking.hang_up()
        await talking.result()

    assert talk(tmp_path, ["Answered."], work).exit_code == 0


def test_no_prompt_is_no_session(tmp_path: Path) -> None:
    """Input that ends at once leaves nothing behind."""

    async def work(talking: Talk) -> None:
        talking.hang_up()

    done = talk(tmp_path, [], work)
    assert done.exit_code == 0
    assert list(done.home.rglob("*.jsonl")) == []


def test_what_arrives_in_one_piece_is_taken_in_order(tmp_path: Path) -> None:
    """The greeting counts for the prompt behind it, however fast that comes."""

    async def work(talking: Talk) -> None:
        hooks = {"UserPromptSubmit": [{"hookCallbackIds": ["h"]}]}
        talking.send(
            '{"type":"control_request","request_id":"r","request":{"subtype":"initialize",'
            f'"hooks":{json.dumps(hooks)}}}}}\n'
            '{"type":"user","message":{"role":"user","content":"hi"}}'
        )
        await talking.result()

    done = talk(tmp_path, ["Hello."], work, answers={"hook_callback": lambda _: {}})
    (asked,) = done.asked_for("hook_callback")
    assert (asked["callback_id"], asked["input"]["prompt"]) == ("h", "hi")


def test_a_prompt_while_the_model_works_is_heard(tmp_path: Path) -> None:
    """It reaches the model with the result of the call that ran, within the same turn."""

    async def work(talking: Talk) -> None:
        talking.say("one")
        await talking.until(lambda frame: frame["type"] == "assistant")
        talking.say("and this")
        await talking.result()

    replies = [[call("Bash", command="sleep 1")], "Both."]
    done = talk(tmp_path, replies, work, flags=BYPASS)
    assert "and this" in json.dumps(done.api.requests[1].messages)
    assert len(done.of("result")) == 1


def test_an_interrupt_ends_the_turn_and_not_the_session(tmp_path: Path) -> None:
    """The call is answered, the turn fails, and the next prompt is answered; exit 0 after that."""

    async def work(talking: Talk) -> None:
        talking.say("one")
        await talking.until(lambda frame: frame["type"] == "assistant")
        await asyncio.sleep(0.3)
        assert (await talking.ask("interrupt"))["subtype"] == "success"
        assert (await talking.result())["subtype"] == "error_during_execution"
        talking.say("two")
        await talking.result(2)

    replies = [[call("Bash", command="sleep 60")], "Again."]
    done = talk(tmp_path, replies, work, flags=BYPASS)
    told = [frame["message"]["content"][0] for frame in done.of("user")]
    assert told[0]["is_error"] is True
    assert told[1] == {"type": "text", "text": "[Request interrupted by user for tool use]"}
    assert done.exit_code == 0


def test_an_error_at_the_end_is_the_exit_code(tmp_path: Path) -> None:
    """A turn that reached its limit ends the client with 1."""

    async def work(talking: Talk) -> None:
        talking.say("one")
        await talking.result()

    replies = [[call("Bash", command="true")]]
    done = talk(tmp_path, replies, work, flags=(*BYPASS, "--max-turns", "1"))
    assert done.of("result")[0]["subtype"] == "error_max_turns"
    assert done.exit_code == 1


def test_calls_are_asked_about(tmp_path: Path) -> None:
    """With a person behind the protocol a call waits for a word, and runs as that says."""

    def word(request: Any) -> Any:
        if "no" in request["input"]["command"]:
            return {"behavior": "deny", "message": "not that"}
        return {"behavior": "allow", "updatedInput": {"command": "echo changed"}}

    async def work(talking: Talk) -> None:
        talking.say("go")
        await talking.result()

    replies = [[call("Bash", command="touch no")], [call("Bash", command="touch yes")], "Done."]
    flags = ("--permission-prompt-tool", "stdio")
    done = talk(tmp_path, replies, work, flags=flags, answers={"can_use_tool": word})
    assert list(done.cwd.iterdir()) == []
    results = [frame["message"]["content"][0]["content"] for frame in done.of("user")]
    assert results == ["not that", "changed"]
    assert "AskUserQuestion" in done.of("system", "init")[0]["tools"]


def test_a_question_that_nobody_can_answer_any_more_is_a_no(tmp_path: Path) -> None:
    """The input ends while a word is waited for: the call does not run, the turn goes on."""

    async def work(talking: Talk) -> None:
        talking.say("go")
        await talking.until(lambda frame: frame["type"] == "control_request")
        talking.hang_up()
        await talking.result()

    replies = [[call("Bash", command="touch x")], "Then not."]
    done = talk(tmp_path, replies, work, flags=("--permission-prompt-tool", "stdio"))
    assert list(done.cwd.iterdir()) == []
    assert done.of("result")[0]["result"] == "Then not."


def test_nonsense_on_the_input_is_left_out(tmp_path: Path) -> None:
    """Broken lines and frames that nobody knows are told of, and keep nothing from working."""

    async def work(talking: Talk) -> None:
        for odd in ("{", "[]", '{"type": "odd"}', '{"type": "user"}', '{"type": "keep_alive"}'):
            talking.send(odd)
        told = await talking.ask("nonsense")
        assert told["error"] == "Unsupported control request subtype: nonsense"
        talking.say("go")
        await talking.result()

    done = talk(tmp_path, ["Fine."], work)
    assert len(done.notes) == 4
    assert done.exit_code == 0


def test_the_transcript_is_mirrored(tmp_path: Path) -> None:
    """Every line that is written is told, in order, with its file."""

    async def work(talking: Talk) -> None:
        talking.say("go")
        await talking.result()

    done = talk(tmp_path, [[say("I see."), call("Bash", command="ls")], "Done."], work,
                flags=(*BYPASS, "--session-mirror"))  # fmt: skip
    told = [line for frame in done.of("transcript_mirror") for line in frame["entries"]]
    assert told == done.transcript()


def test_a_session_that_cannot_begin_says_why(tmp_path: Path) -> None:
    """The greeting is answered with the error, and the client ends with it."""

    async def go() -> Any:
        told: Any = None
        with pytest.raises(McpConfigError):
            async with Talk(tmp_path, [], flags=("--mcp-config", "{")) as talking:
                told = await talking.ask("initialize")
        talking.api.close()
        return told

    told = asyncio.run(go())
    assert told["subtype"] == "error"
    assert "it is not JSON" in told["error"]


def test_tools_of_the_program_are_called(tmp_path: Path) -> None:
    """A server that the greeting names is reached over the protocol before the first turn."""

    def served(request: Any) -> Any:
        message = request["message"]
        results = {
            "initialize": {"protocolVersion": "x", "capabilities": {}, "serverInfo": {}},
            "tools/list": {"tools": [{"name": "add", "inputSchema": {"type": "object"}}]},
            "tools/call": {"content": [{"type": "text", "text": "five"}]},
        }
        return {"mcp_response": {"result": results.get(message["method"], {})}}

    async def work(talking: Talk) -> None:
        await talking.ask("initialize", sdkMcpServers=["calc"])
        talking.say("go")
        await talking.result()

    replies = [[call("mcp__calc__add", a=2)], "Done."]
    done = talk(tmp_path, replies, work, flags=BYPASS, answers={"mcp_message": served})
    assert done.of("user")[0]["tool_use_result"] == [{"type": "text", "text": "five"}]
    assert done.of("system", "init")[0]["mcp_servers"] == [{"name": "calc", "status": "connected"}]


def test_a_background_task_is_told_of_and_wakes_the_session(tmp_path: Path) -> None:
    """Its beginning and its end are frames, and the model hears of the end in a turn of its own."""

    async def work(talking: Talk) -> None:
        talking.say("go")
        await talking.result(2)

    replies = [
        [call("Bash", command="sleep 0.3; echo over", run_in_background=True)],
        "Started.",
        "It is over.",
    ]
    done = talk(tmp_path, replies, work, flags=BYPASS)
    assert len(done.of("system", "task_started")) == 1
    (ended,) = done.of("system", "task_notification")
    assert ended["status"] == "completed"
    assert done.of("result")[1]["result"] == "It is over."


def _breaks(*_: Any, **__: Any) -> Any:
    raise RuntimeError("nobody expected this")


def test_a_request_that_goes_wrong_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is thrown is told, and the session goes on."""
    monkeypatch.setitem(cast("dict[str, Any]", ANSWERS), "mcp_status", _breaks)

    async def work(talking: Talk) -> None:
        told = await talking.ask("mcp_status")
        assert told["error"] == "RuntimeError: nobody expected this"
        talking.say("one")
        await talking.result()
        monkeypatch.setattr(control, "beginning", _breaks)
        assert "nobody expected" in (await talking.ask("initialize"))["error"]
        talking.say("two")
        await talking.result(2)

    assert talk(tmp_path, ["One.", "Two."], work).exit_code == 0


def test_a_beginning_that_goes_wrong_is_answered_and_ends_it(tmp_path: Path) -> None:
    """The program is told what was thrown, and does not wait for a session that never comes."""

    async def go() -> None:
        async with Talk(tmp_path, []) as talking:
            talking.control._start = _breaks
            assert "nobody expected" in (await talking.ask("initialize"))["error"]

    with pytest.raises(RuntimeError, match="nobody expected"):
        asyncio.run(go())


def test_a_line_that_cannot_be_taken_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those behind it are heard all the same."""
    say = control.Control._say

    def breaks_once(*_: Any) -> None:
        monkeypatch.setattr(control.Control, "_say", say)
        _breaks()

    monkeypatch.setattr(control.Control, "_say", breaks_once)

    async def work(talking: Talk) -> None:
        talking.say("one")
        talking.say("two")
        await talking.result()

    done = talk(tmp_path, ["Two."], work)
    assert done.notes == ["a line of the input was left out: RuntimeError: nobody expected this"]


def test_a_reader_that_is_gone_ends_the_turn(tmp_path: Path) -> None:
    """Nobody takes our frames: what goes on is broken off, and the transcript is whole."""

    async def go() -> list[Any]:
        async with Talk(tmp_path, [answer(say("slow " * 20), pace=0.5)], flags=BYPASS) as talking:
            talking.say("go")
            await talking.until(lambda frame: frame.get("subtype") == "init")
            await asyncio.sleep(0.5)
            talking.control._wire.broken.set()  # as a write to nobody does
        return talking.transcript()

    spoken = [line for line in asyncio.run(go()) if line["type"] in ("user", "assistant")]
    assert spoken[-1]["message"]["content"][0]["text"] == "[Request interrupted by user]"
