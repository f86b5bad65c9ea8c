"""The Messages API by httpx; the answer is streamed, so that one sees it come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.errors import ModelPackageError
from steno.format.codec import encode_value
from steno.model.answer import BrokenOffError, SaidError, gather
from steno.model.events import events
from steno.model.failures import error_message, refused, said_in_stream, unreachable, unusable
from steno.model.service import CONNECT_SECONDS, SILENT_SECONDS, ServiceModel

if TYPE_CHECKING:
    import httpx

    from steno.model.protocol import Completion, Progress

VERSION: Final = "2023-06-01"
LONGEST_REFUSAL: Final = 64 << 10
"""Bytes of a refusal that are read."""


class HttpModel(ServiceModel):
    """A model asked by httpx."""

    @staticmethod
    def library() -> Any:
        """Import httpx."""
        try:
            import httpx  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ModelPackageError("httpx", "model") from error
        return httpx

    def _client(self) -> httpx.Client:
        package = self.library()
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

    def _ask(
        self, client: httpx.Client, body: dict[str, Any], progress: Progress | None
    ) -> Completion:
        httpx, access = self.library(), self.access
        content = encode_value(body)
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
