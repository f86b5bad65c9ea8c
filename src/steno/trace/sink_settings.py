"""The settings of a sink, checked, and made complete by what its type needs."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from steno.config import expanded
from steno.errors import SinkSettingError
from steno.model.access import is_loopback
from steno.trace.content import LEVELS
from steno.trace.profiles import profile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TRACES_PATH: Final = "/v1/traces"
LANGFUSE_PATH: Final = "/api/public/otel"
LANGFUSE_CLOUD: Final = "https://cloud.langfuse.com"
LONGEST_TIMEOUT: Final = 3600
INGESTION: Final = ("x-langfuse-ingestion-version", "4")
"""What Langfuse wants to be told so that traces are seen at once."""
PROJECT: Final = "openinference.project.name"
EXPERIMENT: Final = "x-mlflow-experiment-id"
_TYPES: Final = ("otlp", "langfuse", "phoenix", "mlflow")
_PROFILES: Final = {"langfuse": "langfuse", "phoenix": "openinference"}


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a setting has to be."""

    words: str
    takes: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _are_pairs(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(pair, str) and pair.find("=") > 0 for pair in value)
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


_TEXT: Final = _Rule("a text in quotes", _is_text)
_COUNT: Final = _Rule("a number from 1 up", _is_count)
_FLAG: Final = _Rule("true or false", _is_flag)
_PAIRS: Final = _Rule("a table of texts, or a list of K=V", _are_pairs)
RULES: Final[dict[str, _Rule]] = {
    "type": _Rule(f"one of {', '.join(_TYPES)}", lambda value: value in _TYPES),
    "url": _TEXT,
    "traces_url": _TEXT,
    "headers": _PAIRS,
    "profile": _TEXT,
    "content": _Rule(f"one of {', '.join(LEVELS)}", lambda value: value in LEVELS),
    "limit": _COUNT,
    "redact": _FLAG,
    "gzip": _FLAG,
    "timeout": _Rule(
        f"a number of seconds, {LONGEST_TIMEOUT} at most",
        lambda value: type(value) in (int, float) and 0 < value <= LONGEST_TIMEOUT,
    ),
    "batch_bytes": _COUNT,
    "batch_traces": _COUNT,
    "resource": _PAIRS,
    "certificate": _TEXT,
    "client_certificate": _TEXT,
    "client_key": _TEXT,
    "insecure": _FLAG,
    "public_key": _TEXT,
    "secret_key": _TEXT,
    "project": _TEXT,
    "experiment": _Rule("a number or a text", lambda value: _is_text(value) or type(value) is int),
}
"""Every setting of a sink."""
_AS_THEY_ARE: Final = (
    "content", "limit", "redact", "gzip", "timeout", "batch_bytes", "batch_traces",
)  # fmt: skip
_BELONGS: Final = {
    "project": "phoenix",
    "experiment": "mlflow",
    "public_key": "langfuse",
    "secret_key": "langfuse",
}
"""Settings that say nothing to sinks of other types."""
_OURS: Final = frozenset({"content-length", "content-type", "content-encoding", "host"})
"""Headers that the request itself decides on."""
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FILES: Final = ("certificate", "client_certificate", "client_key")


def settled(
    name: str, table: Any, from_environment: Mapping[str, Any], environ: Mapping[str, str]
) -> dict[str, Any]:
    """Give the fields of a sink by its table and by what the environment adds to it.

    SinkSettingError says which setting is wrong; it never shows a header or a key.
    """
    if not isinstance(table, dict):
        raise SinkSettingError(name, "it is no table", f"Write it as [trace.sinks.{name}].")
    added = dict(from_environment)
    if "url" in table:
        added.pop("traces_url", None)
    settings = {**added, **table}
    _check(name, settings)
    _check_type(name, settings)
    maker = _Maker(name, settings, environ)
    return maker.fields()


def _check(name: str, settings: Mapping[str, Any]) -> None:
    for key, value in settings.items():
        rule = RULES.get(key)
        if rule is None:
            advice = f"Take it out of [trace.sinks.{name}]; there are: {', '.join(RULES)}."
            raise SinkSettingError(name, f"there is no setting {key!r}", advice)
        if not rule.takes(value):
            raise SinkSettingError(name, f"{key} has to be {rule.words}", "Mend it, then retry.")


def _check_type(name: str, settings: Mapping[str, Any]) -> None:
    """Refuse what a sink of this type would pass over in silence."""
    own = settings.get("type", "otlp")
    for key, wanted in _BELONGS.items():
        if key in settings and own != wanted:
            advice = f'Set type = "{wanted}" in [trace.sinks.{name}], or take it out.'
            raise SinkSettingError(name, f"{key} belongs to sinks of the type {wanted}", advice)


