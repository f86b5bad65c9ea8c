"""How a Messages API on this machine talks HTTP, and breaks off where it is told to."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any, ClassVar

from steno.format.codec import JsonRefusedError, decode_json, encode_value
from steno.model.script import Request, as_answer, new_id
from steno.model.script_events import estimated, events_of, message_of
from steno.testing.messages_faults import Fault, FaultKind, kind_of
from steno.testing.messages_request import MOST_BYTES
from steno.testing.messages_shape import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.model.script import Answer
    from steno.testing.messages_api import MessagesApi


def handler_of(api: MessagesApi) -> type[BaseHTTPRequestHandler]:
    """Give what handles the requests to a service."""
    return type("Handler", (_Handler,), {"api": api})


class _Handler(BaseHTTPRequestHandler):
    api: ClassVar[MessagesApi]
    protocol_version = "HTTP/1.1"
    request_id = ""

    def do_HEAD(self) -> None:
        """Say that somebody is there, as the real one does to those who only look."""
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self.request_id = new_id("req_01")
        if self.path.partition("?")[0] == "/v1/models":
            self.reply(200, {"data": [], "has_more": False, "first_id": None, "last_id": None})
        else:
            self.refuse(404, "not_found_error", f"Not found: {self.path}")

    def do_POST(self) -> None:
        self.request_id = new_id("req_01")
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            with suppress(OSError):
                self.handle_request(raw)
        except RefusedError as refused:
            self.api.complain(f"{refused.status} {refused}")
            self.refuse(refused.status, kind_of(refused.status), str(refused))

    def handle_request(self, raw: bytes) -> None:
        path = self.path.partition("?")[0]
        if path not in ("/v1/messages", "/v1/messages/count_tokens"):
            raise RefusedError(f"Not found: {path}", 404)
        if len(raw) > MOST_BYTES:
            raise RefusedError("Request exceeds the maximum size", 413)
        headers = {key.lower(): value for key, value in self.headers.items()}
        request = Request(body=_body(raw), headers=headers, time=time.time(), path=self.path)
        if path.endswith("count_tokens"):
            self.api.count(request)
            self.reply(200, {"input_tokens": estimated(request.body)})
            return
        reply = self.api.reply_to(request)
        if isinstance(reply, Fault):
            self.fail(reply, request)
        else:
            self.answer(as_answer(reply), request)

    def answer(self, given: Answer, request: Request, fault: Fault | None = None) -> None:
        blocks = tuple(self.api.issued(given))
        message = message_of(replace(given, blocks=blocks), request)
        self.api.is_closing.wait(given.delay)
        if not request.body.get("stream"):
            self.reply(200, message)
            return
        events = events_of(message)
        self.begin_stream()
        for event in events if fault is None else events[: fault.after]:
            self.send_event(event)
            self.api.is_closing.wait(given.pace)
        if fault is None or fault.kind is FaultKind.ENDS:
            self.send_chunk(b"")

    def fail(self, fault: Fault, request: Request) -> None:
        if fault.kind is FaultKind.DROPS:
            self.hang_up()
            return
        if fault.kind is FaultKind.STATUS or fault.answer is None:
            error = fault.error
            self.refuse(fault.status, error["type"], error["message"], fault.headers)
            return
        self.answer(fault.answer, request, fault)
        if fault.kind is FaultKind.SAYS:
            self.send_event({"type": "error", "error": fault.error, "request_id": self.request_id})
            self.send_chunk(b"")
        elif fault.kind is not FaultKind.ENDS:
            self.api.is_closing.wait(fault.seconds)
            self.hang_up()

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("cache-control", "no-cache")
        self.send_header("request-id", self.request_id)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def send_event(self, event: Mapping[str, Any]) -> None:
        told = b"event: %s\ndata: %s\n\n" % (event["type"].encode(), encode_value(event))
        self.send_chunk(told)

    def send_chunk(self, content: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))

    def refuse(
        self, status: int, kind: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        error = {"type": kind, "message": message}
        body = {"type": "error", "error": error, "request_id": self.request_id}
        self.reply(status, body, headers)

    def reply(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        content = encode_value(body)
        self.send_response(status)
        for key, value in (headers or {}).items():
            self.send_header(key, value)
        self.send_header("content-type", "application/json")
        self.send_header("request-id", self.request_id)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(content)

    def hang_up(self) -> None:
        """End the connection at once, as a network that fails does."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def finish(self) -> None:
        with suppress(OSError):
            super().finish()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name above
        """Say nothing."""


def _body(raw: bytes) -> dict[str, Any]:
    try:
        value = decode_json(raw).value
    except JsonRefusedError as error:
        raise RefusedError(f"The request body is not valid JSON: {error}") from error
    if not isinstance(value, dict):
        raise RefusedError("Input should be a valid dictionary")
    return value
