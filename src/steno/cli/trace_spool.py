"""``steno trace sync --spool``: what the hook starts; sends the turns that hooks told of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.cli.output import note
from steno.cli.trace_sinks import make_exporter, problem_words, sinks_set_up

if TYPE_CHECKING:
    from steno.cli.options import Options
    from steno.errors import StenoError
    from steno.session.session import Session
    from steno.store.database import StateDatabase
    from steno.trace.closing import Closing
    from steno.trace.exporter import Exporter
    from steno.trace.sinks import Sink
    from steno.trace.spool import SpoolLine


def sync_spool(options: Options) -> int:
    """Send what hooks told of until there is nothing more; give the exit code."""
    from steno.store.database import open_state
    from steno.trace.exporter import alone
    from steno.trace.spool import Spool, drain

    chosen = sinks_set_up(options, wanted=False)
    sinks, failed = chosen.sinks, chosen.unusable

    def handle(lines: tuple[SpoolLine, ...]) -> None:
        nonlocal failed
        if sinks:
            with open_state(options.data, create=True) as state, alone(options.data):
                failed += _send(options, state, sinks, lines)

    # Where the hook writes: it knows nothing of --db and the configuration.
    drain(Spool(), handle)
    return 1 if failed else 0


def answer_hooks(options: Options, asked: dict[str, Any]) -> int:
    """Send what hooks told of while we kept their exporter out; give the exit code.

    Who asked for one sink, one session or another data folder did not mean them.
    """
    from steno.trace.spool import Spool

    is_part = any(asked.get(name) for name in ("otlp", "sinks", "sessions"))
    if is_part or options.db is not None or not Spool().has_lines:
        return 0
    return sync_spool(options)


def _send(
    options: Options, state: StateDatabase, sinks: list[Sink], lines: tuple[SpoolLine, ...]
) -> int:
    """Send the turns that some lines tell of to all sinks; count what was left unsent."""
    from steno.trace.poked import Answering

    exporters = [make_exporter(options, state, sink) for sink in sinks]

    def collect(session: Session, closing: Closing) -> None:
        for exporter in exporters:
            exporter.collect(session, closing)

    Answering(collect, _complain).answer(lines)
    return sum(_deliver(exporter) for exporter in exporters)


def _deliver(exporter: Exporter) -> int:
    tally = exporter.deliver()
    if tally.problem is not None:
        note(f"steno: {problem_words(exporter.sink, tally.problem)}")
    return tally.failed


def _complain(error: StenoError) -> None:
    note(f"steno: {error}")
