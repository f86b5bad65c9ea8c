"""Which requests the Messages API takes."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.script import Request, say
from steno.testing.messages_request import KEY, MOST_OUTPUT, Judge, betas_of, thinks
from steno.testing.messages_shape import RefusedError
from tests.testing.messages_talk import BODY, HEADERS, TOOLS, user

OBJECT = {"type": "object"}


def judged(body: dict[str, Any], *, counts: bool = False, betas: str = "") -> list[str]:
    """Have a body judged."""
    request = Request(body=body, headers={"anthropic-beta": betas})
    return Judge().check_body(request, counts=counts)


@pytest.mark.parametrize(
    ("headers", "status", "said"),
    [
        ({"x-api-key": None}, 401, "x-api-key header is required"),
        ({"x-api-key": "wrong"}, 401, "invalid x-api-key"),
        ({"x-api-key": None, "authorization": "Bearer wrong"}, 401, "invalid x-api-key"),
        ({"anthropic-version": None}, 400, "anthropic-version: header is required"),
        ({"anthropic-version": "latest"}, 400, '"latest" is not a valid version'),
        ({"content-type": "text/plain"}, 400, "application/json"),
    ],
)
def test_headers_are_needed(headers: dict[str, str | None], status: int, said: str) -> None:
    """The key first, as the real service looks at it."""
    given = {key: value for key, value in (HEADERS | headers).items() if value is not None}
    with pytest.raises(RefusedError, match=said) as caught:
        Judge().check_headers(given)
    assert caught.value.status == status


def test_key_may_be_borne() -> None:
    """In the header of a token, too."""
    Judge().check_headers(HEADERS)
    rest = {key: value for key, value in HEADERS.items() if key != "x-api-key"}
    Judge().check_headers({**rest, "authorization": f"Bearer {KEY}"})


@pytest.mark.parametrize(
    "more",
    [
        {"system": "s", "temperature": 0.5, "top_k": 1, "top_p": 0.5, "stop_sequences": ["x"]},
        {"metadata": {"user_id": "u"}, "service_tier": "auto", "stream": True},
        {"tools": TOOLS, "tool_choice": {"type": "any"}},
        {"tools": [{"type": "web_search_20250305", "name": "web_search", "max_uses": 3}]},
        {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 1025},
        {"thinking": {"type": "adaptive", "display": "omitted"}, "output_config": {"effort": "x"}},
        {"thinking": {"type": "disabled"}, "temperature": 0},
        {"system": [{**say("s"), "cache_control": {"type": "ephemeral"}}]},
        {"max_tokens": MOST_OUTPUT},
    ],
)
def test_what_the_service_takes_is_taken(more: dict[str, Any]) -> None:
    """Without a problem."""
    assert judged(BODY | more) == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"foo": 1}, "foo: Extra inputs are not permitted"),
        ({"context_management": {}}, "context_management: Extra inputs"),
        ({"max_tokens": 0}, "max_tokens: Input should be greater than or equal to 1"),
        ({"max_tokens": "9"}, "max_tokens: Input should be a valid integer"),
        ({"max_tokens": MOST_OUTPUT + 1}, "maximum allowed number of output tokens"),
        ({"stream": 1}, "stream: Input should be a valid boolean"),
        ({"model": 3}, "model: Input should be a valid string"),
        ({"messages": "hi"}, "messages: Input should be a valid list"),
        ({"system": 3}, "system: Input should be a valid list"),
        ({"system": [say("")]}, "text content blocks must be non-empty"),
        ({"system": [{"type": "text"}]}, "system.0.text: Field required"),
        ({"system": [say("x") | {"foo": 1}]}, "system.0.foo: Extra inputs"),
        ({"thinking": {"type": "on"}}, "thinking.type: Input should be"),
        ({"thinking": {"type": "enabled"}}, "budget_tokens: Field required"),
        ({"thinking": {"type": "adaptive", "budget_tokens": 9}}, "adaptive.budget_tokens: Extra"),
        ({"thinking": {"type": "enabled", "budget_tokens": 1023}}, "equal to 1024"),
        (
            {"thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 2000},
            "`max_tokens` must be greater than `thinking.budget_tokens`",
        ),
        ({"thinking": {"type": "adaptive"}, "temperature": 0.5}, "may only be set to 1"),
        (
            {"thinking": {"type": "adaptive"}, "tools": TOOLS, "tool_choice": {"type": "any"}},
            "Thinking may not be enabled when tool_choice forces tool use",
        ),
        ({"tools": {}}, "tools: Input should be a valid list"),
        ({"tools": TOOLS * 2}, "tools: Tool names must be unique"),
        ({"tools": [{"name": "a b", "input_schema": OBJECT}]}, "should match pattern"),
        ({"tools": [{"name": "a" * 129, "input_schema": OBJECT}]}, "should match pattern"),
        ({"tools": [{"name": "a"}]}, "tools.0.custom.input_schema: Field required"),
        ({"tools": [{"name": "a", "input_schema": {}}]}, "Input should be 'object'"),
        ({"tools": [{"name": "a", "input_schema": OBJECT, "foo": 1}]}, "custom.foo: Extra"),
        ({"tools": [{"input_schema": OBJECT}]}, "tools.0.name: Input should be a valid string"),
    ],
)
def test_what_the_service_refuses_is_refused(more: dict[str, Any], said: str) -> None:
    """In its words, as far as they are known."""
    with pytest.raises(RefusedError, match=said.replace(".", r"\.")) as caught:
        judged(BODY | more)
    assert caught.value.status == 400


@pytest.mark.parametrize("missing", ["model", "messages", "max_tokens"])
def test_some_members_are_needed(missing: str) -> None:
    """By every request for a message."""
    with pytest.raises(RefusedError, match=f"{missing}: Field required"):
        judged({key: value for key, value in BODY.items() if key != missing})


@pytest.mark.parametrize("model", ["claude-nobody", "gpt-4", "", "claude-1 x"])
def test_unknown_model_is_not_found(model: str) -> None:
    """Where no list says which there are, by its name."""
    with pytest.raises(RefusedError, match=f"model: {model}") as caught:
        judged(BODY | {"model": model})
    assert caught.value.status == 404


def test_models_may_be_listed() -> None:
    """Then there are no others."""
    judge = Judge(models=frozenset({"mine"}))
    assert judge.check_body(Request(body=BODY | {"model": "mine"})) == []
    with pytest.raises(RefusedError, match="model: claude-test-1"):
        judge.check_body(Request(body=BODY))


def test_counting_takes_less() -> None:
    """No request for an answer."""
    body = {"model": "claude-test-1", "messages": [user("x")]}
    assert judged(body, counts=True) == []
    with pytest.raises(RefusedError, match="max_tokens: Extra inputs"):
        judged(BODY, counts=True)


def test_some_members_have_to_be_asked_for() -> None:
    """In a header."""
    body = BODY | {"context_management": {"edits": []}}
    assert judged(body, betas="a, context-management-2025-06-27") == []
    assert betas_of(Request(body={}, headers={"anthropic-beta": "a, b"})) == ["a", "b"]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [({}, False), ({"thinking": {"type": "disabled"}}, False), ({"thinking": 3}, False)]
    + [({"thinking": {"type": kind}}, True) for kind in ("enabled", "adaptive")],
)
def test_thinking_is_known(body: dict[str, Any], wanted: bool) -> None:
    """By its type."""
    assert thinks(body) == wanted
