"""A model that says what it was told to, event by event."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from steno.errors import ModelAnswerError
from steno.model.access import Access
from steno.model.exchange import Exchange, Patience
from steno.model.exchange_scripted import ScriptedExchange
from steno.model.failures import unreachable
from steno.model.message import Gathering
from steno.model.script import Request, answer, call, say

BODY: dict[str, Any] = {"model": "claude-test-1", "messages": [{"role": "user", "content": "hi"}]}


def _ask(exchange: Exchange, body: dict[str, Any] = BODY) -> tuple[Gathering, str | None]:
    async def run() -> tuple[Gathering, str | None]:
        gathering, answering = Gathering(), exchange.stream(body, betas=["b"])
        async for event in answering:
            gathering.see(event)
        return gathering, answering.request_id

    return asyncio.run(run())


def test_answers_come_in_turn() -> None:
    """Each with an id of its own, and what was asked is kept as it was then."""
    exchange = ScriptedExchange([[say("I look."), call("Bash", command="ls")], "Done."])
    body = {**BODY, "messages": list(BODY["messages"])}
    first, first_id = _ask(exchange, body)
    body["messages"].append({"role": "assistant", "content": "x"})
    second, second_id = _ask(exchange)
    assert [block.body["type"] for block in first.blocks] == ["text", "tool_use"]
    assert first.stop_reason == "tool_use"
    assert second.blocks[0].body["text"] == "Done."
    assert first_id != second_id
    assert first.message()["id"] != second.message()["id"]
    assert exchange.requests[0].body == {**BODY, "stream": True}
    assert exchange.requests[0].headers["anthropic-beta"] == "b"
    assert (exchange.name, exchange.address) == ("scripted", "nowhere")


def test_rules_come_before_the_list() -> None:
    """By what was asked."""

    def rules(request: Request) -> str | None:
        return "by rule" if request.last_text == "hi" else None

    exchange = ScriptedExchange(["in turn"], rules=rules)
    other = BODY | {"messages": [{"role": "user", "content": "ho"}]}
    assert _ask(exchange)[0].blocks[0].body["text"] == "by rule"
    assert _ask(exchange, other)[0].blocks[0].body["text"] == "in turn"


def test_error_of_a_script_is_raised() -> None:
    """One that may pass is tried again, as by every exchange; the end of a script is final."""

    async def sleep(_: float) -> None:
        await asyncio.sleep(0)

    passing = unreachable(Access("nowhere", ""), "so")
    exchange = ScriptedExchange([passing, "there"], patience=Patience(sleep=sleep))
    assert _ask(exchange)[0].blocks[0].body["text"] == "there"
    with pytest.raises(ModelAnswerError, match="nothing more is scripted"):
        _ask(exchange)


def test_answer_may_take_its_time() -> None:
    """As one that is shown to people does."""
    exchange = ScriptedExchange([answer("abc", delay=0.01)], pace=0.001)
    assert _ask(exchange)[0].is_complete


def test_tokens_are_guessed_and_closing_is_remembered() -> None:
    """More text, more tokens."""

    async def run() -> tuple[int, int]:
        exchange = ScriptedExchange()
        few = await exchange.count_tokens(BODY)
        many = await exchange.count_tokens(BODY | {"system": "x" * 400})
        await exchange.aclose()
        assert exchange.is_closed
        return few, many

    few, many = asyncio.run(run())
    assert many >= few + 100
