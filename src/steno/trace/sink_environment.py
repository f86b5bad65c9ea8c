"""Sinks that the environment names, by the variables of OpenTelemetry and of Langfuse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Environ: TypeAlias = "Mapping[str, str]"

_MILLISECONDS: Final = 1000
_OTEL: Final = "OTEL_EXPORTER_OTLP_"


@dataclass(frozen=True, slots=True)
class OfEnvironment:
    """A sink of the environment: whether it is there, and its settings as a table has them."""

    is_set: Callable[[Environ], bool]
    settings: Callable[[Environ], dict[str, Any]]


def is_meant_for_grpc(environ: Environ) -> bool:
    """Say whether the address is one that we cannot talk to."""
    return _otel(environ, "PROTOCOL") == "grpc" and _otel(environ, "ENDPOINT") is not None


def _otel_is_set(environ: Environ) -> bool:
    """Say whether an address is set for us, too, and nobody switched traces off."""
    is_off = (_value(environ, "OTEL_SDK_DISABLED") or "").lower() == "true"
    is_off = is_off or _value(environ, "OTEL_TRACES_EXPORTER") == "none"
    is_there = _otel(environ, "ENDPOINT") is not None
    return is_there and not is_off and not is_meant_for_grpc(environ)


def _otel_settings(environ: Environ) -> dict[str, Any]:
    told: dict[str, Any] = {
        "url": _value(environ, f"{_OTEL}ENDPOINT"),
        "traces_url": _value(environ, f"{_OTEL}TRACES_ENDPOINT"),
        "headers": _pairs(_otel(environ, "HEADERS") or ""),
        "resource": _pairs(_value(environ, "OTEL_RESOURCE_ATTRIBUTES") or ""),
        "certificate": _otel(environ, "CERTIFICATE"),
        "client_certificate": _otel(environ, "CLIENT_CERTIFICATE"),
        "client_key": _otel(environ, "CLIENT_KEY"),
    }
    if service := _value(environ, "OTEL_SERVICE_NAME"):
        told["resource"]["service.name"] = service
    if (timeout := _otel(environ, "TIMEOUT")) is not None:
        told["timeout"] = int(timeout) / _MILLISECONDS if timeout.isdecimal() else timeout
    if (compression := _otel(environ, "COMPRESSION")) is not None:
        told["gzip"] = {"gzip": True, "none": False}.get(compression, compression)
    if (_otel(environ, "INSECURE") or "").lower() == "true":
        told["insecure"] = True
    return {key: value for key, value in told.items() if value not in (None, {})}


def _otel(environ: Environ, name: str) -> str | None:
    """Give a variable: the one for traces, else the one for everything."""
    return _value(environ, f"{_OTEL}TRACES_{name}") or _value(environ, f"{_OTEL}{name}")


def _langfuse_is_set(environ: Environ) -> bool:
    names = ("LANGFUSE_PUBLIC_KEY", "LANGFUSE_SECRET_KEY")
    return all(_value(environ, name) is not None for name in names)


def _langfuse_settings(environ: Environ) -> dict[str, Any]:
    told = {
        "type": "langfuse",
        "url": _value(environ, "LANGFUSE_BASE_URL") or _value(environ, "LANGFUSE_HOST"),
        "public_key": _value(environ, "LANGFUSE_PUBLIC_KEY"),
        "secret_key": _value(environ, "LANGFUSE_SECRET_KEY"),
    }
    return {key: value for key, value in told.items() if value is not None}


def _value(environ: Environ, name: str) -> str | None:
    """Give a variable; an empty one is as good as none."""
    return environ.get(name, "").strip() or None


def _pairs(text: str) -> dict[str, str]:
    """Read ``key=value,key=value``, in which signs may be written as in an address."""
    pairs = (pair.partition("=") for pair in text.split(",") if "=" in pair)
    return {unquote(key).strip(): unquote(value).strip() for key, _, value in pairs if key.strip()}


ENVIRONMENT: Final = {
    "otel": OfEnvironment(_otel_is_set, _otel_settings),
    "langfuse": OfEnvironment(_langfuse_is_set, _langfuse_settings),
}
"""The sinks that the environment may name."""
