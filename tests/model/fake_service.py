"""A Messages API on this machine, which says what a test wants and remembers what it was asked."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Reply:
    """What the service does with one request."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    is_cut: bool = False
    """Whether the connection ends in the middle of it."""


@dataclass(frozen=True, slots=True)
class Got:
    """One request that the service got."""

    path: str
    headers: dict[str, str]
    body: Any


class Service:
    """A service that answers by a list; the last answer is given for good."""

    def __init__(self, replies: list[Reply]) -> None:
        """Begin to listen."""
        self.replies = replies
        self.got: list[Got] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def next_reply(self, got: Got) -> Reply:
        """Take a request in, and give the answer to it."""
        self.got.append(got)
        return self.replies[min(len(self.got), len(self.replies)) - 1]

    def close(self) -> None:
        """Listen no longer."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def serving(*replies: Reply) -> Iterator[Service]:
    """Have a service that gives these answers."""
    service = Service(list(replies))
    try:
        yield service
    finally:
        service.close()


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {key.lower(): value for key, value in self.headers.items()}
            reply = service.next_reply(Got(self.path, headers, json.loads(raw)))
            self.send_response(reply.status)
            for key, value in reply.headers.items():
                self.send_header(key, value)
            length = len(reply.body) + (1000 if reply.is_cut else 0)
            self.send_header("content-length", str(length))
            self.end_headers()
            self.wfile.write(reply.body)
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name above
            """Say nothing."""

    return Handler


def stream(*events: dict[str, Any]) -> bytes:
    """Write events as a stream."""
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
        for event in events
    )


def told(*texts: str, stop_reason: str = "end_turn") -> list[dict[str, Any]]:
    """Give the events of an answer that comes in these pieces, behind some thinking."""
    usage = {"input_tokens": 12, "output_tokens": 1, "cache_read_input_tokens": 3}
    message: dict[str, Any] = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test",
        "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage,
    }  # fmt: skip
    thought = {"type": "thinking", "thinking": "", "signature": ""}
    thinking = {"type": "thinking_delta", "thinking": "hm"}
    return [
        {"type": "message_start", "message": message},
        {"type": "ping"},
        {"type": "content_block_start", "index": 0, "content_block": thought},
        {"type": "content_block_delta", "index": 0, "delta": thinking},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
        *(
            {
                "type": "content_block_delta",
                "index": 1,
                "delta": {"type": "text_delta", "text": text},
            }
            for text in texts
        ),
        {"type": "content_block_stop", "index": 1},
        {
            "type": "message_delta",
            "delta": {"stop_reason": stop_reason, "stop_sequence": None},
            "usage": {"output_tokens": 7},
        },
        {"type": "message_stop"},
    ]


EVENTS = {"content-type": "text/event-stream; charset=utf-8"}


def answer(*texts: str, stop_reason: str = "end_turn") -> Reply:
    """Answer in these pieces."""
    return Reply(headers=EVENTS, body=stream(*told(*texts, stop_reason=stop_reason)))


def refusal(status: int, kind: str, message: str, **headers: str) -> Reply:
    """Refuse as the real service does."""
    body = {"type": "error", "error": {"type": kind, "message": message}}
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return Reply(status, {"content-type": "application/json", **named}, json.dumps(body).encode())