class _Maker:
    def __init__(self, name: str, settings: Mapping[str, Any], environ: Mapping[str, str]) -> None:
        self.name = name
        self.settings = settings
        self.environ = environ
        self.type = settings.get("type", "otlp")
        self.secrets: list[str] = []
        self.place = ""

    def fields(self) -> dict[str, Any]:
        profile_name = self.settings.get("profile") or _PROFILES.get(self.type, "genai")
        profile(profile_name)
        headers = self.headers()
        made = {
            "url": self.url(has_headers=bool(headers)),
            "headers": headers,
            "profile": profile_name,
            "resource": self.resource(),
            "secrets": tuple(self.secrets),
            "place": self.place,
        }
        for key in _AS_THEY_ARE:
            if key in self.settings:
                made[key] = self.settings[key]
        for key in _FILES:
            if key in self.settings:
                made[key] = expanded(self.settings[key])
        return made

    def url(self, *, has_headers: bool) -> str:
        if "traces_url" in self.settings:
            return self.checked(self.settings["traces_url"], has_headers=has_headers)
        given = self.settings.get("url") or (LANGFUSE_CLOUD if self.type == "langfuse" else None)
        if given is None:
            raise SinkSettingError(self.name, "it has no address", "Give it a url.")
        base = self.checked(given, has_headers=has_headers).rstrip("/")
        if base.endswith(TRACES_PATH):
            return base
        if self.type == "langfuse" and not base.endswith(LANGFUSE_PATH):
            base += LANGFUSE_PATH
        return base + TRACES_PATH

    def checked(self, url: str, *, has_headers: bool) -> str:
        plain = url.strip()
        try:
            parts = urlsplit(plain)
            host, _ = parts.hostname, parts.port
        except ValueError as error:
            # Not its words: they may hold what stands before the @.
            raise self.wrong_url("has a host and, if any, a port from 1 to 65535") from error
        if parts.scheme not in ("http", "https") or not host or not plain.isprintable():
            raise self.wrong_url("begins with http:// or https:// and names a host")
        if parts.username is not None or parts.query or parts.fragment:
            raise self.wrong_url("holds no name, password or key; those belong to the headers")
        is_open = parts.scheme == "http" and not is_loopback(host)
        if is_open and has_headers and self.settings.get("insecure") is not True:
            raise SinkSettingError(
                self.name,
                "its headers would travel unencrypted",
                "Use an address with https://, or set insecure = true.",
            )
        return plain

    def wrong_url(self, reason: str) -> SinkSettingError:
        return SinkSettingError(
            self.name, "its url is no address to send to", f"Such an address {reason}."
        )

    def headers(self) -> dict[str, str]:
        made: dict[str, str] = {}
        if self.type == "langfuse":
            made |= {"authorization": self.basic(), INGESTION[0]: INGESTION[1]}
        if self.type == "mlflow":
            self.place = made[EXPERIMENT] = str(self.settings.get("experiment", 0))
        for key, value in _pairs(self.settings.get("headers", {})).items():
            made[key.lower()] = self.told(value)
        for key, value in made.items():
            if key in _OURS:
                problem = f"its header {key!r} is decided by what is sent"
                raise SinkSettingError(self.name, problem, "Take it out, then retry.")
            if not all(text.isascii() and text.isprintable() for text in (key, value)):
                problem = f"its header {key!r} holds signs that a header cannot"
                raise SinkSettingError(self.name, problem, "Mend it, then retry.")
        return made

    def basic(self) -> str:
        """Give the two keys of Langfuse as its header wants them."""
        keys = []
        for key in ("public_key", "secret_key"):
            value = self.settings.get(key) or self.environ.get(f"LANGFUSE_{key.upper()}")
            if not value:
                advice = f"Set LANGFUSE_{key.upper()}, or {key} in [trace.sinks.{self.name}]."
                raise SinkSettingError(self.name, f"it has no {key}", advice)
            keys.append(self.told(value))
        self.secrets += keys
        self.place = keys[0]
        return "Basic " + base64.b64encode(":".join(keys).encode()).decode()

    def told(self, value: str) -> str:
        """Give a value; one that begins with $ names a variable, so that no key is in a file."""
        if not value.startswith("$"):
            return value
        variable = value[1:].strip("{}")
        if not _VARIABLE.fullmatch(variable):
            problem = "a value begins with $ and does not name a variable"
            raise SinkSettingError(self.name, problem, "Put the key into one and name that.")
        if not self.environ.get(variable):
            problem = f"the variable {variable} is not set"
            advice = "Set it where this runs (for the hook: where the client is started)."
            raise SinkSettingError(self.name, problem, advice)
        return self.environ[variable]

    def resource(self) -> dict[str, str]:
        made = {"service.name": "claude-code"}
        if self.type == "phoenix":
            self.place = made[PROJECT] = self.settings.get("project", "claude-code")
        return {**made, **_pairs(self.settings.get("resource", {}))}


def _pairs(value: Any) -> dict[str, str]:
    if isinstance(value, dict):
        return value
    parted = (pair.partition("=") for pair in value)
    return {key.strip(): content.strip() for key, _, content in parted}
