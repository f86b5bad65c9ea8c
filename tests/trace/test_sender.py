"""Requests to a sink, and what becomes of each."""

from __future__ import annotations

import ssl
import sys
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import certifi
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.config import Config
from steno.errors import SinkPackageError, SinkSettingError
from steno.testing.sink_faults import DIES, DROPS, HALF, partial, slow, status
from steno.testing.sink_server import SinkServer
from steno.trace.otlp import PROTOBUF, encode
from steno.trace.profiles.genai import wire
from steno.trace.sender import LONGEST_MESSAGE, Accepted, Refused, Rejected, Sender, _is_final
from steno.trace.sinks import Sink, sink_from_options, sink_named
from tests.trace.made import whole_trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.sink_faults import Fault
    from steno.trace.sender import Outcome

BODY = encode([wire(whole_trace())], {"service.name": "claude-code"})
KEY = "hunter2-hunter2"
NOTHING = Config(Path("config.toml"))


def sink_at(url: str, **own: Any) -> Sink:
    """Give a sink with a key, and little patience unless told otherwise."""
    return replace(sink_from_options(url, [f"x-key={KEY}"]), **{"timeout": 5.0, **own})


def sent(server: SinkServer, times: int = 1, **own: Any) -> list[Outcome]:
    """Send the request some times, and give what became of it."""
    with Sender(sink_at(server.url, **own)) as sender:
        return [sender.send(BODY) for _ in range(times)]


@contextmanager
def answering(code: int, body: bytes, **headers: str) -> Iterator[str]:
    """Answer every request with the same bytes."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(code)
            for key, value in headers.items():
                self.send_header(key.replace("_", "-"), value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name above
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def outcome(code: int, body: bytes = b"", **headers: str) -> Outcome:
    """Say what is made of an answer."""
    with answering(code, body, **headers) as url, Sender(sink_at(url)) as sender:
        return sender.send(BODY)


@pytest.mark.parametrize("is_compressed", [True, False])
def test_everything_arrives(is_compressed: bool) -> None:
    """Compressed or not, with the headers of the sink."""
    with SinkServer(headers={"x-key": KEY}) as server:
        assert sent(server, gzip=is_compressed) == [Accepted()]
    assert len(server.spans) == len(whole_trace().spans)
    assert server.problems == []
    (request,) = server.requests
    assert ("content-encoding" in request.headers) is is_compressed
    assert request.headers["content-type"] == PROTOBUF
    assert request.headers["user-agent"].startswith("steno/")


def test_langfuse_takes_it() -> None:
    """By its path, with its authorization and its header."""
    with SinkServer(langfuse_keys=("pk-lf-1", "sk-lf-2")) as server:
        environ = {
            "LANGFUSE_PUBLIC_KEY": "pk-lf-1",
            "LANGFUSE_SECRET_KEY": "sk-lf-2",
            "LANGFUSE_HOST": server.address,
        }
        sink = sink_named("langfuse", NOTHING, environ)
        with Sender(sink) as sender:
            assert sender.send(BODY) == Accepted()
        wrong = sink_named("langfuse", NOTHING, environ | {"LANGFUSE_SECRET_KEY": "x"})
        with Sender(wrong) as sender:
            refused = sender.send(BODY)
    assert isinstance(refused, Refused)
    assert (refused.status, refused.final) == (401, True)
    assert server.problems == ["the header authorization is missing or wrong"]


@pytest.mark.parametrize(
    ("fault", "code"),
    [(status(500), 500), (status(502), 502), (status(503), 503), (status(429), 429)],
)
def test_passing_troubles_are_worth_another_try(fault: Fault, code: int) -> None:
    """Also a 500: what waits in an outbox can come back."""
    with SinkServer(faults=[fault]) as server:
        first, second = sent(server, 2)
    assert isinstance(first, Refused)
    assert (first.status, first.final) == (code, False)
    assert second == Accepted()


@pytest.mark.parametrize("fault", [DROPS, HALF, DIES])
def test_broken_connections_are_no_yes(fault: Fault) -> None:
    """Whatever the sink has kept, it did not say so; the same sender goes on with the next."""
    with SinkServer(faults=[fault]) as server:
        first, second = sent(server, 2)
    assert isinstance(first, Refused)
    assert (first.status, first.final) == (None, False)
    assert first.message
    assert second == Accepted()
    assert server.changed == []


def test_slow_answers_are_not_waited_for() -> None:
    """The sink may have it, or not."""
    with SinkServer(faults=[slow(30)]) as server:
        (refused,) = sent(server, timeout=0.2)
    assert refused == Refused(status=None, final=False, message="no answer within 0.2 s")


def test_refused_connection_is_told() -> None:
    """It may be there again later."""
    with SinkServer() as server, server.down():
        (refused,) = sent(server)
    assert isinstance(refused, Refused)
    assert (refused.status, refused.final) == (None, False)


def test_partial_success_is_told() -> None:
    """With the number of spans and what was said."""
    with SinkServer(faults=[partial(count=2)]) as server:
        assert sent(server) == [Rejected(2, "some spans were rejected")]


@pytest.mark.parametrize("code", [301, 307, 400, 401, 403, 404, 413, 415, 422, 501])
def test_refusals_that_stay_are_final(code: int) -> None:
    """The same request would be refused again; nobody is followed elsewhere with a key."""
    refused = outcome(code, location="http://127.0.0.1:9/v1/traces")
    assert isinstance(refused, Refused)
    assert (refused.status, refused.final) == (code, True)


@pytest.mark.parametrize(
    ("body", "content_type", "message"),
    [
        (b'{"message": "no such project"}', "application/json", "no such project"),
        (b'{"detail": {"error": "bad"}}', "application/json", "bad"),
        (b'{"x": 1}', "application/json", "Bad Request"),
        (b"[1]", "application/json", "Bad Request"),
        (b"plain\n words", "text/plain", "plain words"),
        (b"<html>", "text/html", "Bad Request"),
        (b"\x08\x03\x12\x02no", PROTOBUF, "no"),
        (b"", "", "Bad Request"),
        (b"x" * 5000, "text/plain", "x" * LONGEST_MESSAGE),
    ],
)
def test_refusal_says_what_the_sink_said(body: bytes, content_type: str, message: str) -> None:
    """In one line, whatever way it was said in."""
    refused = outcome(400, body, content_type=content_type)
    assert isinstance(refused, Refused)
    assert refused.message == message


def test_keys_are_never_repeated() -> None:
    """A sink that says what it got does not have us say it again."""
    refused = outcome(401, f"the key {KEY} is wrong".encode(), content_type="text/plain")
    assert isinstance(refused, Refused)
    assert refused.message == "the key [a header] is wrong"


@pytest.mark.parametrize(("told", "seconds"), [("7", 7), ("0", 0), ("9" * 40, 86_400)])
def test_retry_after_is_read(told: str, seconds: float) -> None:
    """Nobody is left alone for more than a day."""
    refused = outcome(503, retry_after=told)
    assert isinstance(refused, Refused)
    assert refused.retry_after == seconds


@pytest.mark.parametrize(("hours", "least", "most"), [(1, 3000, 3600), (-1, 0, 0)])
def test_retry_after_may_be_a_date(hours: int, least: float, most: float) -> None:
    """One that is gone means at once."""
    moment = datetime.now(UTC) + timedelta(hours=hours)
    refused = outcome(503, retry_after=format_datetime(moment, usegmt=True))
    assert isinstance(refused, Refused)
    assert refused.retry_after is not None
    assert least <= refused.retry_after <= most


@pytest.mark.parametrize("told", ["soon", "-5", "1 5", ""])
def test_retry_after_without_sense_is_nothing(told: str) -> None:
    """Then whoever sends knows better."""
    refused = outcome(503, retry_after=told)
    assert isinstance(refused, Refused)
    assert refused.retry_after is None


@pytest.mark.parametrize(
    ("body", "content_type"),
    [(b"<html>hello", "text/html"), (b"{", "application/json"), (b"\xff", PROTOBUF)],
)
def test_ok_of_somebody_else_is_no_yes(body: bytes, content_type: str) -> None:
    """A proxy's page must not have a turn marked as sent."""
    refused = outcome(200, body, content_type=content_type)
    assert isinstance(refused, Refused)
    assert (refused.status, refused.final) == (200, False)


