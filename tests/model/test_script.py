"""The words for what a made-up model answers."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.script import (
    Answer,
    Request,
    Script,
    answer,
    as_answer,
    call,
    call_with,
    is_unseen,
    say,
    signature_of,
    text_of,
    think,
    think_unseen,
)

REQUEST = Request(body={})


def test_words_make_blocks() -> None:
    """Each of its kind; every call has an id of its own."""
    assert say("x") == {"type": "text", "text": "x"}
    thought = think("x")
    assert thought["signature"] == signature_of("x") != signature_of("y")
    made = call("Bash", command="ls", tool="x")
    assert made["input"] == {"command": "ls", "tool": "x"}
    assert made["id"] != call("Bash", command="ls")["id"]
    assert call_with("Bash", {"a b": 1}, call_id="toolu_1") == {
        "type": "tool_use",
        "id": "toolu_1",
        "name": "Bash",
        "input": {"a b": 1},
    }


def test_what_was_thought_unseen_is_known_again() -> None:
    """By nobody but who thought it."""
    unseen = think_unseen("x")
    assert unseen["type"] == "redacted_thinking"
    assert is_unseen(unseen["data"])
    assert not is_unseen(unseen["data"][:-1])
    assert not is_unseen("")


@pytest.mark.parametrize(
    ("reply", "blocks"),
    [
        ("x", [say("x")]),
        (say("x"), [say("x")]),
        (["x", say("y")], [say("x"), say("y")]),
        (answer("x"), [say("x")]),
        ([], []),
    ],
)
def test_answer_can_be_said_in_many_ways(reply: Any, blocks: list[Any]) -> None:
    """Text, a block, a list of both, or an answer."""
    assert list(as_answer(reply).blocks) == blocks


@pytest.mark.parametrize("reply", [3, [3], None, [["x"]]])
def test_what_is_no_answer_is_refused(reply: Any) -> None:
    """With what it is."""
    with pytest.raises(TypeError, match="is no answer"):
        as_answer(reply)


def test_script_answers_by_rule_then_in_turn() -> None:
    """A reply may be made of the request; after the last there is none."""
    request = Request(body={"model": "claude-test-1"})
    script = Script(
        ["a", lambda request: request.model],
        rules=lambda request: None if request.model else "rule",
    )
    assert [script.next_reply(asked) for asked in (request, REQUEST, request, request)] == [
        "a",
        "rule",
        "claude-test-1",
        None,
    ]
    assert Script("ab").next_reply(request) == "ab"


def test_answer_keeps_what_is_said_of_it() -> None:
    """Beside its blocks."""
    assert answer("x", stop_reason="max_tokens", delay=1.0) == Answer(
        blocks=(say("x"),), stop_reason="max_tokens", delay=1.0
    )


def test_request_says_what_was_asked() -> None:
    """As rules want to know it."""
    result = {"type": "tool_result", "tool_use_id": "t", "content": [say("b"), {"type": "image"}]}
    request = Request(
        body={
            "model": "m",
            "system": [say("one"), say("two")],
            "tools": [{"name": "Bash"}, {"name": 3}, "x"],
            "messages": [
                {"role": "user", "content": "first"},
                {"role": "user", "content": [result, say("c")]},
                {"role": "assistant", "content": "last"},
            ],
        }
    )
    assert request.model == "m"
    assert request.system_text == "one\ntwo"
    assert request.tools == ["Bash"]
    assert request.last_text == "b\nc"
    assert (REQUEST.model, REQUEST.tools, REQUEST.last_text, REQUEST.messages) == ("", [], "", [])
    assert text_of(3) == ""
