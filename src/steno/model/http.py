"""The Messages API by httpx; the answer is streamed, so that one sees it come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ModelPackageError
from steno.format.codec import encode_value
from steno.model.answer import BrokenOffError, SaidError, gather
from steno.model.attempts import Attempts
from steno.model.events import events
from steno.model.failures import error_message, refused, said_in_stream, unreachable, unusable

if TYPE_CHECKING:
    import httpx

    from steno.model.access import Access
    from steno.model.protocol import Completion, Progress

VERSION: Final = "2023-06-01"
CONNECT_SECONDS: Final = 15.0
SILENT_SECONDS: Final = 120.0
"""Between two pieces of an answer; the service sends a sign of life more often."""
LONGEST_REFUSAL: Final = 64 << 10
"""Bytes of a refusal that are read."""


@dataclass(frozen=True, slots=True)
class HttpModel:
    """A model asked by httpx."""

    name: str
    access: Access
    attempts: Attempts = field(default_factory=Attempts)

    def __post_init__(self) -> None:
        """Find out early whether httpx is there."""
        _httpx()

    @property
    def address(self) -> str:
        """Where it is asked."""
        return self.access.address

    def complete(
        self,
        *,
        system: str,
        messages: list[dict[str, Any]],
        max_tokens: int,
        progress: Progress | None = None,
    ) -> Completion:
        """Ask, and again where that may help."""
        body = {
            "model": self.name,
            "max_tokens": max_tokens,
            "system": system,
            "messages": messages,
            "stream": True,
        }
        content = encode_value(body)
        with self._client() as client:
            return self.attempts.run(lambda: self._ask(client, content, progress))

    def _client(self) -> httpx.Client:
        package = _httpx()
        client: httpx.Client = package.Client(
            headers={
                **self.access.headers,
                "anthropic-version": VERSION,
                "content-type": "application/json",
            },
            timeout=package.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS),
            follow_redirects=False,
            # What stays on this machine goes through no proxy, which would see the key.
            trust_env=not self.access.is_local,
        )
        return client

    def _ask(self, client: httpx.Client, content: bytes, progress: Progress | None) -> Completion:
        httpx, access = _httpx(), self.access
        if progress is not None:
            progress(0)
        try:
            with client.stream("POST", f"{access.address}/v1/messages", content=content) as answer:
                if answer.status_code != httpx.codes.OK:
                    raise self._refused(answer)
                return gather(events(answer.iter_bytes()), progress)
        except httpx.TransportError as error:
            raise unreachable(access, _reason(error)) from error
        except BrokenOffError as error:
            raise unreachable(access, "the answer broke off") from error
        except SaidError as error:
            raise said_in_stream(access, self.name, error.kind, str(error)) from error
        except (ValueError, httpx.HTTPError, httpx.InvalidURL) as error:
            raise unusable(access, str(error)) from error

    def _refused(self, answer: httpx.Response) -> Exception:
        body = bytearray()
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > LONGEST_REFUSAL:
                break
        said = error_message(bytes(body)) or answer.reason_phrase
        return refused(self.access, self.name, answer.status_code, said, answer.headers)


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _httpx() -> Any:
    try:
        import httpx  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ModelPackageError("httpx", "model") from error
    return httpx
