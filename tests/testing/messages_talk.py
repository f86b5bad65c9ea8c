"""Talking to the Messages API of tests by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

from steno.format.codec import encode_value
from steno.testing.messages_request import KEY

if TYPE_CHECKING:
    from steno.testing.messages_api import MessagesApi

HEADERS = {"x-api-key": KEY, "anthropic-version": "2023-06-01", "content-type": "application/json"}
TOOLS = [{"name": "Bash", "input_schema": {"type": "object"}}]


def user(content: Any) -> dict[str, Any]:
    """Say something as the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> dict[str, Any]:
    """Say something as the model."""
    return {"role": "assistant", "content": content}


BODY: dict[str, Any] = {"model": "claude-test-1", "max_tokens": 9, "messages": [user("hi")]}


def post(api: MessagesApi, body: Any, **headers: str) -> httpx.Response:
    """Ask for a message."""
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return send(f"{api.url}/v1/messages", encode_value(body), HEADERS | named)


def send(url: str, content: bytes, headers: dict[str, str]) -> httpx.Response:
    """Send bytes; without certificates, which take long to read and are of no use here."""
    return httpx.post(url, content=content, headers=headers, verify=False)  # noqa: S501


def says(response: httpx.Response) -> str:
    """Give the text of an answer."""
    return str(response.json()["content"][0]["text"])
