"""Models of Anthropic in other clouds, by the official client: Bedrock and Vertex AI."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ModelPackageError, NoRegionError
from steno.model.access import TOKEN, Access, checked_address, custom_headers
from steno.model.exchange_sdk import SdkExchange

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.model.exchange import Patience

BEDROCK: Final = "bedrock-2023-05-31"
VERTEX: Final = "vertex-2023-10-16"
"""The version whose answers we read, as each cloud calls it."""
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_NOBODY: Final = "none"
"""The key where a gateway brings its own."""


def chosen_cloud(environ: Mapping[str, str]) -> str | None:
    """Say which cloud the user wants, if any; Bedrock comes first."""
    return next((name for name in CLOUDS if is_set(environ, f"CLAUDE_CODE_USE_{name}")), None)


def is_set(environ: Mapping[str, str], name: str) -> bool:
    """Say whether a variable turns something on."""
    return environ.get(name, "").strip().lower() in _TRUE


def open_cloud(name: str, environ: Mapping[str, str], patience: Patience) -> SdkExchange:
    """Give the exchange with a cloud; nothing is sent before it is asked."""
    return CLOUDS[name](environ, patience)


def _bedrock(environ: Mapping[str, str], patience: Patience) -> SdkExchange:
    region = environ.get("AWS_REGION") or environ.get("AWS_DEFAULT_REGION")
    if not region:
        raise NoRegionError("Bedrock", "AWS_REGION")
    # Also where a token is borne: its events come in a coding that only this one reads.
    _need("botocore", "bedrock")
    skips = is_set(environ, "CLAUDE_CODE_SKIP_BEDROCK_AUTH")
    key = _gateway_key(environ) if skips else environ.get("AWS_BEARER_TOKEN_BEDROCK", "")
    address = environ.get("ANTHROPIC_BEDROCK_BASE_URL")
    access = _access(address or f"https://bedrock-runtime.{region}.amazonaws.com", key, environ)

    def client(anthropic: Any, access: Access, given: dict[str, Any]) -> Any:
        return anthropic.AsyncAnthropicBedrock(
            aws_region=region, base_url=access.address, api_key=key or None, **given
        )

    return SdkExchange(access, patience, "bedrock", client, {"anthropic_version": BEDROCK})


def _vertex(environ: Mapping[str, str], patience: Patience) -> SdkExchange:
    region, project = environ.get("CLOUD_ML_REGION"), environ.get("ANTHROPIC_VERTEX_PROJECT_ID")
    if not region:
        raise NoRegionError("Vertex AI", "CLOUD_ML_REGION")
    if not project:
        raise NoRegionError("Vertex AI", "ANTHROPIC_VERTEX_PROJECT_ID")
    skips = is_set(environ, "CLAUDE_CODE_SKIP_VERTEX_AUTH")
    if not skips:
        _need("google.auth", "vertex")
    key = _gateway_key(environ) if skips else ""
    address = environ.get("ANTHROPIC_VERTEX_BASE_URL") or _vertex_address(region)

    def client(anthropic: Any, access: Access, given: dict[str, Any]) -> Any:
        return anthropic.AsyncAnthropicVertex(
            region=region,
            project_id=project,
            base_url=access.address,
            access_token=key or None,
            **given,
        )

    access = _access(address, key, environ)
    return SdkExchange(access, patience, "vertex", client, {"anthropic_version": VERTEX})


def _vertex_address(region: str) -> str:
    if region == "global":
        return "https://aiplatform.googleapis.com/v1"
    if region in ("us", "eu"):
        return f"https://aiplatform.{region}.rep.googleapis.com/v1"
    return f"https://{region}-aiplatform.googleapis.com/v1"


def _access(address: str, key: str, environ: Mapping[str, str]) -> Access:
    headers = custom_headers(environ)
    return Access(checked_address(address), key, is_token=True, custom_headers=headers)


def _gateway_key(environ: Mapping[str, str]) -> str:
    return environ.get(TOKEN, "").strip() or _NOBODY


def _need(package: str, extra: str) -> None:
    try:
        found = find_spec(package)
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise ModelPackageError(package, extra, of="anthropic")


CLOUDS: Final[dict[str, Callable[[Mapping[str, str], Patience], SdkExchange]]] = {
    "BEDROCK": _bedrock,
    "VERTEX": _vertex,
}
