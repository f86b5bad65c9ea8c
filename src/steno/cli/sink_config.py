"""Sinks in ``steno config``: settings below ``trace.sinks.NAME``, checked, their keys hidden."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from steno.errors import ConfigError

PREFIX: Final = "trace.sinks."
_HIDDEN: Final = "(hidden)"
_SECRET: Final = frozenset({"client_key", "headers", "public_key", "secret_key"})
_TABLES: Final = frozenset({"headers", "resource"})
_NAMED: Final = 4
"""Parts of the name of a setting: trace, sinks, the sink, the setting."""


def is_sink_setting(name: str) -> bool:
    """Say whether a dotted name is a setting of a sink, or one member of its headers."""
    parts = name.split(".")
    if not name.startswith(PREFIX) or not all(parts):
        return False
    return len(parts) == _NAMED or (len(parts) == _NAMED + 1 and parts[3] in _TABLES)


def sink_value(name: str, value: str) -> Any:
    """Give a setting of a sink as the file holds it, or say what it has to be."""
    from steno.trace.sink_settings import RULES

    _, _, sink, key, *member = name.split(".")
    rule = RULES.get(key)
    if rule is None:
        problem = f"a sink has no setting {key!r}; known are {', '.join(RULES)}."
        raise ConfigError(problem)
    if member or rule.takes(value):
        return value
    wanted = _toml(value)
    if rule.takes(wanted):
        return wanted
    problem = f"{key} of the sink {sink!r} cannot be {value!r}; it has to be {rule.words}."
    raise ConfigError(problem)


def _toml(value: str) -> Any:
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def without_keys(values: Any) -> Any:
    """Hide the keys of sinks in what is shown; the name of a variable is none."""
    if not isinstance(values, dict):
        return values
    sinks = values.get("trace", {}).get("sinks") if isinstance(values.get("trace"), dict) else None
    if not isinstance(sinks, dict):
        return values
    shown = {name: _without_keys(sink) for name, sink in sinks.items()}
    return {**values, "trace": {**values["trace"], "sinks": shown}}


def _without_keys(sink: Any) -> Any:
    if not isinstance(sink, dict):
        return sink
    return {key: _hidden(value) if key in _SECRET else value for key, value in sink.items()}


def _hidden(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _hidden(inner) for key, inner in value.items()}
    return value if isinstance(value, str) and value.startswith("$") else _HIDDEN
