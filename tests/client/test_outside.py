"""What the program around us is asked, and how its answers are read."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from steno.client.outside import (
    Nobody,
    Outside,
    OutsideError,
    OutsidePerson,
    hooks_given,
    word_of,
)
from steno.client.person import Wish

WISH = Wish(tool="Bash", given={"command": "ls"}, call_id="c", agent_id=None, reason="why")


class Program:
    """Stands for the program: hears frames, and answers each with the next of what it has."""

    def __init__(self, *answers: Any) -> None:
        """Take what it answers."""
        self.heard: list[Any] = []
        self.answers = list(answers)
        self.outside = Outside(self.hear)

    def hear(self, line: bytes) -> None:
        """Take a frame."""
        frame = json.loads(line)
        self.heard.append(frame)
        if frame["type"] == "control_request" and self.answers:
            marks = {"request_id": frame["request_id"]}
            self.outside.hear({"subtype": "success", **marks, **self.answers.pop(0)})


def test_an_answer_finds_whoever_asked() -> None:
    """Two questions at once get their own answers, in whichever order these come."""

    async def go() -> list[Any]:
        program = Program()
        asking = [asyncio.create_task(program.outside.ask({"n": number})) for number in (1, 2)]
        await asyncio.sleep(0)
        for frame in reversed(program.heard):
            answer = {"subtype": "success", "request_id": frame["request_id"]}
            program.outside.hear({**answer, "response": {"got": frame["request"]["n"]}})
        program.outside.hear({"subtype": "success", "request_id": "nobody's"})
        return list(await asyncio.gather(*asking))

    assert asyncio.run(go()) == [{"got": 1}, {"got": 2}]


def test_whoever_waits_is_told_of_the_end() -> None:
    """After the end of input nothing is waited for, and nothing is asked."""

    async def go() -> None:
        program = Program()
        asking = asyncio.create_task(program.outside.ask({}))
        await asyncio.sleep(0)
        program.outside.leave()
        with pytest.raises(OutsideError):
            await asking
        with pytest.raises(OutsideError):
            await program.outside.ask({})
        assert len(program.heard) == 1

    asyncio.run(go())


def test_a_question_that_is_given_up_is_taken_back() -> None:
    """The program hears that its answer is not needed any more."""

    async def go() -> list[str]:
        program = Program()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(program.outside.ask({}), 0.01)
        return [frame["type"] for frame in program.heard]

    assert asyncio.run(go()) == ["control_request", "control_cancel_request"]


@pytest.mark.parametrize(
    ("answer", "behavior", "given", "interrupt"),
    [
        ({"behavior": "allow", "updatedInput": {"a": 1}}, "allow", {"a": 1}, False),
        ({"behavior": "allow"}, "allow", None, False),
        ({"behavior": "deny", "message": "no", "interrupt": True}, "deny", None, True),
        ({}, "deny", None, False),
        ({"behavior": "perhaps"}, "deny", None, False),
    ],
)
def test_only_a_clear_yes_is_one(
    answer: dict[str, Any], behavior: str, given: Any, interrupt: bool
) -> None:
    """Whatever cannot be understood is a no."""
    word = word_of(answer)
    assert (word.behavior, word.given, word.interrupt) == (behavior, given, interrupt)


def test_the_person_behind_is_asked_in_full() -> None:
    """The question has the tool, its input, the reason and the id of the call."""
    program = Program({"response": {"behavior": "allow"}})
    word = asyncio.run(OutsidePerson(program.outside).may_use(WISH))
    assert word.behavior == "allow"
    request = program.heard[0]["request"]
    assert (request["subtype"], request["tool_name"]) == ("can_use_tool", "Bash")
    assert (request["input"], request["tool_use_id"]) == ({"command": "ls"}, "c")


def test_what_cannot_be_asked_is_refused() -> None:
    """An error of the program, and an input that no frame holds, are a no; nothing is cut."""
    program = Program({"subtype": "error", "error": "it broke"})
    assert "it broke" in asyncio.run(OutsidePerson(program.outside).may_use(WISH)).message
    long = Wish(tool="Write", given={"x": "y" * (2 << 20)}, call_id="c", agent_id=None, reason="")
    word = asyncio.run(OutsidePerson(program.outside).may_use(long))
    assert word.behavior == "deny"
    assert "too long" in word.message
    assert len(program.heard) == 1


def test_nobody_says_no_and_why() -> None:
    """Without anybody to ask the model hears what was missing."""
    word = asyncio.run(Nobody().may_use(WISH))
    assert word.behavior == "deny"
    assert "why" in word.message
    assert asyncio.run(Nobody().answer([])) is None


def hook(program: Program, **group: Any) -> Any:
    """Give the only hook of a group."""
    groups = {"PreToolUse": [{"hookCallbackIds": ["h"], **group}]}
    ((event, found),) = hooks_given(groups, program.outside)
    assert event == "PreToolUse"
    return found


def test_a_hook_of_the_program_is_called_by_its_id() -> None:
    """It gets what hooks are told, and its answer is theirs."""
    program = Program({"response": {"continue": False}})
    found = hook(program, matcher="Bash", timeout=7)
    assert (found.matcher, found.timeout) == ("Bash", 7)
    assert asyncio.run(found.call({"hook_event_name": "PreToolUse"}, "c")) == {"continue": False}
    request = program.heard[0]["request"]
    assert (request["callback_id"], request["tool_use_id"]) == ("h", "c")


def test_a_hook_that_has_to_work_blocks_where_it_fails() -> None:
    """Its failure and its silence are an objection; those of others are only errors."""
    program = Program({"subtype": "error", "error": "it broke"})
    answer = asyncio.run(hook(program, onFailure="block").call({}, None))
    assert answer["decision"] == "block"
    assert "it broke" in answer["reason"]
    silent = asyncio.run(hook(Program(), onFailure="block", timeout=0.01).call({}, None))
    assert silent["decision"] == "block"
    with pytest.raises(OutsideError):
        asyncio.run(hook(Program({"subtype": "error"})).call({}, None))


def test_a_call_too_long_for_a_hook_is_not_run() -> None:
    """A hook before a call judges all of it or nothing; after it, it may see less."""
    program = Program({"response": {}})
    found, long = hook(program), {"tool_input": "x" * (2 << 20)}
    answer = asyncio.run(found.call({"hook_event_name": "PreToolUse", **long}, None))
    assert answer["decision"] == "block"
    assert program.heard == []
    assert asyncio.run(found.call({"hook_event_name": "PostToolUse", **long}, None)) == {}


def test_what_is_no_hook_is_left_alone() -> None:
    """Whatever stands where hooks belong, nothing breaks."""
    outside = Program().outside
    odd_ones: list[Any] = [None, [], {"Stop": None}, {"Stop": [None, {"hookCallbackIds": 3}]}]
    for odd in odd_ones:
        assert list(hooks_given(odd, outside)) == []
