"""Errors about sending traces: where to, by which convention, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.errors.base import ConfigError, StenoError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class TakenOverStateError(UsageError):
    """The state file of another exporter cannot be taken over."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason in a few words."""
        super().__init__(
            f"{path} cannot be taken over: {reason}. Nothing was marked as sent. Name the state "
            "file of cc-langfuse, such as ~/.claude/state/cc-langfuse_state.json, or mend it."
        )
        self.path = path
        self.reason = reason


class UnknownProfileError(UsageError):
    """There is no profile of the name that was given."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Take the name asked for and all that there are."""
        super().__init__(f"no profile called {name!r}. Choose one of: {', '.join(known)}.")
        self.name = name


class UnknownSinkError(UsageError):
    """There is no sink of the name that was given."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Take the name asked for and all that there are."""
        advice = f"Choose one of: {', '.join(known)}." if known else "None is set up yet."
        super().__init__(
            f"no sink called {name!r}. {advice} A sink is a table [trace.sinks.NAME] with a type "
            "and a url in config.toml, or set by OTEL_EXPORTER_OTLP_ENDPOINT or LANGFUSE_* keys."
        )
        self.name = name


class SinkSettingError(ConfigError):
    """What the configuration or the environment says of a sink cannot be used."""

    def __init__(self, sink: str, problem: str, advice: str) -> None:
        """Take the sink's name, what is wrong, and what can be done about it."""
        super().__init__(f"the sink {sink!r} cannot be used: {problem}. {advice}")
        self.sink = sink


class SinkPackageError(StenoError):
    """The package that sends traces is not installed."""

    def __init__(self, package: str) -> None:
        """Take the package."""
        super().__init__(
            f"sending traces needs {package}, which is not installed. "
            "Install it with: pip install 'steno[trace]'"
        )


class ExporterBusyError(StenoError):
    """Another exporter is at work."""

    def __init__(self, path: Path) -> None:
        """Take the file that it keeps locked."""
        super().__init__(
            f"another exporter is at work ({path} is locked). Wait until it is done, then retry."
        )


class NoSinkError(StenoError):
    """There is nowhere to send traces to."""

    def __init__(self, *, meant_for_grpc: bool = False) -> None:
        """Say how to name a sink; ``meant_for_grpc`` tells of an address that is no use."""
        grpc = (
            " OTEL_EXPORTER_OTLP_ENDPOINT is set for gRPC, which steno does not speak: name the "
            "address for HTTP (mostly port 4318)."
        )
        super().__init__(
            "there is no sink to send traces to. Name one with --otlp URL, or in config.toml: "
            "'steno config set trace.sinks.NAME.url URL'; or set OTEL_EXPORTER_OTLP_ENDPOINT, or "
            f"LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY.{grpc if meant_for_grpc else ''}"
        )
