"""The Messages API by the official client, for those who have that; otherwise as by httpx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.errors import ModelPackageError
from steno.model.answer import BrokenOffError, gather
from steno.model.failures import refused, said_in_stream, unreachable, unusable
from steno.model.service import CONNECT_SECONDS, SILENT_SECONDS, ServiceModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.model.protocol import Completion, Progress


class SdkModel(ServiceModel):
    """A model asked by the official client."""

    @staticmethod
    def library() -> Any:
        """Import anthropic."""
        try:
            import anthropic  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ModelPackageError("anthropic", "client") from error
        return anthropic

    def _client(self) -> Any:
        anthropic, access = self.library(), self.access
        key = {"auth_token" if access.is_token else "api_key": access.key}
        # What stays on this machine goes through no proxy, which would see the key.
        mounts = dict.fromkeys(("http://", "https://", "all://")) if access.is_local else {}
        return anthropic.Anthropic(
            base_url=access.address,
            max_retries=0,
            timeout=anthropic.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS),
            http_client=anthropic.DefaultHttpxClient(
                follow_redirects=False, trust_env=not access.is_local, mounts=mounts
            ),
            **key,
        )

    def _ask(self, client: Any, body: dict[str, Any], progress: Progress | None) -> Completion:
        anthropic, access = self.library(), self.access
        try:
            with client.messages.create(**body) as stream:
                return gather(_events(stream), progress)
        except anthropic.APIConnectionError as error:
            raise unreachable(access, str(error.__cause__ or error)) from error
        except anthropic.APIStatusError as error:
            raise self._refused(error) from error
        except BrokenOffError as error:
            raise unreachable(access, "the answer broke off") from error
        except (ValueError, TypeError, anthropic.AnthropicError) as error:
            raise unusable(access, str(error)) from error
        except Exception as error:
            # The connection of the stream breaks with an error of whatever carries it.
            if type(error).__module__.partition(".")[0] in ("httpx", "httpx2"):
                raise unreachable(access, str(error)) from error
            raise

    def _refused(self, error: Any) -> Exception:
        told = error.body if isinstance(error.body, dict) else {}
        inner = told.get("error")
        inner = inner if isinstance(inner, dict) else {}
        said = str(inner.get("message") or error.response.reason_phrase)
        # An error inside a stream has the status of the stream, which began well.
        if error.response.is_success:
            return said_in_stream(self.access, self.name, str(inner.get("type")), said)
        return refused(self.access, self.name, error.status_code, said, error.response.headers)


def _events(stream: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    return (event.to_dict() for event in stream)
