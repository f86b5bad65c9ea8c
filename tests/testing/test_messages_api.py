"""A Messages API on this machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import anthropic
import httpx
import pytest

from steno.model.script import answer, call, say, think
from steno.testing.messages_api import MessagesApi
from tests.testing.messages_talk import BODY, HEADERS, TOOLS, post, says, user

if TYPE_CHECKING:
    from steno.model.script import Request


def test_official_client_is_answered() -> None:
    """By a stream that it puts together itself, by a whole message, and by a count."""
    given = [think("hm"), say("a \u2028 b"), call("Bash", command="ls"), call("Ls")]
    model, messages = "claude-test-1", [user("hi")]

    async def run(api: MessagesApi) -> tuple[Any, Any, Any]:
        client = anthropic.AsyncAnthropic(base_url=api.url, api_key=api.key, max_retries=0)
        async with client:
            rest: dict[str, Any] = {"model": model, "messages": messages}
            async with client.messages.stream(max_tokens=9, **rest) as stream:
                streamed = await stream.get_final_message()
            whole = await client.messages.create(max_tokens=9, **rest)
            return streamed, whole, await client.messages.count_tokens(**rest)

    with MessagesApi([given, given]) as api:
        streamed, whole, counted = asyncio.run(run(api))
    assert api.problems == []
    assert [block.to_dict() for block in streamed.content] == given
    told = [block.to_dict() for block in whole.content]
    assert told[:2] == given[:2]
    assert streamed.stop_reason == whole.stop_reason == "tool_use"
    assert counted.input_tokens > 5
    assert len(api.requests) == 2
    assert len(api.counts) == 1


def test_call_made_twice_has_an_id_of_its_own() -> None:
    """As a model would give it, so that a rule may always say the same."""
    made = call("Bash", command="ls")
    with MessagesApi(rules=lambda _: [made]) as api:
        first, second = (post(api, BODY).json()["content"][0] for _ in range(2))
    assert first == made
    assert second["input"] == first["input"]
    assert second["id"] != first["id"]


def test_requests_are_remembered() -> None:
    """With their headers, their time and their path, also those that are refused."""
    with MessagesApi(["x"]) as api:
        post(api, BODY)
        post(api, BODY | {"foo": 1})
    first, second = api.requests
    assert first.body == BODY
    assert first.headers["anthropic-version"] == HEADERS["anthropic-version"]
    assert first.time > 1_500_000_000
    assert first.path == "/v1/messages"
    assert second.body["foo"] == 1


def test_problems_are_refusals_and_what_is_odd() -> None:
    """Two messages of the user in a row are taken, and told of."""
    with MessagesApi(["x", "y"]) as api:
        assert post(api, BODY | {"messages": [user("a"), user("b")]}).status_code == 200
        assert post(api, BODY | {"foo": 1}).status_code == 400
        assert post(api, BODY).status_code == 200
    assert api.problems == [
        "messages.1: a second user message in a row",
        "400 foo: Extra inputs are not permitted",
    ]


def test_end_of_the_script_is_a_problem() -> None:
    """Nobody is left waiting."""
    with MessagesApi() as api:
        assert post(api, BODY).status_code == 400
    assert api.problems == ["400 nothing is scripted for this request"]


def test_rules_may_tell_agents_apart() -> None:
    """By what they were told; the rest is answered in turn."""

    def rules(request: Request) -> str | None:
        return "sub" if "sub-agent" in request.system_text else None

    with MessagesApi(["main"], rules=rules) as api:
        assert says(post(api, BODY | {"system": "You are a sub-agent."})) == "sub"
        assert says(post(api, BODY)) == "main"


def test_thought_has_to_come_back_with_its_call() -> None:
    """As it was, so long as the model thinks and the call is the last one."""
    with MessagesApi([[think("hm"), call("Bash")], "x", "y"]) as api:
        body = BODY | {"tools": TOOLS, "thinking": {"type": "adaptive"}}
        content = post(api, body).json()["content"]
        result = {"type": "tool_result", "tool_use_id": content[1]["id"], "content": "ok"}

        def follow(blocks: list[Any]) -> httpx.Response:
            said = {"role": "assistant", "content": blocks}
            return post(api, body | {"messages": [user("a"), said, user([result])]})

        assert "cannot be modified" in follow(content[1:]).text
        assert follow(content).status_code == 200


def test_foreign_thoughts_are_taken_where_that_is_wished() -> None:
    """As for a session that another service has answered."""
    foreign = {"type": "thinking", "thinking": "hm", "signature": "theirs"}
    said = {"role": "assistant", "content": [foreign, say("x")]}
    body = BODY | {"messages": [user("a"), said, user("b")]}
    with MessagesApi(["x"]) as api:
        assert "Invalid `signature`" in post(api, body).text
    with MessagesApi(["x"], takes_foreign_thoughts=True) as api:
        assert post(api, body).status_code == 200


def test_too_long_a_prompt_is_refused() -> None:
    """In the words by which clients know that."""
    with MessagesApi(["x"], context_tokens=100) as api:
        said = post(api, BODY | {"system": "x" * 4000})
        assert said.status_code == 400
        assert "prompt is too long: " in said.text


def test_environment_leads_to_it() -> None:
    """For programs that are started."""
    with MessagesApi(key="k") as api:
        assert api.environ == {"ANTHROPIC_BASE_URL": api.url, "ANTHROPIC_API_KEY": "k"}
        assert httpx.get(f"{api.url}/v1/models").json()["data"] == []


def test_closing_breaks_off_what_is_under_way() -> None:
    """So that no test waits for a slow answer."""
    with MessagesApi([answer("x", delay=60)]) as api, pytest.raises(httpx.HTTPError):
        httpx.post(f"{api.url}/v1/messages", json=BODY, headers=HEADERS, timeout=0.3)
