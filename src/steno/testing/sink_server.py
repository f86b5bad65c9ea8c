"""A sink on this machine: takes traces by OTLP, plays Langfuse, and fails as it is told to.

::

    with SinkServer(faults=[status(503), HALF]) as sink:
        ...  # send to sink.url
    assert sink.spans[trace_id, span_id].attributes["session.id"] == "…"
"""

from __future__ import annotations

import base64
import socket
from collections import Counter
from contextlib import contextmanager, suppress
from http.server import ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, Self

from steno.testing.sink_faults import FaultKind
from steno.testing.sink_handler import PROTOBUF, handler_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.testing.sink_faults import Fault
    from steno.testing.sink_spans import CapturedSpan, Request

OTLP_PATH: Final = "/v1/traces"
LANGFUSE_PATH: Final = "/api/public/otel/v1/traces"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that hang up are what this is for."""


class SinkServer:
    """Keeps the spans that arrive by trace id and span id, the last copy of each."""

    def __init__(
        self,
        *,
        faults: Iterable[Fault | None] = (),
        langfuse_keys: tuple[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Take what goes wrong with the first requests, and what every request has to bring.

        With ``langfuse_keys`` (public, secret) it is a Langfuse server, with its path, its
        authorization and its header. ``faults`` may be endless; None lets a request pass.
        """
        self.langfuse_keys = langfuse_keys
        self.wanted_headers = dict(headers or {})
        self.requests: list[Request] = []
        """Every request whose body was read, in order."""
        self.spans: dict[tuple[str, str], CapturedSpan] = {}
        """What was kept, by trace id and span id; the latest copy counts."""
        self.copies: Counter[tuple[str, str]] = Counter()
        """How often each span was taken."""
        self.changed: list[tuple[str, str]] = []
        """Spans of which a copy came that was not the same as the one before."""
        self.problems: list[str] = []
        """What was wrong with requests, in words."""
        self.rejected_traces: set[str] = set()
        """Traces that are never taken: each request that holds one is a partial success."""
        self.largest = 0
        """The most bytes of any request, before compression."""
        self.most_bytes: int | None = None
        """A larger request gets a 413."""
        self._faults: Iterator[Fault | None] = iter(faults)
        self._lock = Lock()
        self.is_closing = Event()
        self.connections: set[socket.socket] = set()
        self._port = 0
        self._start()

    @property
    def address(self) -> str:
        """The address of the server, as a host is given."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        """Where traces are taken."""
        return self.address + self.path

    @property
    def path(self) -> str:
        """The path of requests."""
        return OTLP_PATH if self.langfuse_keys is None else LANGFUSE_PATH

    @property
    def traces(self) -> dict[str, dict[str, CapturedSpan]]:
        """What was kept, as spans by id by trace."""
        found: dict[str, dict[str, CapturedSpan]] = {}
        with self._lock:
            for (trace, span), kept in self.spans.items():
                found.setdefault(trace, {})[span] = kept
        return found

    def orphans(self) -> list[tuple[str, str]]:
        """List the spans whose parent has not arrived."""
        return [
            key
            for key, span in sorted(self.spans.items())
            if span.parent is not None and (key[0], span.parent) not in self.spans
        ]

    @contextmanager
    def down(self) -> Iterator[None]:
        """Refuse connections for a while, at the same port."""
        self._stop()
        try:
            yield
        finally:
            self._start()

    def close(self) -> None:
        """Listen no longer."""
        self.is_closing.set()
        self._stop()

    def __enter__(self) -> Self:
        """Give the server itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _start(self) -> None:
        self._server = _Server(("127.0.0.1", self._port), handler_of(self))
        self._port = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def _stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        for connection in tuple(self.connections):
            # Otherwise a client would go on with the connection that it has.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def next_fault(self) -> Fault | None:
        """Say what goes wrong with the request that comes now."""
        with self._lock:
            return next(self._faults, None)

    def complaint(self, path: str, headers: dict[str, str]) -> tuple[int, str] | None:
        """Say what is wrong with a request before its body is looked at."""
        if path != self.path:
            return 404, f"the path is {path}, not {self.path}"
        for name, value in self._required().items():
            if headers.get(name) != value:
                status = 401 if name == "authorization" else 400
                return status, f"the header {name} is missing or wrong"
        if headers.get("content-type") != PROTOBUF:
            return 415, f"the content type is {headers.get('content-type')}"
        if headers.get("content-encoding", "gzip") != "gzip":
            return 415, f"the content encoding is {headers.get('content-encoding')}"
        return None

    def _required(self) -> dict[str, str]:
        wanted = dict(self.wanted_headers)
        if self.langfuse_keys is not None:
            token = base64.b64encode(":".join(self.langfuse_keys).encode()).decode()
            wanted |= {"authorization": f"Basic {token}", "x-langfuse-ingestion-version": "4"}
        return wanted

    def complain(self, problem: str) -> None:
        """Remember what was wrong with a request."""
        with self._lock:
            self.problems.append(problem)

    def take(self, request: Request, fault: Fault | None) -> tuple[int, str]:
        """Keep the spans of a request, but for those that are rejected; say how many those are."""
        with self._lock:
            self.requests.append(request)
            self.largest = max(self.largest, request.size)
            self.problems += (problem for span in request.spans for problem in span.problems())
            rejected = self.rejected_traces | (fault.traces if fault is not None else frozenset())
            taken = [span for span in request.spans if span.trace_id not in rejected]
            if fault is not None and fault.kind is FaultKind.DIES:
                taken = taken[: len(taken) // 2]
            if fault is not None and fault.kind is FaultKind.PARTIAL and fault.count:
                taken = taken[: max(len(taken) - fault.count, 0)]
            for span in taken:
                self._keep(span)
        return len(request.spans) - len(taken), "some spans were rejected"

    def _keep(self, span: CapturedSpan) -> None:
        key = (span.trace_id, span.id)
        if key in self.spans and self.spans[key] != span:
            self.changed.append(key)
        self.spans[key] = span
        self.copies[key] += 1
