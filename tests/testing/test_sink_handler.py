"""How a sink talks HTTP, and breaks off."""

from __future__ import annotations

import gzip
import socket
from contextlib import suppress
from itertools import repeat
from random import Random

import httpx
import pytest

from steno.testing.sink_faults import DIES, DROPS, HALF, partial, random_faults, slow, status
from steno.testing.sink_handler import PROTOBUF
from steno.testing.sink_server import SinkServer
from steno.trace.otlp import encode
from steno.trace.wire import WireSpan, WireTrace

SPANS = tuple(
    WireSpan(id=f"{number:016x}", parent=None, name="x", start=1, end=2) for number in range(1, 5)
)
BODY = encode([WireTrace(id="ab" * 16, session_id="s", spans=SPANS)], {})
HEADERS = {"content-type": PROTOBUF}


def post(server: SinkServer, body: bytes = BODY, **headers: str) -> httpx.Response:
    """Send a request without compression."""
    told = HEADERS | {key.replace("_", "-"): value for key, value in headers.items()}
    return httpx.post(server.url, content=body, headers=told, trust_env=False, timeout=5)


@pytest.mark.parametrize(
    ("fault", "kept"), [(DROPS, 0), (DIES, 2), (HALF, 4)], ids=["drops", "dies", "half"]
)
def test_connections_break_off(fault: object, kept: int) -> None:
    """Before, while or after the spans are kept."""
    with SinkServer(faults=[fault]) as server:  # type: ignore[list-item]
        with pytest.raises(httpx.TransportError):
            post(server)
        assert len(server.spans) == kept
        assert post(server).status_code == 200
    assert len(server.spans) == 4


def test_status_is_given_with_its_headers() -> None:
    """And nothing is kept."""
    with SinkServer(faults=[status(429, 3)]) as server:
        told = post(server)
    assert (told.status_code, told.headers["retry-after"]) == (429, "3")
    assert server.spans == {}


def test_slow_answers_end_with_the_server() -> None:
    """So that no test waits for them."""
    with SinkServer(faults=[slow(60)]) as server, pytest.raises(httpx.TimeoutException):
        httpx.post(server.url, content=BODY, headers=HEADERS, trust_env=False, timeout=0.1)
    assert len(server.spans) == 4


def test_partial_success_keeps_the_rest() -> None:
    """By count, or by trace."""
    with SinkServer(faults=[partial(1), partial(traces=frozenset({"ab" * 16}))]) as server:
        assert post(server).content != b""
        assert len(server.spans) == 3
        post(server)
        assert server.copies.total() == 3


def test_server_can_be_down_for_a_while() -> None:
    """Open connections end, and it is back under the same address."""
    with SinkServer() as server, httpx.Client(trust_env=False) as client:
        assert client.post(server.url, content=BODY, headers=HEADERS).status_code == 200
        with server.down(), pytest.raises(httpx.TransportError):
            client.post(server.url, content=BODY, headers=HEADERS)
        assert client.post(server.url, content=BODY, headers=HEADERS).status_code == 200


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"content_type": "application/json"}, 415),
        ({"content_encoding": "br"}, 415),
        ({"content_encoding": "gzip"}, 400),
    ],
)
def test_requests_of_the_wrong_kind_are_refused(headers: dict[str, str], code: int) -> None:
    """And remembered as problems."""
    with SinkServer() as server:
        assert post(server, BODY, **headers).status_code == code
    assert len(server.problems) == 1


def test_bodies_that_are_no_request_are_refused() -> None:
    """Compressed or not."""
    with SinkServer() as server:
        assert post(server, b"\xff\xff").status_code == 400
        assert post(server, gzip.compress(b"\xff"), content_encoding="gzip").status_code == 400


def test_requests_that_break_off_leave_nothing() -> None:
    """As when their sender is killed on the way; nobody is to blame for that."""
    with SinkServer() as server:
        host, _, port = server.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as client:
            head = f"POST /v1/traces HTTP/1.1\r\ncontent-length: {len(BODY)}\r\n\r\n"
            client.sendall(head.encode() + BODY[:20])
            client.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                assert client.recv(100) == b""
    assert (server.spans, server.requests, server.problems) == ({}, [], [])


def test_other_paths_are_not_found() -> None:
    """Which tells of a wrong address."""
    with SinkServer() as server:
        told = httpx.post(f"{server.address}/v1/trace", content=b"", trust_env=False)
    assert told.status_code == 404


def test_faults_may_be_endless() -> None:
    """Whoever keeps trying gets everything through, where it may."""
    with SinkServer(faults=random_faults(Random(3), seconds=0)) as server:
        for _ in repeat(None, 60):
            try:
                answered = post(server)
            except httpx.TransportError:
                continue
            if answered.status_code == 200 and not answered.content:
                break
    assert len(server.spans) == 4
    assert server.changed == []
