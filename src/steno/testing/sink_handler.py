"""How a sink on this machine talks HTTP, and breaks off where it is told to."""

from __future__ import annotations

import gzip
import socket
import struct
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any, ClassVar, Final

from steno.testing.sink_faults import FaultKind
from steno.testing.sink_spans import Request, captured, response

if TYPE_CHECKING:
    from steno.testing.sink_faults import Fault
    from steno.testing.sink_server import SinkServer

PROTOBUF: Final = "application/x-protobuf"


def handler_of(sink: SinkServer) -> type[BaseHTTPRequestHandler]:
    """Give what handles the requests to a sink."""
    return type("Handler", (_Handler,), {"sink": sink})


class _Handler(BaseHTTPRequestHandler):
    sink: ClassVar[SinkServer]
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.sink.connections.add(self.connection)

    def finish(self) -> None:
        self.sink.connections.discard(self.connection)
        with suppress(OSError):
            super().finish()

    def do_POST(self) -> None:
        fault = self.sink.next_fault()
        if fault is not None and fault.kind is FaultKind.DROPS:
            self.hang_up()
            return
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:
            # Whoever sent it was killed on the way.
            self.hang_up()
            return
        if fault is not None and fault.kind is FaultKind.STATUS:
            self.reply(fault.status, b"", fault.headers)
            return
        headers = {key.lower(): value for key, value in self.headers.items()}
        complaint = self.sink.complaint(self.path, headers)
        if complaint is not None:
            self.refuse(*complaint)
            return
        self.handle_traces(body, headers, fault)

    def handle_traces(self, body: bytes, headers: dict[str, str], fault: Fault | None) -> None:
        try:
            plain = gzip.decompress(body) if "content-encoding" in headers else body
            spans = captured(plain)
        except (OSError, EOFError, ValueError) as error:
            self.refuse(400, f"the body cannot be decoded: {error}")
            return
        if self.sink.most_bytes is not None and len(plain) > self.sink.most_bytes:
            self.reply(413, b"too large", {"content-type": "text/plain"})
            return
        if not spans:
            self.sink.complain("a request holds no spans")
        rejected, why = self.sink.take(Request(self.path, headers, len(plain), spans), fault)
        self.answer(rejected, why, fault)

    def answer(self, rejected: int, why: str, fault: Fault | None) -> None:
        kind = None if fault is None else fault.kind
        if kind is FaultKind.DIES:
            self.hang_up()
            return
        if fault is not None and kind is FaultKind.SLOW:
            self.sink.is_closing.wait(fault.seconds)
        said = response(rejected, why)
        self.reply(200, said, {"content-type": PROTOBUF}, is_cut=kind is FaultKind.HALF)

    def refuse(self, status: int, problem: str) -> None:
        self.sink.complain(problem)
        self.reply(status, problem.encode(), {"content-type": "text/plain"})

    def reply(
        self, status: int, body: bytes, headers: dict[str, str], *, is_cut: bool = False
    ) -> None:
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("content-length", str(len(body) + (100 if is_cut else 0)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)
        self.close_connection = self.close_connection or is_cut

    def hang_up(self) -> None:
        """End the connection at once, as a process that was killed would."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name above
        """Say nothing."""
