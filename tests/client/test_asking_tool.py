"""A tool that decides on calls."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from steno.client.asking_tool import ToolPerson
from steno.client.tool import ToolAnswer, failed
from tests.client.test_outside import WISH


def asked(answer: ToolAnswer | None) -> tuple[Any, list[Any]]:
    """Ask a tool that answers so, or that is not there; give the word, and what it was asked."""
    seen: list[Any] = []

    async def run(given: Any, context: Any) -> ToolAnswer:
        del context
        seen.append(given)
        assert answer is not None
        return answer

    tools = {} if answer is None else {"mcp__judge__say": SimpleNamespace(run=run)}
    agent: Any = SimpleNamespace(tools=tools, context=None)
    person = ToolPerson("mcp__judge__say", lambda: agent)
    assert asyncio.run(person.answer([])) is None
    return asyncio.run(person.may_use(WISH)), seen


def test_a_tool_says_yes_with_another_input() -> None:
    """It is told the call, and its JSON is the decision."""
    text = '{"behavior": "allow", "updatedInput": {"command": "pwd"}}'
    word, seen = asked(ToolAnswer([{"type": "text", "text": text}]))
    assert (word.behavior, word.given) == ("allow", {"command": "pwd"})
    assert seen == [{"tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "c"}]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (ToolAnswer('{"behavior": "deny", "message": "no"}'), "no"),
        (ToolAnswer("yes, of course"), "gave no decision"),
        (ToolAnswer("[]"), "gave no decision"),
        (failed("it broke"), "it broke"),
        (None, "is not there"),
    ],
)
def test_whatever_is_no_clear_yes_is_a_no(answer: ToolAnswer | None, words: str) -> None:
    """Words, failures and a missing tool let nothing run."""
    word, _ = asked(answer)
    assert word.behavior == "deny"
    assert words in word.message
