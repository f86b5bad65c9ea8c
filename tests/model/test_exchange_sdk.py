"""A conversation by the official client, beside the one by httpx."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from typing import Any

import pytest

from steno.errors import ModelPackageError
from steno.model.access import Access
from steno.model.exchange_http import HttpExchange
from steno.model.exchange_sdk import SdkExchange
from steno.model.message import Gathering
from steno.model.script import answer, call, say, think, think_unseen
from steno.testing.messages_api import MessagesApi
from tests.model.exchanging import BODY, ODD, Exchanging

TOOL = {"name": "Bash", "description": "d", "input_schema": {"type": "object"}}
MATTERS = ("x-api-key", "authorization", "anthropic-version", "anthropic-beta", "x-mine")
BODIES: list[dict[str, Any]] = [
    BODY,
    BODY | {"system": [{"type": "text", "text": ODD, "cache_control": {"type": "ephemeral"}}]},
    BODY | {"tools": [TOOL], "thinking": {"type": "adaptive", "display": "omitted"}},
    BODY | {"context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]}},
    BODY | {"output_config": {"effort": "high", "unheard_of": 1}, "max_tokens": 64_000},
]
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"q": "x"}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
ANSWERS = [
    answer(think("hm"), think_unseen("x"), say(ODD), call("Bash", command=ODD)),
    answer("short", stop_reason="max_tokens", usage={"cache_read_input_tokens": 7}),
    answer(SEARCH, FOUND, {"type": "unheard_of", "n": 1.5}, say("ok")),
    answer(call("Bash"), usage={"iterations": [{"type": "message"}], "speed": "fast"}),
    answer("no", stop_reason="refusal", stop_details={"type": "refusal", "category": "x"}),
]


class TestSdk(Exchanging):
    """What every way of asking has to do."""

    opened = SdkExchange


async def _all(exchange: HttpExchange | SdkExchange) -> list[tuple[list[Any], Gathering]]:
    """Ask for everything, and give the events and what they make."""
    found = []
    async with aclosing(exchange):
        for body in BODIES:
            gathering, events = Gathering(), []
            betas = ["context-management-2025-06-27", "mid-conversation-1"]
            async for event in exchange.stream(body, betas=betas):
                gathering.see(event)
                events.append(event)
            found.append((events, gathering))
    return found


def _without_ids(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key != "id"}


def test_official_client_and_httpx_say_and_hear_the_same() -> None:
    """The same bodies, the headers that matter, the same events and the same messages."""
    heard = []
    for kind in (HttpExchange, SdkExchange):
        with MessagesApi(ANSWERS) as api:
            access = Access(api.url, api.key, custom_headers=(("x-mine", "1"),))
            heard.append((asyncio.run(_all(kind(access))), api.requests))
            assert api.problems == []
    (by_http, http_requests), (by_sdk, sdk_requests) = heard
    for one, other in zip(http_requests, sdk_requests, strict=True):
        assert one.body == other.body
        assert [one.headers.get(name) for name in MATTERS] == [
            other.headers.get(name) for name in MATTERS
        ]
    for (events, message), (others, other_message) in zip(by_http, by_sdk, strict=True):
        # The official client keeps signs of life to itself.
        told = [event for event in events if event["type"] != "ping"]
        assert [event["type"] for event in told] == [event["type"] for event in others]
        assert told[1:] == others[1:]
        assert _without_ids(message.message()) == _without_ids(other_message.message())
        assert message.raw_usage == other_message.raw_usage
    wanted = [list(given.blocks) for given in ANSWERS]
    assert [message.message()["content"] for _, message in by_http] == wanted


def test_own_bugs_are_not_taken_for_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that nobody knows goes on up."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("steno.model.exchange_sdk._events", fail)
    with pytest.raises(ZeroDivisionError):
        TestSdk().test_answer_comes_whole()


def test_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is asked."""
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ModelPackageError, match=r"pip install 'steno\[client\]'"):
        SdkExchange(Access("https://example.com", "k"))
