"""``steno trace follow``: send turns as they end, for as long as it runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.options import Options, with_options
from steno.cli.output import count, note
from steno.cli.trace_sinks import (
    chosen_sinks,
    collect_file,
    make_exporter,
    problem_words,
    sink_options,
)
from steno.cli.trace_spool import answer_hooks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steno.disk.discover import SessionFile
    from steno.trace.exporter import Exporter

SETTLED_SECONDS: Final = 10.0
"""How long nothing has to be added to a finished reply until its turn counts as over."""


@click.command("follow", short_help="Send turns as they end, for as long as it runs.")
@sink_options
@click.option(
    "--every",
    type=click.FloatRange(min=0.1),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="How often to look for what is new.",
)
@click.option(
    "--for",
    "seconds",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="End by itself after so long.",
)
@with_options
def command(options: Options, every: float, seconds: float | None, **asked: Any) -> int:
    """Send turns as they end, for as long as it runs; Ctrl-C ends it.

    It begins with what was missed, and needs no hook. A turn is over when another prompt came,
    or some seconds after its reply came to its end.

    Exit codes: 0 everything that is over was sent, 1 something was left unsent, 2 wrong use or
    an error.
    """  # fmt: skip
    from steno.store.database import open_state
    from steno.trace.exporter import alone

    sinks = chosen_sinks(options, asked)
    until = None if seconds is None else time.monotonic() + seconds
    told: dict[str, str] = {}
    with open_state(options.data, create=True) as state, alone(options.data):
        exporters = [make_exporter(options, state, sink) for sink in sinks]
        note(f"Following; sending to {', '.join(sink.name for sink in sinks)}. Ctrl-C ends it.")
        failed = 0
        try:
            for files in _changes(options, every, until):
                failed = _round(exporters, files, told)
        except KeyboardInterrupt:
            note("Stopped. What is not sent yet comes with the next 'steno trace sync'.")
    return max(1 if failed else 0, answer_hooks(options, asked))


def _changes(
    options: Options,
    every: float,
    until: float | None,
    sleep: Callable[[float], object] = time.sleep,
) -> Iterator[list[SessionFile]]:
    """Yield the sessions that were written to, and once more when they are quiet.

    It is yielded where there are none, too: what waits for a sink is tried again.
    """
    seen: dict[str, tuple[int, int]] = {}
    again: dict[str, float] = {}
    while True:
        now = time.time()
        files = [file for home in options.homes for file in home.sessions()]
        changed = []
        for file in files:
            state, path = (file.size, file.mtime_ns), str(file.path)
            if seen.get(path) != state:
                seen[path], again[path] = state, now + SETTLED_SECONDS + every
                changed.append(file)
            elif path in again and now >= again[path]:
                del again[path]
                changed.append(file)
        yield changed
        if until is not None and time.monotonic() >= until:
            return
        sleep(every)


def _round(exporters: list[Exporter], files: list[SessionFile], told: dict[str, str]) -> int:
    from steno.trace.closing import Closing

    for file in files:
        closing = Closing(time.time_ns(), settled_seconds=SETTLED_SECONDS)
        collect_file(file, exporters, closing)
    return sum(_deliver(exporter, told) for exporter in exporters)


def _deliver(exporter: Exporter, told: dict[str, str]) -> int:
    """Send what waits; a problem is told once, and again when it is another one."""
    name, tally = exporter.sink.name, exporter.deliver()
    if tally.sent:
        note(f"{name}: {count(tally.sent)} sent.")
    problem = "" if tally.problem is None else problem_words(exporter.sink, tally.problem)
    if problem and told.get(name) != problem:
        note(f"{problem}; it is tried again.")
    told[name] = problem
    exporter.forgive()
    return tally.failed
