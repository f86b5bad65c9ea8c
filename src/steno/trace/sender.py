"""Sends requests to a sink by HTTP, and says plainly what became of each.

Nothing is tried twice here: whoever sends keeps what was not accepted, and may come back with it.
"""

from __future__ import annotations

import gzip
import ssl
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import quote, urlsplit

from steno import __version__
from steno.errors import SinkPackageError, SinkSettingError
from steno.format.codec import JsonRefusedError, decode_json
from steno.model.access import is_loopback
from steno.model.attempts import said_wait
from steno.trace.otlp import PROTOBUF, AnswerError, answer, status_message

if TYPE_CHECKING:
    from typing import Self

    import httpx

    from steno.trace.sinks import Sink

HIDDEN: Final = "[a header]"
LONGEST_ANSWER: Final = 1 << 20
"""Bytes of an answer that are read."""
LONGEST_MESSAGE: Final = 300
_LEVEL: Final = 3
"""Of compression: one more that saves a tenth takes twice the time."""
_PATIENCE: Final = 3
"""How many times the timeout a whole answer may take."""
_LONGEST_WAIT: Final = 86_400.0
_SHORTEST_SECRET: Final = 6
_WORTH_ANOTHER_TRY: Final = frozenset({408, 425, 429})
_NEVER: Final = frozenset({501, 505})
_MESSAGES: Final = ("message", "error", "detail", "error_message")


@dataclass(frozen=True, slots=True)
class Accepted:
    """The sink took everything."""

    message: str = ""
    """What it said all the same."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The sink took the request, but not all of its spans; it does not say which."""

    count: int
    message: str

    @property
    def words(self) -> str:
        """What was said."""
        return self.message


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The sink took nothing, or nobody knows whether it did."""

    final: bool
    """Whether the same request would be refused again."""
    status: int | None
    """Of the answer; None where there was none."""
    message: str
    retry_after: float | None = None
    """How many seconds the sink wants to be left alone."""

    @property
    def words(self) -> str:
        """What was said, behind the status."""
        return self.message if self.status is None else f"HTTP {self.status}: {self.message}"


Outcome: TypeAlias = Accepted | Rejected | Refused


class Sender:
    """A connection to a sink; use it in a ``with`` statement."""

    def __init__(self, sink: Sink) -> None:
        """Take the sink; SinkPackageError if httpx is missing, SinkSettingError for bad files."""
        self.sink = sink
        self._httpx = _library()
        self._client: httpx.Client = self._open()

    def __enter__(self) -> Self:
        """Give the sender itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._client.close()

    def send(self, body: bytes) -> Outcome:
        """Send one request, and give what became of it; no failure of the network is raised."""
        httpx, sink = self._httpx, self.sink
        content = gzip.compress(body, _LEVEL, mtime=0) if sink.gzip else body
        try:
            with self._client.stream("POST", sink.url, content=content) as response:
                return self._outcome(response, self._read(response))
        except httpx.TimeoutException:
            return Refused(status=None, final=False, message=f"no answer within {sink.timeout:g} s")
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL) as error:
            return Refused(status=None, final=True, message=self._said(str(error)))
        except (httpx.HTTPError, OSError) as error:
            said = self._said(str(error) or type(error).__name__)
            return Refused(status=None, final=False, message=said)
        except ValueError as error:
            # Such as a host that no name server could be asked for.
            return Refused(status=None, final=True, message=self._said(str(error)))

    def _open(self) -> httpx.Client:
        sink = self.sink
        headers = {"content-type": PROTOBUF, "user-agent": f"steno/{__version__}", **sink.headers}
        if sink.gzip:
            headers["content-encoding"] = "gzip"
        # What stays on this machine goes through no proxy, which would see the keys.
        is_local = is_loopback(urlsplit(sink.url).hostname or "")
        trust = self._trust()
        try:
            client: httpx.Client = self._httpx.Client(
                headers=headers,
                timeout=sink.timeout,
                follow_redirects=False,
                trust_env=not is_local,
                verify=trust,
            )
        except (ValueError, ImportError, OSError, self._httpx.InvalidURL) as error:
            problem = f"no connection can be made ready ({self._said(str(error))})"
            advice = "Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY and SSL_CERT_FILE."
            raise SinkSettingError(sink.name, problem, advice) from error
        return client

    def _trust(self) -> ssl.SSLContext | bool:
        sink = self.sink
        if sink.certificate is None and sink.client_certificate is None:
            # Without TLS there is nothing to check, and reading all authorities takes its time.
            return sink.url.startswith("https:")
        try:
            context = ssl.create_default_context(cafile=sink.certificate)
            if sink.client_certificate is not None:
                context.load_cert_chain(sink.client_certificate, sink.client_key)
        except OSError as error:
            problem = f"its certificates cannot be read ({error.strerror or error})"
            raise SinkSettingError(sink.name, problem, "Check the files, then retry.") from error
        return context

    def _read(self, response: httpx.Response) -> bytes:
        """Read an answer, as far as anybody needs it, and no longer than patience lasts."""
        until = time.monotonic() + self.sink.timeout * _PATIENCE
        body = bytearray()
        for piece in response.iter_bytes():
            body += piece
            if len(body) > LONGEST_ANSWER:
                break
            if time.monotonic() > until:
                raise self._httpx.ReadTimeout("the answer does not end")
        return bytes(body)

    def _outcome(self, response: httpx.Response, body: bytes) -> Outcome:
        status = response.status_code
        content_type = response.headers.get("content-type", "")
        if not response.is_success:
            said = self._said(_refusal(body, content_type) or response.reason_phrase)
            return Refused(
                status=status,
                final=_is_final(status),
                message=said,
                retry_after=_seconds(response.headers),
            )
        try:
            told = answer(body, content_type)
        except AnswerError as error:
            said = f"{error}; is the address that of an OTLP sink?"
            return Refused(status=status, final=False, message=said)
        if told.rejected:
            return Rejected(told.rejected, self._said(told.message))
        return Accepted(self._said(told.message))

    def _said(self, text: str) -> str:
        """Give what was said in one line, without our keys in any of their spellings."""
        values = (*self.sink.headers.values(), *self.sink.secrets)
        spelt = {form for value in values for form in (value, value.rpartition(" ")[2])}
        spelt |= {quote(form, safe="") for form in spelt}
        for secret in sorted(spelt, key=len, reverse=True):
            if len(secret) >= _SHORTEST_SECRET:
                text = text.replace(secret, HIDDEN)
        return " ".join(text.split())[:LONGEST_MESSAGE]


def _library() -> Any:
    try:
        import httpx  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise SinkPackageError("httpx") from error
    return httpx


def _is_final(status: int) -> bool:
    """Say whether a status is there to stay; a 500 mostly is not, whatever OTLP says of it."""
    if status in _WORTH_ANOTHER_TRY:
        return False
    return status < 500 or status in _NEVER  # noqa: PLR2004 - where faults of servers begin


def _seconds(headers: httpx.Headers) -> float | None:
    """Give how long a sink wants to be left alone; None where it does not say."""
    told = said_wait(headers)
    return None if told is None else min(told, _LONGEST_WAIT)


def _refusal(body: bytes, content_type: str) -> str:
    """Find what a refusal says: protobuf, JSON of many a shape, or plain text."""
    if content_type.startswith(PROTOBUF):
        return status_message(body)
    try:
        value = decode_json(body).value
    except JsonRefusedError:
        return "" if content_type.startswith("text/html") else body.decode("utf-8", "replace")
    return _words(value)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        for name in _MESSAGES:
            if value.get(name):
                return _words(value[name])
        return ""
    return value if isinstance(value, str) else ""
