"""A sink that keeps what arrives."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import httpx

from steno.testing.sink_handler import PROTOBUF
from steno.testing.sink_server import LANGFUSE_PATH, OTLP_PATH, SinkServer
from steno.trace.otlp import PartialSuccess, answer, encode
from steno.trace.wire import WireSpan, WireTrace

if TYPE_CHECKING:
    from collections.abc import Mapping

ONE, TWO = "ab" * 16, "cd" * 16


def trace(id_: str, *names: str, parent: str | None = None) -> WireTrace:
    """Make a trace of some spans, each named and numbered."""
    spans = (
        WireSpan(id=f"{number:016x}", parent=parent, name=name, start=1, end=2)
        for number, name in enumerate(names, 1)
    )
    return WireTrace(id=id_, session_id="s", spans=tuple(spans))


def post(
    server: SinkServer, *traces: WireTrace, headers: Mapping[str, str] | None = None
) -> httpx.Response:
    """Send some traces."""
    body = gzip.compress(encode(traces, {"a": "b"}))
    told = {"content-type": PROTOBUF, "content-encoding": "gzip", **(headers or {})}
    return httpx.post(server.url, content=body, headers=told, trust_env=False)


def test_spans_are_kept_by_their_ids() -> None:
    """With their content, and how often they came."""
    with SinkServer() as server:
        assert server.url.endswith(OTLP_PATH)
        assert post(server, trace(ONE, "a", "b")).status_code == 200
        assert post(server, trace(ONE, "a"), trace(TWO, "c")).status_code == 200
    assert {key: span.name for key, span in server.spans.items()} == {
        (ONE, "0" * 15 + "1"): "a", (ONE, "0" * 15 + "2"): "b", (TWO, "0" * 15 + "1"): "c",
    }  # fmt: skip
    assert server.copies[ONE, "0" * 15 + "1"] == 2
    assert (server.changed, server.problems, server.orphans()) == ([], [], [])
    assert list(server.traces) == [ONE, TWO]
    assert server.requests[1].trace_ids == (ONE, TWO)
    assert server.largest == max(request.size for request in server.requests)


def test_changed_copies_are_noticed() -> None:
    """The latest counts."""
    with SinkServer() as server:
        post(server, trace(ONE, "a"))
        post(server, trace(ONE, "b"))
    assert server.changed == [(ONE, "0" * 15 + "1")]
    assert server.spans[ONE, "0" * 15 + "1"].name == "b"


def test_spans_without_their_parent_are_told() -> None:
    """Until it arrives."""
    with SinkServer() as server:
        post(server, trace(ONE, "a", parent="ff" * 8))
        assert server.orphans() == [(ONE, "0" * 15 + "1")]


def test_langfuse_wants_its_headers() -> None:
    """The wrong ones are refused, and remembered."""
    with SinkServer(langfuse_keys=("pk", "sk")) as server:
        assert server.url.endswith(LANGFUSE_PATH)
        assert post(server, trace(ONE, "a")).status_code == 401
        basic = {"authorization": "Basic cGs6c2s="}
        assert post(server, trace(ONE, "a"), headers=basic).status_code == 400
        version = {"x-langfuse-ingestion-version": "4"}
        assert post(server, trace(ONE, "a"), headers=basic | version).status_code == 200
    assert len(server.problems) == 2


def test_traces_can_be_rejected_for_good() -> None:
    """The others of the request are kept."""
    with SinkServer() as server:
        server.rejected_traces.add(TWO)
        told = post(server, trace(ONE, "a"), trace(TWO, "b", "c"))
        assert answer(told.content, PROTOBUF) == PartialSuccess(2, "some spans were rejected")
    assert list(server.traces) == [ONE]


def test_requests_can_be_too_large() -> None:
    """Then nothing of them is kept."""
    with SinkServer() as server:
        server.most_bytes = 100
        assert post(server, trace(ONE, *"abcdefgh")).status_code == 413
        assert post(server, trace(ONE, "a")).status_code == 200
    assert len(server.spans) == 1


def test_broken_rules_of_spans_are_problems() -> None:
    """As is a request without any."""
    with SinkServer() as server:
        post(server, trace("0" * 32, "a"))
        post(server)
    assert server.problems == [f"{'0' * 32!r} is no id of a trace", "a request holds no spans"]
