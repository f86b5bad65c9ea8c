"""Where traces are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steno.config import Config
from steno.errors import ConfigError, SinkSettingError, UnknownSinkError
from steno.trace.sinks import SetUp, sink_from_options, sink_named, sink_names, sinks_from

KEYS = {"LANGFUSE_PUBLIC_KEY": "pk-lf-1", "LANGFUSE_SECRET_KEY": "sk-lf-2"}
OTEL = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}


def config(**sinks: Any) -> Config:
    """Make a configuration that names sinks."""
    return Config(Path("config.toml"), {"trace": {"sinks": sinks}})


def test_sinks_come_from_file_and_environment() -> None:
    """In that order."""
    found = sinks_from(config(tides={"url": "https://a"}), {**OTEL, **KEYS})
    sinks = {sink.name: sink for sink in found.sinks}
    assert not found.unusable
    assert list(sinks) == ["tides", "otel", "langfuse"]
    assert sinks["otel"].url == "http://127.0.0.1:4318/v1/traces"
    assert sinks["langfuse"].profile == "langfuse"
    assert sinks["tides"].name == "tides"


def test_nothing_is_set_up_by_itself() -> None:
    """An empty machine sends nothing anywhere."""
    assert sinks_from(Config(Path("config.toml")), {}) == SetUp()
    assert sinks_from(Config(Path("config.toml"), {"trace": {"sinks": 5}}), {}) == SetUp()


def test_configuration_wins_over_the_environment() -> None:
    """With the keys that only the environment has."""
    told = config(langfuse={"type": "langfuse", "url": "https://lf", "content": "metadata"})
    sink = sink_named("langfuse", told, {**KEYS, "LANGFUSE_HOST": "https://other"})
    assert sink.url.startswith("https://lf/")
    assert sink.content == "metadata"
    assert sink.headers["authorization"].startswith("Basic ")


def test_defaults_are_careful() -> None:
    """Secrets are taken out, requests are small and compressed, unless told otherwise."""
    sink = sink_named("a", config(a={"url": "https://a"}), {})
    assert (sink.redact, sink.gzip, sink.content, sink.profile) == (True, True, "full", "genai")
    assert sink.batch_bytes <= 4_000_000
    assert sink.resource == {"service.name": "claude-code"}


def test_unknown_sink_names_those_that_there_are() -> None:
    """And says how to set one up."""
    with pytest.raises(UnknownSinkError, match=r"Choose one of: tides\. .*\[trace\.sinks\.NAME\]"):
        sink_named("langfuse", config(tides={"url": "https://a"}), {})
    with pytest.raises(UnknownSinkError, match="None is set up yet"):
        sink_named("tides", config(), {})


def test_wrong_sink_does_not_hide_the_others() -> None:
    """It is listed by name, and told apart from those that can be sent to."""
    told = config(good={"url": "https://a"}, bad={"url": "nowhere"})
    assert sink_names(told, {}) == ("good", "bad")
    assert sink_named("good", told, {}).url == "https://a/v1/traces"
    found = sinks_from(told, {})
    assert [sink.name for sink in found.sinks] == ["good"]
    assert [str(error).partition(" cannot")[0] for error in found.unusable] == ["the sink 'bad'"]
    with pytest.raises(SinkSettingError, match="'bad'"):
        sink_named("bad", told, {})


def test_keys_are_not_shown() -> None:
    """Not where a sink is printed by mistake."""
    sink = sink_named("langfuse", config(), KEYS)
    assert sink.headers["authorization"] not in repr(sink)
    assert "authorization" not in repr(sink)


def test_options_make_a_sink() -> None:
    """As they are typed."""
    sink = sink_from_options("http://a.example:4318", ["X-Key=a=b", "Y=c"], "openinference")
    assert sink.url == "http://a.example:4318/v1/traces"
    assert sink.headers == {"x-key": "a=b", "y": "c"}
    assert (sink.name, sink.profile) == ("otlp", "openinference")


def test_options_that_make_no_sense_are_told() -> None:
    """With the sink's name as that of the option."""
    with pytest.raises(SinkSettingError, match="'otlp'"):
        sink_from_options("http://a", ["no-value-here"])


def test_header_of_the_command_line_may_name_a_variable() -> None:
    """So that no key has to stand where every user of the machine can read it."""
    sink = sink_from_options("http://127.0.0.1:9", ["k=$MINE"], environ={"MINE": "a-key"})
    assert sink.headers["k"] == "a-key"


def test_places_behind_one_address_are_apart() -> None:
    """Another project, experiment or key pair is another place; the rest of the settings is not."""
    told = config(
        a={"type": "langfuse", "public_key": "pk-1", "secret_key": "sk-1"},
        b={"type": "phoenix", "url": "https://p", "project": "mine"},
        c={"type": "mlflow", "url": "https://m", "experiment": 7},
        d={"url": "https://o"},
    )
    places = [sink_named(name, told, {}).place for name in "abcd"]
    assert places == ["pk-1", "mine", "7", ""]


def test_misspelt_table_is_told() -> None:
    """It would be passed over in silence."""
    told = Config(Path("config.toml"), {"trace": {"sink": {"a": {"url": "https://a"}}}})
    with pytest.raises(ConfigError, match=r"trace\.sinks\.NAME"):
        sinks_from(told, {})
