"""Which sinks a command of tracing sends to, and what it sends them with."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.output import note
from steno.cli.selection import passed_over
from steno.errors import NoSinkError, UsageError
from steno.trace.sink_environment import is_meant_for_grpc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steno.cli.options import Options
    from steno.disk.discover import SessionFile
    from steno.disk.subagents import SubagentFile
    from steno.session.session import Session
    from steno.store.database import StateDatabase
    from steno.trace.closing import Closing
    from steno.trace.exporter import Exporter
    from steno.trace.sender import Refused
    from steno.trace.sinks import Sink


_WORTH_TELLING: Final = 1.5
"""Seconds: shorter pauses are over before one has read of them."""


def address_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say an address instead of the name of a sink."""
    options = (
        click.option("--otlp", metavar="URL", help="Send to this address instead, by OTLP."),
        click.option(
            "--header", "headers", multiple=True, metavar="K=V",
            help="A header for --otlp, such as a key; may be repeated.",
        ),
        click.option(
            "--profile", metavar="NAME",
            help="The convention for --otlp: genai (the default), openinference or langfuse.",
        ),
    )  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


def sink_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say where traces are sent."""
    by_name = click.option(
        "--sink", "sinks", multiple=True, metavar="NAME",
        help="Only this sink of the configuration; may be repeated.",
    )  # fmt: skip
    return by_name(address_options(function))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sinks that a command sends to."""

    sinks: list[Sink]
    unusable: int = 0
    """How many others are set up, but wrongly."""


def chosen_sinks(options: Options, asked: dict[str, Any]) -> Chosen:
    """Give the sinks that were asked for; without any all that are set up.

    One that is set up wrongly is told, and keeps nothing from the others.
    """
    from steno.trace.sinks import sink_from_options, sink_named

    if asked["otlp"] is not None and asked["sinks"]:
        raise UsageError("--otlp and the name of a sink both say where to: use one of them.")
    if (asked["headers"] or asked["profile"]) and asked["otlp"] is None:
        problem = "--header and --profile belong to --otlp; a sink has its own in the configuration"
        raise UsageError(f"{problem} (trace.sinks.NAME).")
    if asked["otlp"] is not None:
        given = (asked["otlp"], _checked_headers(asked["headers"]), asked["profile"] or "genai")
        return Chosen([sink_from_options(*given, os.environ)])
    if asked["sinks"]:
        names = dict.fromkeys(asked["sinks"])
        return Chosen([sink_named(name, options.config, os.environ) for name in names])
    return sinks_set_up(options)


def _checked_headers(headers: tuple[str, ...]) -> tuple[str, ...]:
    for header in headers:
        if header.find("=") <= 0:
            raise UsageError("a header is written as --header NAME=VALUE.")
    return headers


def sinks_set_up(options: Options, *, wanted: bool = True) -> Chosen:
    """Give all sinks that can be used; NoSinkError where there is none, if one is ``wanted``."""
    from steno.trace.sinks import sinks_from

    found = sinks_from(options.config, os.environ)
    for error in found.unusable:
        if not found.sinks:
            raise error
        note(f"steno: {error}")
    if not found.sinks and wanted:
        raise NoSinkError(meant_for_grpc=is_meant_for_grpc(os.environ))
    return Chosen(found.sinks, len(found.unusable))


def make_exporter(options: Options, state: StateDatabase, sink: Sink, since: int = 0) -> Exporter:
    """Make the exporter of a sink, with the user's prices and secrets."""
    from steno.analyse.cost import Prices
    from steno.secrets.scan import Scanner
    from steno.trace.exporter import Exporter

    prices = Prices.configured(options.config)
    scanner = Scanner.configured(options.config)
    return Exporter(state, sink, prices, scanner, since, on_pause=partial(_tell_pause, sink))


def _tell_pause(sink: Sink, problem: Refused, seconds: float) -> None:
    if seconds >= _WORTH_TELLING:
        note(f"{problem_words(sink, problem)}; it is tried again in {seconds:.0f} s.")


def tell_waiting() -> None:
    """Say why nothing happens."""
    note("Another steno is sending traces; this one goes on when that is done.")


def collect_file(file: SessionFile, exporters: Iterable[Exporter], closing: Closing) -> bool:
    """Put the turns of a session that are over into every outbox; False where that failed."""
    from steno.session.session import load_file
    from steno.trace.held import held
    from steno.trace.one_session import attempt

    def act() -> None:
        _collect(held(load_file(file)), exporters, closing)

    return attempt(file.path, act, passed_over)


def collect_lost(
    agents: Iterable[SubagentFile], exporters: Sequence[Exporter], closing: Closing
) -> int:
    """Put sub-agents whose session is gone into every outbox; say for how many that failed."""
    from steno.session.gone import gone_sessions
    from steno.trace.one_session import attempt

    return sum(
        not attempt(gone.place, partial(_collect, gone, exporters, closing), passed_over)
        for gone in gone_sessions(agents)
    )


def _collect(session: Session, exporters: Iterable[Exporter], closing: Closing) -> None:
    for exporter in exporters:
        exporter.collect(session, closing)


def problem_words(sink: Sink, problem: Refused) -> str:
    """Say why a sink takes nothing, and where it is."""
    return f"{sink.name}: {sink.url} takes nothing ({problem.words})"
