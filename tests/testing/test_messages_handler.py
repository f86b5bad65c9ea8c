"""How the Messages API of tests talks HTTP."""

from __future__ import annotations

import httpx
import pytest

from steno.testing.messages_api import MessagesApi
from steno.testing.messages_request import MOST_BYTES
from tests.testing.messages_talk import BODY, HEADERS, post, says, send


def test_stream_has_the_headers_of_the_real_one() -> None:
    """And each event a name and a line of JSON."""
    with MessagesApi(["a \u2028 b"]) as api:
        response = post(api, BODY | {"stream": True})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["request-id"].startswith("req_01")
    assert response.content.startswith(b'event: message_start\ndata: {"type":"message_start"')
    assert response.content.endswith(b'event: message_stop\ndata: {"type":"message_stop"}\n\n')
    assert "a \u2028 b" in response.text


def test_message_comes_whole_without_a_stream() -> None:
    """As JSON."""
    with MessagesApi(["x"]) as api:
        response = post(api, BODY)
    assert response.headers["content-type"] == "application/json"
    assert response.json()["role"] == "assistant"
    assert says(response) == "x"


@pytest.mark.parametrize(
    ("content", "status", "kind"),
    [
        (b"{", 400, "invalid_request_error"),
        (b"[]", 400, "invalid_request_error"),
        (b" " * (MOST_BYTES + 1), 413, "request_too_large"),
    ],
)
def test_what_is_no_request_is_refused(content: bytes, status: int, kind: str) -> None:
    """For its size before all else."""
    with MessagesApi(["x"]) as api:
        response = send(f"{api.url}/v1/messages", content, HEADERS)
    assert response.status_code == status
    assert response.json()["error"]["type"] == kind
    assert len(api.problems) == 1


def test_refusal_is_told_as_the_real_one_tells_it() -> None:
    """With its type, its words and the id of the request."""
    with MessagesApi(["x"]) as api:
        response = post(api, BODY, x_api_key="wrong")
    assert response.status_code == 401
    assert response.json() == {
        "type": "error",
        "error": {"type": "authentication_error", "message": "invalid x-api-key"},
        "request_id": response.headers["request-id"],
    }
    assert api.problems == ["401 invalid x-api-key"]


def test_other_paths_are_not_there() -> None:
    """But one may look whether anybody is."""
    with MessagesApi() as api:
        assert send(f"{api.url}/v1/other", b"{}", HEADERS).status_code == 404
        assert httpx.get(f"{api.url}/v1/other", verify=False).status_code == 404  # noqa: S501
        assert httpx.head(api.url, verify=False).status_code == 200  # noqa: S501
    assert api.problems == ["404 Not found: /v1/other"]


def test_query_of_the_real_client_is_taken() -> None:
    """It asks for what is new by it."""
    with MessagesApi(["x"]) as api:
        url = f"{api.url}/v1/messages?beta=true"
        response = send(url, b'{"model":"claude-test-1","max_tokens":9,"messages":[]}', HEADERS)
    assert response.status_code == 400
    assert api.requests[0].path == "/v1/messages?beta=true"


def test_tokens_are_counted() -> None:
    """By a guess, of requests that would be taken."""
    with MessagesApi() as api:
        url = f"{api.url}/v1/messages/count_tokens"
        content = b'{"model":"claude-test-1","messages":[{"role":"user","content":"hello there"}]}'
        assert send(url, content, HEADERS).json()["input_tokens"] == len(content) // 4
        assert send(url, b'{"model":"claude-test-1"}', HEADERS).status_code == 400
    assert api.problems == ["400 messages: Field required"]
