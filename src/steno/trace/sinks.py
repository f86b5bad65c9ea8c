"""Where traces are sent: sinks named in the configuration, by the environment or by options."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ConfigError, StenoError, UnknownSinkError
from steno.trace.content import LIMIT
from steno.trace.sink_environment import ENVIRONMENT
from steno.trace.sink_settings import settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from steno.config import Config
    from steno.trace.content import Level

TABLE: Final = "trace.sinks"
"""The table of the configuration that holds one table for each sink."""
_MISSPELT: Final = "trace.sink"
OPTION_NAME: Final = "otlp"
"""The name of a sink that is given by options alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sink:
    """A place that takes traces by OTLP over HTTP, and what it is sent."""

    name: str
    url: str
    """Where requests go, whole."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """May hold keys, so that they are shown to nobody."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """What has to be taken out of whatever is said of the sink, beside the headers."""
    place: str = ""
    """Which of several places behind one address it is: a project, an experiment, a public key."""
    profile: str = "genai"
    content: Level = "full"
    limit: int = LIMIT
    """How many characters of a text are sent where ``content`` is ``truncated``."""
    redact: bool = True
    gzip: bool = True
    timeout: float = 10.0
    """In seconds, for connecting and for each wait; a whole answer may take thrice that."""
    batch_bytes: int = 3_000_000
    """How large a request may be before it is compressed; a larger trace goes alone."""
    batch_traces: int = 50
    resource: Mapping[str, str] = field(default_factory=lambda: {"service.name": "claude-code"})
    certificate: Path | None = None
    """Certificates of authorities to trust, instead of the usual ones."""
    client_certificate: Path | None = None
    client_key: Path | None = field(default=None, repr=False)


@dataclass(slots=True)
class SetUp:
    """The sinks that are set up."""

    sinks: list[Sink] = field(default_factory=list)
    unusable: list[StenoError] = field(default_factory=list)
    """What is wrong with the others: none of them keeps the rest from being sent to."""


def sinks_from(config: Config, environ: Mapping[str, str]) -> SetUp:
    """Give all sinks: those of the configuration, then those of the environment.

    Of two of a name the configuration counts, with what the environment adds to it.
    """
    found = SetUp()
    for name in sink_names(config, environ):
        try:
            found.sinks.append(sink_named(name, config, environ))
        except StenoError as error:
            found.unusable.append(error)
    return found


def sink_names(config: Config, environ: Mapping[str, str]) -> tuple[str, ...]:
    """List the names of all sinks, also of those whose settings are wrong."""
    from_environment = [name for name, one in ENVIRONMENT.items() if one.is_set(environ)]
    return tuple(dict.fromkeys([*_tables(config), *from_environment]))


def sink_named(name: str, config: Config, environ: Mapping[str, str]) -> Sink:
    """Give one sink; UnknownSinkError if there is none, SinkSettingError if it is set up wrong."""
    table = _tables(config).get(name)
    outside = ENVIRONMENT.get(name)
    told = {} if outside is None else outside.settings(environ)
    if table is None and not (outside is not None and outside.is_set(environ)):
        raise UnknownSinkError(name, sink_names(config, environ))
    return _sink(name, settled(name, table if table is not None else told, told, environ))


def sink_from_options(
    url: str,
    headers: Iterable[str] = (),
    profile: str = "genai",
    environ: Mapping[str, str] = MappingProxyType({}),
) -> Sink:
    """Give the sink of ``--otlp URL --header K=V --profile NAME``."""
    table: dict[str, Any] = {"url": url, "profile": profile, "headers": list(headers)}
    # Whoever types an address and a key wants the one sent to the other.
    return _sink(OPTION_NAME, settled(OPTION_NAME, {**table, "insecure": True}, {}, environ))


def _tables(config: Config) -> dict[str, Any]:
    if config.get(_MISSPELT) is not None:
        problem = f"{config.path} has a table {_MISSPELT}, which nobody reads; it is {TABLE}.NAME."
        raise ConfigError(f"{problem} Mend it, then retry.")
    tables = config.get(TABLE)
    return tables if isinstance(tables, dict) else {}


def _sink(name: str, fields: Mapping[str, Any]) -> Sink:
    return Sink(name=name, **fields)
