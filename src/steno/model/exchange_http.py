"""The Messages API by httpx, event by event."""

from __future__ import annotations

from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno import __version__
from steno.errors import ModelPackageError
from steno.format.codec import JsonRefusedError, decode_json, decode_text, encode_value
from steno.model.exchange import (
    Answering,
    Asked,
    Opened,
    Patience,
    ask_again,
    countable,
    counted_tokens,
    reason_of,
)
from steno.model.failures import broken_off, error_in, refused, unreachable, unusable
from steno.model.http import LONGEST_REFUSAL, VERSION

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

    import httpx

    from steno.model.access import Access
    from steno.model.exchange import ApiEvent, Body, OnRetry

USER_AGENT: Final = f"steno/{__version__}"
MOST_BYTES: Final = 256 << 20
"""Of an answer; no model says so much."""


@dataclass(slots=True)
class HttpExchange:
    """Asks by httpx; the connection is kept from one answer to the next."""

    access: Access
    patience: Patience = field(default_factory=Patience)
    name: str = "httpx"
    _opened: httpx.AsyncClient | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Find out early whether the packages are there."""
        _library()
        _sse()

    @property
    def address(self) -> str:
        """Where it asks."""
        return self.access.address

    def stream(
        self, body: Body, *, betas: Sequence[str] = (), on_retry: OnRetry | None = None
    ) -> Answering:
        """Ask; nothing is sent before the first event is waited for."""
        content = encode_value({**body, "stream": True})
        asked = Asked(self.access, str(body.get("model", "")))
        return Answering(
            lambda: self._attempt(asked.model, content, betas), asked, self.patience, on_retry
        )

    async def count_tokens(self, body: Body, *, betas: Sequence[str] = ()) -> int:
        """Say how many tokens a request would take."""
        content, model = encode_value(countable(body)), str(body.get("model", ""))

        async def count() -> int:
            async with self._asking(model, "/v1/messages/count_tokens", content, betas) as answer:
                return counted_tokens(_decoded(await answer.aread()), self.access)

        return int(await ask_again(count, self.patience))

    async def aclose(self) -> None:
        """Close the connections."""
        if self._opened is not None:
            await self._opened.aclose()
            self._opened = None

    @asynccontextmanager
    async def _attempt(
        self, model: str, content: bytes, betas: Sequence[str]
    ) -> AsyncIterator[Opened]:
        async with self._asking(model, "/v1/messages", content, betas) as answer:
            yield Opened(answer.headers.get("request-id"), _events(answer))

    @asynccontextmanager
    async def _asking(
        self, model: str, path: str, content: bytes, betas: Sequence[str]
    ) -> AsyncIterator[httpx.Response]:
        httpx, access, client = _library(), self.access, self._client()
        headers = {"anthropic-beta": ",".join(betas)} if betas else {}
        has_begun = False
        try:
            async with client.stream(
                "POST", access.address + path, content=content, headers=headers
            ) as answer:
                if answer.status_code != httpx.codes.OK:
                    raise await self._refused(model, answer)
                has_begun = True
                yield answer
        except httpx.TransportError as error:
            told = broken_off if has_begun else unreachable
            raise told(access, reason_of(error, self.patience)) from error
        except (ValueError, httpx.HTTPError, httpx.InvalidURL) as error:
            raise unusable(access, str(error)) from error

    def _client(self) -> httpx.AsyncClient:
        if self._opened is None:
            httpx = _library()
            self._opened = httpx.AsyncClient(
                headers={
                    "anthropic-version": VERSION,
                    "content-type": "application/json",
                    "user-agent": USER_AGENT,
                    **self.access.headers,
                },
                timeout=httpx.Timeout(self.patience.silent, connect=self.patience.connect),
                follow_redirects=False,
                # What stays on this machine goes through no proxy, which would see the key.
                trust_env=not self.access.is_local,
                # Reading the certificates takes longer than all else; http has none.
                verify=self.access.address.startswith("https:"),
            )
        return self._opened

    async def _refused(self, model: str, answer: httpx.Response) -> Exception:
        body = bytearray()
        async for piece in answer.aiter_bytes():
            body += piece
            if len(body) > LONGEST_REFUSAL:
                break
        kind, said = error_in(bytes(body))
        said = said or answer.reason_phrase
        return refused(self.access, model, answer.status_code, said, answer.headers, kind=kind)


def _library() -> Any:
    try:
        import httpx  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ModelPackageError("httpx", "client") from error
    return httpx


def _sse() -> Any:
    try:
        import httpx_sse  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ModelPackageError("httpx-sse", "client") from error
    return httpx_sse


async def _events(answer: httpx.Response) -> AsyncGenerator[ApiEvent, None]:
    httpx_sse = _sse()
    try:
        async with aclosing(httpx_sse.EventSource(answer).aiter_sse()) as events:
            async for event in events:
                if answer.num_bytes_downloaded > MOST_BYTES:
                    raise ValueError("it is too long")
                if event.data:
                    yield _checked(decode_text(event.data).value)
    except httpx_sse.SSEError as error:
        raise ValueError(str(error)) from error
    except JsonRefusedError as error:
        raise ValueError(f"an event of it is no JSON ({error})") from error


def _decoded(content: bytes) -> Mapping[str, Any]:
    try:
        return _checked(decode_json(content).value)
    except JsonRefusedError as error:
        raise ValueError(f"it is no JSON ({error})") from error


def _checked(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value
