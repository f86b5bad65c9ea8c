"""Sinks that the environment names."""

from __future__ import annotations

from typing import Any

import pytest

from steno.trace.sink_environment import ENVIRONMENT

OTEL, LANGFUSE = ENVIRONMENT["otel"], ENVIRONMENT["langfuse"]
BASE = "OTEL_EXPORTER_OTLP_"


@pytest.mark.parametrize(
    ("environ", "is_set"),
    [
        ({}, False),
        ({f"{BASE}ENDPOINT": " "}, False),
        ({f"{BASE}ENDPOINT": "http://a"}, True),
        ({f"{BASE}TRACES_ENDPOINT": "http://a"}, True),
        ({f"{BASE}ENDPOINT": "http://a", f"{BASE}PROTOCOL": "grpc"}, False),
        ({f"{BASE}ENDPOINT": "http://a", f"{BASE}PROTOCOL": "http/protobuf"}, True),
        (
            {
                f"{BASE}ENDPOINT": "http://a",
                f"{BASE}PROTOCOL": "grpc",
                f"{BASE}TRACES_PROTOCOL": "http/protobuf",
            },
            True,
        ),
    ],
)
def test_otel_is_there_when_an_address_is(environ: dict[str, str], is_set: bool) -> None:
    """Unless that is for gRPC, which we do not speak."""
    assert OTEL.is_set(environ) is is_set


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ENDPOINT", "http://a:4318", {"url": "http://a:4318"}),
        ("TRACES_ENDPOINT", "http://a/x", {"traces_url": "http://a/x"}),
        ("HEADERS", "a=b, c=d%20e,broken", {"headers": {"a": "b", "c": "d e"}}),
        ("TIMEOUT", "2500", {"timeout": 2.5}),
        ("TIMEOUT", "soon", {"timeout": "soon"}),
        ("COMPRESSION", "none", {"gzip": False}),
        ("COMPRESSION", "gzip", {"gzip": True}),
        ("COMPRESSION", "zstd", {"gzip": "zstd"}),
        ("CERTIFICATE", "/ca.pem", {"certificate": "/ca.pem"}),
        ("CLIENT_CERTIFICATE", "/c.pem", {"client_certificate": "/c.pem"}),
        ("CLIENT_KEY", "/k.pem", {"client_key": "/k.pem"}),
        ("INSECURE", "TRUE", {"insecure": True}),
    ],
)
def test_variables_of_opentelemetry(name: str, value: str, told: dict[str, Any]) -> None:
    """Each is a setting; what makes no sense is left for the check to tell."""
    assert OTEL.settings({BASE + name: value}) == told


def test_variable_for_traces_wins() -> None:
    """Over the one for all signals."""
    environ = {f"{BASE}HEADERS": "a=1", f"{BASE}TRACES_HEADERS": "a=2"}
    assert OTEL.settings(environ) == {"headers": {"a": "2"}}


def test_resource_is_taken() -> None:
    """The service's own name counts most."""
    environ = {"OTEL_RESOURCE_ATTRIBUTES": "a=b,service.name=x", "OTEL_SERVICE_NAME": "y"}
    assert OTEL.settings(environ) == {"resource": {"a": "b", "service.name": "y"}}


def test_langfuse_needs_both_keys() -> None:
    """And has an address of its own if none is given."""
    environ = {"LANGFUSE_PUBLIC_KEY": "pk", "LANGFUSE_SECRET_KEY": "sk"}
    assert LANGFUSE.is_set(environ)
    assert not LANGFUSE.is_set({"LANGFUSE_PUBLIC_KEY": "pk"})
    assert LANGFUSE.settings(environ) == {
        "type": "langfuse", "public_key": "pk", "secret_key": "sk",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["LANGFUSE_HOST", "LANGFUSE_BASE_URL"])
def test_langfuse_may_be_elsewhere(name: str) -> None:
    """Under either name."""
    assert LANGFUSE.settings({name: "https://lf"})["url"] == "https://lf"
