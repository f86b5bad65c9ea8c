"""What can go wrong with a request."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from steno.testing.messages_api import MessagesApi
from steno.testing.messages_faults import (
    Fault,
    busy,
    cut,
    drops,
    ends,
    fails_within,
    kind_of,
    refuses,
    slow,
    stalls,
)
from tests.testing.messages_talk import BODY, post, says

STREAMED = BODY | {"stream": True}


def events(response: httpx.Response) -> list[str]:
    """Give the types of the events of an answer."""
    lines = response.text.split("\n")
    return [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]


def test_status_comes_with_its_type_and_headers() -> None:
    """Once; then the script goes on."""
    with MessagesApi([busy(429, retry_after=1.5), refuses(500, "x", a_b="c"), "ok"]) as api:
        first, second, third = (post(api, BODY) for _ in range(3))
    assert (first.status_code, first.headers["retry-after"]) == (429, "1.5")
    assert first.json()["error"] == {"type": "rate_limit_error", "message": "Busy"}
    assert first.headers["request-id"] == first.json()["request_id"]
    assert (second.status_code, second.headers["a-b"]) == (500, "c")
    assert says(third) == "ok"
    assert api.problems == []


@pytest.mark.parametrize("fault", [drops(), cut("x", after=0), cut("x", after=4)])
def test_connection_ends(fault: Fault) -> None:
    """Before the answer or within it; a client that waits for all of it has nothing."""
    with MessagesApi([fault]) as api, pytest.raises(httpx.TransportError):
        post(api, STREAMED)


def test_answer_ends_too_soon() -> None:
    """In good order, as far as the connection goes."""
    with MessagesApi([ends("x", after=4)]) as api:
        told = events(post(api, STREAMED))
    assert told == ["message_start", "content_block_start", "ping", "content_block_delta"]


def test_error_comes_within_the_answer() -> None:
    """As an event."""
    with MessagesApi([fails_within("x", after=1, kind="api_error", message="so")]) as api:
        response = post(api, STREAMED)
    assert response.status_code == 200
    assert events(response) == ["message_start", "error"]
    assert '"type":"api_error","message":"so"' in response.text


def test_answer_falls_silent() -> None:
    """Until the connection ends."""
    with MessagesApi([stalls("x", after=2, seconds=0.05)]) as api:
        with pytest.raises(httpx.TransportError):
            post(api, STREAMED)
        assert len(api.requests) == 1


def test_slow_answer_comes_whole() -> None:
    """To those who wait."""
    with MessagesApi([slow("x", delay=0.05, pace=0.01)]) as api:
        assert events(post(api, STREAMED))[-1] == "message_stop"


@pytest.mark.parametrize(
    ("status", "kind"), [(413, "request_too_large"), (529, "overloaded_error"), (502, "api_error")]
)
def test_status_has_a_type(status: int, kind: str) -> None:
    """Others are errors of the service."""
    assert kind_of(status) == kind


def test_fault_may_stand_where_rules_answer() -> None:
    """As any answer."""
    given: list[Any] = [busy(503), "ok"]
    with MessagesApi(rules=lambda _: given.pop(0)) as api:
        assert [post(api, BODY).status_code for _ in range(2)] == [503, 200]
