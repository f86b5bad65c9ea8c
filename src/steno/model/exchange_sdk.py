"""The Messages API by the official client, event by event; also at Bedrock and at Vertex AI."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ModelPackageError
from steno.format.members import object_in, text_in
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
from steno.model.exchange_http import USER_AGENT
from steno.model.failures import broken_off, refused, said_in_stream, unreachable, unusable
from steno.model.http import VERSION

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Sequence

    from steno.model.access import Access
    from steno.model.exchange import ApiEvent, Body, OnRetry

_CARRIERS: Final = ("httpx", "httpx2")
"""What carries the requests of the official client; the one or the other, by its release."""

Opener = Callable[[Any, "Access", dict[str, Any]], Any]
"""Makes a client: takes the package, the access, and what every client is given."""


def plain_client(anthropic: Any, access: Access, given: dict[str, Any]) -> Any:
    """Make a client of the service itself."""
    if access.is_token:
        return anthropic.AsyncAnthropic(base_url=access.address, auth_token=access.key, **given)
    # Some releases bear an API key as if it were a token, which not every gateway takes.
    headers = {"Authorization": anthropic.Omit(), "X-Api-Key": access.key}
    given = given | {"default_headers": headers | given["default_headers"]}
    return anthropic.AsyncAnthropic(base_url=access.address, api_key=access.key, **given)


@dataclass(slots=True)
class SdkExchange:
    """Asks by the official client; what that does besides, such as trying again, is turned off."""

    access: Access
    patience: Patience = field(default_factory=Patience)
    name: str = "anthropic"
    opener: Opener = plain_client
    added: Mapping[str, Any] = field(default_factory=dict)
    """What a cloud wants to be told in every request."""
    _opened: Any = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Find out early whether the package is there."""
        _library()

    @property
    def address(self) -> str:
        """Where it asks."""
        return self.access.address

    def stream(
        self, body: Body, *, betas: Sequence[str] = (), on_retry: OnRetry | None = None
    ) -> Answering:
        """Ask; nothing is sent before the first event is waited for."""
        asked = Asked(self.access, str(body.get("model", "")))
        return Answering(
            lambda: self._attempt(asked.model, {**body, "stream": True, **self.added}, betas),
            asked,
            self.patience,
            on_retry,
        )

    async def count_tokens(self, body: Body, *, betas: Sequence[str] = ()) -> int:
        """Say how many tokens a request would take."""
        counted, model = {**countable(body), **self.added}, str(body.get("model", ""))

        async def count() -> int:
            async with self._told(model, lambda: False):
                value = await self._client().post(
                    "/v1/messages/count_tokens",
                    cast_to=object,
                    body=counted,
                    options=_options(betas),
                )
            return counted_tokens(value, self.access)

        return int(await ask_again(count, self.patience))

    async def aclose(self) -> None:
        """Close the connections."""
        if self._opened is not None:
            await self._opened.close()
            self._opened = None

    @asynccontextmanager
    async def _attempt(
        self, model: str, body: dict[str, Any], betas: Sequence[str]
    ) -> AsyncIterator[Opened]:
        stream: Any = None
        async with self._told(model, lambda: stream is not None):
            # Not messages.create: that knows only what its release knows, in requests and answers.
            stream = await self._client().post(
                "/v1/messages",
                cast_to=object,
                body=body,
                options=_options(betas),
                stream=True,
                stream_cls=_library().AsyncStream[object],
            )
            async with stream:
                yield Opened(stream.response.headers.get("request-id"), _events(stream))

    @asynccontextmanager
    async def _told(self, model: str, has_begun: Callable[[], bool]) -> AsyncIterator[None]:
        """Tell of errors in our own way."""
        anthropic, access = _library(), self.access
        try:
            yield
        except anthropic.APIConnectionError as error:
            reason = reason_of(error.__cause__ or error, self.patience)
            raise unreachable(access, reason) from error
        except anthropic.APIStatusError as error:
            raise self._refused(model, error) from error
        except (ValueError, anthropic.AnthropicError) as error:
            raise unusable(access, str(error)) from error
        except Exception as error:
            # The connection of the stream breaks with an error of whatever carries it.
            if type(error).__module__.partition(".")[0] not in _CARRIERS:
                raise
            told = broken_off if has_begun() else unreachable
            raise told(access, reason_of(error, self.patience)) from error

    def _refused(self, model: str, error: Any) -> Exception:
        told = error.body if isinstance(error.body, dict) else {}
        inner = object_in(told, "error") or {}
        kind, said = text_in(inner, "type") or "", text_in(inner, "message") or ""
        # An error inside a stream has the status of the stream, which began well.
        if error.response.is_success:
            return said_in_stream(self.access, model, kind, said)
        said = said or error.response.reason_phrase
        headers: Mapping[str, str] = error.response.headers
        return refused(self.access, model, error.status_code, said, headers, kind=kind)

    def _client(self) -> Any:
        if self._opened is None:
            self._opened = self.opener(_library(), self.access, self._given())
        return self._opened

    def _given(self) -> dict[str, Any]:
        anthropic, local = _library(), self.access.is_local
        # What stays on this machine goes through no proxy, which would see the key.
        mounts = dict.fromkeys(("http://", "https://", "all://")) if local else {}
        return {
            "max_retries": 0,
            "timeout": anthropic.Timeout(self.patience.silent, connect=self.patience.connect),
            # The version whose answers we read, whichever one its release would ask for.
            "default_headers": {
                "User-Agent": USER_AGENT,
                "anthropic-version": VERSION,
                **dict(self.access.custom_headers),
            },
            "http_client": anthropic.DefaultAsyncHttpxClient(
                follow_redirects=False, trust_env=not local, mounts=mounts
            ),
        }


def _library() -> Any:
    try:
        import anthropic  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ModelPackageError("anthropic", "client") from error
    return anthropic


def _options(betas: Sequence[str]) -> dict[str, Any]:
    return {"headers": {"anthropic-beta": ",".join(betas)}} if betas else {}


async def _events(stream: Any) -> AsyncGenerator[ApiEvent, None]:
    async for event in stream:
        if not isinstance(event, dict):
            raise ValueError("an event of it is no object")
        yield event
