"""``steno trace forget``: drop what waits for a sink, or begin with it anew."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from steno.cli.options import Options, with_options
from steno.cli.output import print_json, print_text
from steno.cli.writing import YES_HELP, ask
from steno.errors import UnknownSinkError
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.store.database import StateDatabase


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceForgetDocument:
    """What ``steno trace forget --json`` prints."""

    schema: str = "steno.trace.forget/1"
    sink: str
    dropped: int
    """How many turns were dropped."""


@click.command("forget", short_help="Drop what waits for a sink, or begin with it anew.")
@click.argument("sink")
@click.option(
    "--sent", is_flag=True, help="Forget what it has as well: the next sync sends everything anew."
)
@click.option("--yes", "-y", is_flag=True, help=YES_HELP)
@with_options
def command(options: Options, sink: str, *, sent: bool, yes: bool) -> int:
    """Drop what waits for a SINK and what it refused, such as for an address that was wrong.

    Nothing is taken back from the sink, and no session is touched. Sinks of that name that are
    no longer set up come first; where there are none, the one that is set up is meant, and its
    turns go in again with the next sync. 'otlp' is what was named with --otlp.

    Exit codes: 0 done, 2 wrong use or an error.
    """
    from steno.store.database import open_state
    from steno.store.known_sinks import KnownSinks

    state = open_state(options.data)
    if state is None:
        raise UnknownSinkError(sink, ())
    with state:
        keys = _meant(options, state, sink)
        ask(f"Forget {'all of' if sent else 'what waits for'} {sink}?", yes=yes)
        dropped = sum(KnownSinks(state).forget(key, sent=sent) for key in keys)
    if options.json:
        print_json(TraceForgetDocument(sink=sink, dropped=dropped))
    else:
        print_text(f"Forgot {count(dropped, 'turn')} of {sink}.")
    return 0


def _meant(options: Options, state: StateDatabase, name: str) -> list[str]:
    """Give the names in the outbox that are meant: those of the past, else that of now."""
    from steno.store.known_sinks import KnownSinks, name_of
    from steno.store.outbox import Outbox
    from steno.trace.exporter import sink_key
    from steno.trace.sinks import sinks_from

    keys = dict.fromkeys([one.sink for one in Outbox(state).counts()])
    keys |= dict.fromkeys(KnownSinks(state).all())
    now = {sink_key(sink) for sink in sinks_from(options.config, os.environ).sinks}
    named = [key for key in keys if name_of(key) == name]
    if not named:
        raise UnknownSinkError(name, tuple(dict.fromkeys(map(name_of, keys))))
    return [key for key in named if key not in now] or named