def test_long_answers_are_read_in_part() -> None:
    """Nobody needs megabytes to be told no."""
    refused = outcome(400, b"x" * (2 << 20), content_type="text/plain")
    assert isinstance(refused, Refused)
    assert refused.message == "x" * LONGEST_MESSAGE


def test_answers_that_never_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece in time is not enough."""
    moments = iter(range(0, 10_000, 100))
    monkeypatch.setattr("steno.trace.sender.time.monotonic", lambda: next(moments))
    refused = outcome(200, b"x" * 1000)
    assert refused == Refused(status=None, final=False, message="no answer within 5 s")


@pytest.mark.parametrize(
    "error",
    [httpx.UnsupportedProtocol("gopher"), httpx.LocalProtocolError("x"), httpx.InvalidURL("x")],
)
def test_requests_that_cannot_be_made_are_final(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trying again would change nothing."""
    with Sender(sink_at("http://127.0.0.1:1")) as sender:
        monkeypatch.setattr(sender._client, "stream", _raising(error))
        refused = sender.send(BODY)
    assert isinstance(refused, Refused)
    assert refused.final


def _raising(error: Exception) -> Any:
    def stream(*_: Any, **__: Any) -> Any:
        raise error

    return stream


def test_no_proxy_sees_what_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are reached by the proxy that the environment names."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with SinkServer() as server:
        assert sent(server) == [Accepted()]
    with Sender(sink_at("http://collector.invalid:4318")) as sender:
        assert isinstance(sender.send(BODY), Refused)
        assert sender._client._mounts


def test_certificates_are_checked_as_told(tmp_path: Path) -> None:
    """Those that cannot be read are told before anything is sent."""
    missing = tmp_path / "ca.pem"
    with pytest.raises(SinkSettingError, match="certificates cannot be read"):
        Sender(sink_at("https://a.invalid", certificate=missing))
    missing.write_text("no certificate")
    with pytest.raises(SinkSettingError, match="certificates cannot be read"):
        Sender(sink_at("https://a.invalid", client_certificate=missing))


def test_authorities_of_ones_own_are_trusted() -> None:
    """Instead of the usual ones."""
    with Sender(sink_at("https://a.invalid", certificate=Path(certifi.where()))) as sender:
        assert isinstance(sender._trust(), ssl.SSLContext)


def test_certificate_of_the_client_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its key."""
    loaded: list[Any] = []
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", lambda _, *files: loaded.append(files))
    pair = {"client_certificate": "c.pem", "client_key": "k.pem"}
    with Sender(sink_at("https://a.invalid", **pair)):
        assert loaded == [("c.pem", "k.pem")]


def test_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the extra of tracing."""
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(SinkPackageError, match=r"pip install 'steno\[trace\]'"):
        Sender(sink_at("http://127.0.0.1:1"))


@given(st.integers(100, 999))
def test_every_status_is_either_final_or_not(code: int) -> None:
    """Only what passes by itself is tried again."""
    passing = code in (408, 425, 429) or (code >= 500 and code not in (501, 505))
    assert _is_final(code) is not passing
