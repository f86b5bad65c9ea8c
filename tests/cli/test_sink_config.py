"""Sinks in the configuration, by the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.sink_config import is_sink_setting, without_keys

if TYPE_CHECKING:
    from tests.cli.running import Run


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("trace.sinks.a.url", True),
        ("trace.sinks.a.headers.x-key", True),
        ("trace.sinks.a", False),
        ("trace.sinks.a.url.x", False),
        ("trace.sinks..url", False),
        ("homes.a", False),
    ],
)
def test_names_of_settings_are_known(name: str, is_one: bool) -> None:
    """A sink alone is none, and nothing lies below an address."""
    assert is_sink_setting(name) is is_one


def test_sink_is_set_up_by_commands(run: Run) -> None:
    """Numbers and flags are such in the file; then the sink is there, and no key is shown."""
    for name, value in (
        ("type", "otlp"), ("url", "http://127.0.0.1:1"), ("redact", "false"), ("limit", "5"),
        ("headers.x-key", "very-secret"), ("resource", '["a=b"]'),
    ):  # fmt: skip
        assert run("config", "set", f"trace.sinks.mine.{name}", value).code == 0
    assert run("config", "get", "trace.sinks.mine.limit").out == "5\n"
    status = run("trace", "status", "--json").document["sinks"]
    assert [(one["sink"], one["url"]) for one in status] == [
        ("mine", "http://127.0.0.1:1/v1/traces")
    ]
    for arguments in (["config"], ["config", "--json"]):
        answer = run(*arguments)
        assert ("very-secret" in answer.out, "(hidden)" in answer.out) == (False, True)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("trace.sinks.a.limit", "many", "has to be a number from 1 up"),
        ("trace.sinks.a.type", "else", "has to be one of otlp, langfuse"),
        ("trace.sinks.a.colour", "red", "a sink has no setting 'colour'"),
        ("trace.sinks", "x", "steno config set trace.sinks.NAME.url x"),
    ],
)
def test_what_no_sink_can_have_is_told(run: Run, name: str, value: str, told: str) -> None:
    """With what it has to be."""
    answer = run("config", "set", name, value)
    assert (answer.code, told in answer.err) == (2, True)


def test_keys_are_hidden_and_variables_are_not() -> None:
    """Whatever the shape of the file."""
    sink = {"url": "u", "secret_key": "s", "public_key": "$PUBLIC", "headers": {"a": "b"}}
    shown = without_keys({"trace": {"sinks": {"x": sink, "odd": 5}}, "db": "d"})
    assert shown["trace"]["sinks"]["x"] == {
        "url": "u", "secret_key": "(hidden)", "public_key": "$PUBLIC", "headers": {"a": "(hidden)"},
    }  # fmt: skip
    assert shown["trace"]["sinks"]["odd"] == 5
    for odd in ({"trace": 5}, {"trace": {"sinks": 5}}, {}, 5):
        assert without_keys(odd) == odd
