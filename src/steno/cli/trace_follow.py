"""``steno trace follow``: send turns as they end, for as long as it runs."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.days import SECONDS
from steno.cli.options import Options, with_options
from steno.cli.output import count, note
from steno.cli.trace_sinks import (
    chosen_sinks,
    collect_file,
    collect_lost,
    make_exporter,
    problem_words,
    sink_options,
    tell_waiting,
)
from steno.cli.trace_spool import answer_hooks
from steno.format.codec import encode_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from steno.disk.discover import SessionFile
    from steno.disk.subagents import SubagentFile
    from steno.trace.exporter import Exporter

SETTLED_SECONDS: Final = 10.0
"""How long nothing has to be added to a finished reply until its turn counts as over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFollowDocument:
    """What ``steno trace follow --json`` prints, a line each time that something was sent."""

    schema: str = "steno.trace.follow/1"
    sink: str
    sent: int
    failed: int
    """Over, and not taken by the sink: they are tried again."""
    error: str | None
    """Why the sink takes nothing; null where it does."""


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
    type=SECONDS,
    metavar="SECONDS",
    help="End by itself after so long.",
)
@with_options
def command(options: Options, every: float, seconds: float | None, **asked: Any) -> int:
    """Send turns as they end, for as long as it runs; Ctrl-C ends it.

    It begins with what was missed, and needs no hook. A turn is over when another prompt came,
    or ten seconds after its reply came to its end. With --json it prints a line of JSON each time
    that something was sent.

    Exit codes: 0 everything that is over was sent, 1 something was left unsent, 2 wrong use or
    an error.
    """  # fmt: skip
    from steno.store.database import open_state

    chosen = chosen_sinks(options, asked)
    names = ", ".join(sink.name for sink in chosen.sinks)
    until = None if seconds is None else time.monotonic() + seconds
    with open_state(options.data, create=True) as state:
        exporters = [make_exporter(options, state, sink) for sink in chosen.sinks]
        note(f"Following; sending to {names}. Ctrl-C ends it.")
        following = _Following(options, exporters)
        try:
            for news in _changes(options, every, until):
                following.round(news)
        except KeyboardInterrupt:
            note("Stopped. What is not sent yet goes with the next run of this command.")
        is_left = any(exporter.waiting for exporter in exporters)
    return max(1 if is_left or chosen.unusable else 0, answer_hooks(options, asked))


@dataclass(frozen=True, slots=True)
class _News:
    """What there is to look at."""

    files: Sequence[SessionFile]
    lost: Sequence[SubagentFile] = ()


class _Watch:
    """Which files were written to, and when to look at each once more."""

    def __init__(self, every: float) -> None:
        self._every = every
        self._seen: dict[str, tuple[int, int]] = {}
        self._again: dict[str, list[float]] = {}

    def is_due(self, file: SessionFile | SubagentFile, now: float) -> bool:
        """Say whether a file has changed, or may hold a turn that is over by now."""
        from steno.trace.closing import IDLE_SECONDS

        state, path = (file.size, file.mtime_ns), str(file.path)
        if self._seen.get(path) != state:
            self._seen[path] = state
            idle = file.mtime_ns / 1e9 + IDLE_SECONDS
            times = [moment + self._every for moment in (now + SETTLED_SECONDS, idle)]
            self._again[path] = sorted(moment for moment in times if moment > now)
            return True
        times = self._again[path]
        is_due = bool(times) and now >= times[0]
        if is_due:
            del times[0]
        return is_due


def _changes(
    options: Options,
    every: float,
    until: float | None,
    sleep: Callable[[float], object] = time.sleep,
) -> Iterator[_News]:
    """Yield the files that were written to, and again when their last turn is over.

    It is yielded where there are none, too: what waits for a sink is tried again.
    """
    watch = _Watch(every)
    while True:
        now = time.time()
        surveys = [(home, home.survey()) for home in options.homes]
        files = [file for home, survey in surveys for file in home.sessions(survey=survey)]
        lost = [agent for _, survey in surveys for agent in survey.lost_subagents]
        yield _News(
            [file for file in files if watch.is_due(file, now)],
            [agent for agent in lost if watch.is_due(agent, now)],
        )
        if until is not None and time.monotonic() >= until:
            return
        sleep(every)


@dataclass(slots=True)
class _Following:
    """What was told already of the sinks that are sent to."""

    options: Options
    exporters: list[Exporter]
    told: dict[str, str] = field(default_factory=dict)

    def round(self, news: _News) -> None:
        """Collect what is over, and send it; others may send between two rounds."""
        from steno.trace.closing import Closing
        from steno.trace.exporter import alone

        with alone(self.options.data, on_wait=tell_waiting):
            for file in news.files:
                closing = Closing(time.time_ns(), settled_seconds=SETTLED_SECONDS)
                collect_file(file, self.exporters, closing)
            collect_lost(news.lost, self.exporters, Closing(time.time_ns()))
            for exporter in self.exporters:
                self._deliver(exporter)

    def _deliver(self, exporter: Exporter) -> None:
        """Send what waits; a problem is told once, and again when it is another one."""
        name, tally = exporter.sink.name, exporter.deliver()
        problem = "" if tally.problem is None else problem_words(exporter.sink, tally.problem)
        is_new = bool(problem) and self.told.get(name) != problem
        if self.options.json and (tally.sent or is_new):
            row = TraceFollowDocument(
                sink=name, sent=tally.sent, failed=tally.failed, error=problem or None
            )
            click.echo(encode_value(asdict(row)).decode())
        if tally.sent:
            note(f"{name}: {count(tally.sent)} sent.")
        if is_new:
            note(f"{problem}; it is tried again.")
        self.told[name] = problem
        exporter.forgive()
