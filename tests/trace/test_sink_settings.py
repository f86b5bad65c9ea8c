"""The settings of a sink, checked and made complete."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from steno.errors import SinkSettingError, UnknownProfileError
from steno.trace.sink_settings import settled

KEYS = {"public_key": "pk-lf-1", "secret_key": "sk-lf-2"}


def made(table: Any, environ: dict[str, str] | None = None, **told: Any) -> dict[str, Any]:
    """Settle a table."""
    return settled("mine", table, told, environ or {})


@pytest.mark.parametrize(
    ("table", "url"),
    [
        ({"url": "https://a:4318"}, "https://a:4318/v1/traces"),
        ({"url": "https://a:4318/"}, "https://a:4318/v1/traces"),
        ({"url": "https://a/otlp"}, "https://a/otlp/v1/traces"),
        ({"url": "https://a/v1/traces"}, "https://a/v1/traces"),
        ({"traces_url": "https://a/in"}, "https://a/in"),
        ({"type": "langfuse", **KEYS}, "https://cloud.langfuse.com/api/public/otel/v1/traces"),
        (
            {"type": "langfuse", "url": "https://lf/", **KEYS},
            "https://lf/api/public/otel/v1/traces",
        ),
        (
            {"type": "langfuse", "url": "https://lf/api/public/otel", **KEYS},
            "https://lf/api/public/otel/v1/traces",
        ),
        ({"type": "phoenix", "url": "http://127.0.0.1:6006"}, "http://127.0.0.1:6006/v1/traces"),
        ({"type": "mlflow", "url": "http://localhost:5000"}, "http://localhost:5000/v1/traces"),
    ],
)
def test_address_is_made_whole(table: dict[str, Any], url: str) -> None:
    """By what the type needs."""
    assert made(table)["url"] == url


@pytest.mark.parametrize(
    ("type_", "profile"),
    [
        ("otlp", "genai"),
        ("langfuse", "langfuse"),
        ("phoenix", "openinference"),
        ("mlflow", "genai"),
    ],
)
def test_type_brings_its_profile(type_: str, profile: str) -> None:
    """Unless another one is wanted."""
    table = {"type": type_, "url": "https://a"} | (KEYS if type_ == "langfuse" else {})
    assert made(table)["profile"] == profile
    assert made({**table, "profile": "genai"})["profile"] == "genai"


def test_langfuse_has_its_headers() -> None:
    """Both keys in one, and the version of ingestion."""
    headers = made({"type": "langfuse", **KEYS})["headers"]
    assert headers == {
        "authorization": "Basic " + base64.b64encode(b"pk-lf-1:sk-lf-2").decode(),
        "x-langfuse-ingestion-version": "4",
    }


def test_langfuse_takes_its_keys_from_the_environment() -> None:
    """So that no file has to hold them."""
    environ = {"LANGFUSE_PUBLIC_KEY": "pk-lf-1", "LANGFUSE_SECRET_KEY": "sk-lf-2"}
    assert made({"type": "langfuse"}, environ) == made({"type": "langfuse", **KEYS})


def test_phoenix_and_mlflow_have_their_places() -> None:
    """A project by the resource, an experiment by a header."""
    phoenix = {"type": "phoenix", "url": "https://a"}
    assert made(phoenix)["resource"] == {
        "service.name": "claude-code", "openinference.project.name": "claude-code",
    }  # fmt: skip
    named = made({**phoenix, "project": "tides"})["resource"]
    assert named["openinference.project.name"] == "tides"
    mlflow = {"type": "mlflow", "url": "https://a"}
    assert made(mlflow)["headers"] == {"x-mlflow-experiment-id": "0"}
    assert made({**mlflow, "experiment": 7})["headers"] == {"x-mlflow-experiment-id": "7"}


def test_headers_may_name_variables() -> None:
    """Names in small letters, values as they are or from the environment."""
    table = {"url": "https://a", "headers": {"X-Key": "$KEY", "Y": "${KEY}", "z": "plain"}}
    assert made(table, {"KEY": "k"})["headers"] == {"x-key": "k", "y": "k", "z": "plain"}
    with pytest.raises(SinkSettingError, match="the variable KEY is not set"):
        made(table)


def test_everything_else_is_taken_as_it_is() -> None:
    """Files with the user's home in the place of ~."""
    table = {
        "url": "https://a", "content": "truncated", "limit": 5, "redact": False, "gzip": False,
        "timeout": 2, "batch_bytes": 9, "batch_traces": 8, "certificate": "~/ca.pem",
        "resource": ["a=b"],
    }  # fmt: skip
    fields = made(table)
    assert {key: fields[key] for key in table if key not in ("url", "certificate", "resource")} == {
        key: table[key] for key in table if key not in ("url", "certificate", "resource")
    }
    assert fields["certificate"] == Path.home() / "ca.pem"
    assert fields["resource"] == {"service.name": "claude-code", "a": "b"}


def test_environment_fills_what_the_table_leaves_open() -> None:
    """But an address of the table is not mixed with one of the environment."""
    fields = made({"url": "https://a"}, traces_url="https://b/x", headers={"k": "v"})
    assert (fields["url"], fields["headers"]) == ("https://a/v1/traces", {"k": "v"})


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("x", "it is no table"),
        ({}, "it has no address"),
        ({"url": "a.example:4318"}, "begins with http"),
        ({"url": "ftp://a"}, "begins with http"),
        ({"url": "https://"}, "begins with http"),
        ({"url": "https://a:port"}, "its url is no address"),
        ({"url": "https://user:hunter2@a"}, "belong to the headers"),
        ({"url": "https://a?key=hunter2"}, "belong to the headers"),
        ({"url": "http://a.example", "headers": {"k": "hunter2"}}, "travel unencrypted"),
        ({"url": "https://a", "type": "zipkin"}, "type has to be one of otlp"),
        ({"url": "https://a", "content": "some"}, "content has to be one of full"),
        ({"url": "https://a", "limit": 0}, "limit has to be a number from 1 up"),
        ({"url": "https://a", "redact": "no"}, "redact has to be true or false"),
        ({"url": "https://a", "timeout": "soon"}, "timeout has to be a number of seconds"),
        ({"url": "https://a", "headers": {"k": 5}}, "headers has to be a table"),
        ({"url": "https://a", "headers": ["=x"]}, "headers has to be a table"),
        ({"url": "https://a", "headers": {"k": "hunter2\n"}}, "holds signs that a header cannot"),
        ({"url": "https://a", "colour": "red"}, "no setting 'colour'"),
        ({"type": "langfuse", "public_key": "pk"}, "it has no secret_key"),
    ],
)
def test_wrong_setting_is_named(table: Any, problem: str) -> None:
    """With what to do about it, and without any key."""
    with pytest.raises(SinkSettingError, match=problem) as caught:
        made(table)
    assert "hunter2" not in str(caught.value)
    assert "mine" in str(caught.value)


def test_unencrypted_is_fine_where_it_is_wanted() -> None:
    """Or where it does not leave the machine, or where there is no key to be seen."""
    headers = {"headers": {"k": "v"}}
    assert made({"url": "http://a.example", "insecure": True, **headers})
    assert made({"url": "http://127.0.0.1:1", **headers})
    assert made({"url": "http://a.example"})


def test_unknown_profile_is_told() -> None:
    """Before anything is sent."""
    with pytest.raises(UnknownProfileError):
        made({"url": "https://a", "profile": "genia"})
