"""A tiny MCP server on stdin and stdout, so that the real client has one to write about."""

from __future__ import annotations

import json
import sys
from typing import Any, Final

PICTURE: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
    "WjR9awAAAABJRU5ErkJggg=="
)
"""One pixel, as a PNG in base64."""

Message = dict[str, Any]

_ANY: Final = {"type": "object"}
_NOTE: Final = {"uri": "lab://note", "mimeType": "text/plain", "text": "high water at 04:12"}

CAPABILITIES: Final[Message] = {
    "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
    "serverInfo": {"name": "lab", "version": "1"},
    "instructions": "Ask for the tides.",
}
LISTS: Final[Message] = {
    "tools/list": {
        "tools": [
            {"name": name, "description": f"Gives {name}.", "inputSchema": _ANY}
            for name in ("text", "failure", "picture", "table", "novel")
        ]
    },
    "resources/list": {"resources": [{"uri": "lab://note", "name": "note"}]},
    "resources/read": {"contents": [_NOTE]},
    "prompts/list": {"prompts": [{"name": "greet", "description": "Greets."}]},
    "prompts/get": {"messages": [{"role": "user", "content": {"type": "text", "text": "Hi."}}]},
}
RESULTS: Final[Message] = {
    "text": {"content": [{"type": "text", "text": "2.4 m"}], "_meta": {"station": "SAN"}},
    "failure": {"content": [{"type": "text", "text": "no such station"}], "isError": True},
    "picture": {
        "content": [
            {"type": "image", "data": PICTURE, "mimeType": "image/png"},
            {"type": "resource_link", "uri": "lab://note", "name": "note"},
            {"type": "resource", "resource": _NOTE},
        ]
    },
    "table": {"content": [{"type": "text", "text": '{"m":2.4}'}], "structuredContent": {"m": 2.4}},
    "novel": {"content": [{"type": "text", "text": "ebb and flow " * 20_000}]},
}


def answer(request: Message) -> Message:
    """Give the outcome of a request: a result, or an error where there is none to give."""
    method, parameters = request["method"], request.get("params", {})
    if method == "initialize":
        return {"result": {"protocolVersion": parameters["protocolVersion"], **CAPABILITIES}}
    if method == "tools/call":
        return {"result": RESULTS[parameters["name"]]}
    if method in LISTS:
        return {"result": LISTS[method]}
    return {"error": {"code": -32601, "message": "no such method"}}


def main() -> None:
    """Answer one request after the other until the client is gone."""
    for line in sys.stdin:
        request: Message = json.loads(line)
        if "id" in request:
            reply = {"jsonrpc": "2.0", "id": request["id"], **answer(request)}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
