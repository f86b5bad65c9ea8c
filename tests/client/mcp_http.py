"""The MCP server of the lab over HTTP, by both transports, for those who show a header."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from tests.interop.mcp_server import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER: Final = {"x-lab": "yes"}


class _Handler(BaseHTTPRequestHandler):
    said: Queue[bytes | None]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the base
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer a message, here or on the stream."""
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("x-lab") != "yes":
            self._reply(401)
            return
        message = json.loads(body)
        if "id" not in message:
            self._reply(202)
            return
        told = json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}).encode()
        if self.path == "/mcp":
            self._reply(200, told)
        else:
            self._reply(202)
            self.said.put(told)

    def do_GET(self) -> None:
        """Open the stream of the older transport."""
        if self.path != "/sse":
            self._reply(405)
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"event: endpoint\ndata: /messages\n\n")
        self.wfile.flush()
        while (told := self.said.get()) is not None:
            self.wfile.write(b"event: message\ndata: " + told + b"\n\n")
            self.wfile.flush()

    def do_DELETE(self) -> None:
        """End a session."""
        self._reply(200)

    def _reply(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        if body:
            self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that hang up are part of it."""


@contextmanager
def served() -> Iterator[str]:
    """Serve on loopback; give the address."""
    said: Queue[bytes | None] = Queue()
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"said": said}))
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        said.put(None)
        server.shutdown()
        server.server_close()
        thread.join()
