"""``steno trace sync``: send what no sink has yet, and what has changed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.days import SECONDS, as_day
from steno.cli.options import Options, with_options
from steno.cli.output import count as figure
from steno.cli.output import note, print_json, print_text, progress_bar
from steno.cli.selection import select
from steno.cli.trace_sinks import (
    chosen_sinks,
    collect_file,
    collect_lost,
    make_exporter,
    problem_words,
    sink_options,
    tell_waiting,
)
from steno.cli.trace_spool import answer_hooks, sync_spool
from steno.errors import UsageError
from steno.trace.clock import SECOND
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from steno.disk.discover import SessionFile
    from steno.store.database import StateDatabase
    from steno.trace.exporter import Exporter, Tally
    from steno.trace.sinks import Sink


_EPOCH: Final = 1970


@dataclass(frozen=True, slots=True, kw_only=True)
class SinkRow:
    """What became of the turns at one sink."""

    sink: str
    turns: int
    sent: int
    unchanged: int
    copies: int
    """How many of those that are unchanged are copies of turns in other sessions."""
    failed: int
    waiting: int
    error: str | None
    """Why the sink takes nothing; null where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSyncDocument:
    """What ``steno trace sync --json`` prints."""

    schema: str = "steno.trace.sync/1"
    turns: int
    """How many turns were looked at, once for each sink: the sum of the others."""
    sent: int
    unchanged: int
    """The sink has them already as they are, or a copy of them in another session."""
    copies: int
    """How many of those that are unchanged are copies."""
    failed: int
    """Over, and not taken by the sink: most of them wait there and are tried again."""
    waiting: int
    """Not over yet; they come back."""
    sinks: list[SinkRow] = field(default_factory=list)


@click.command("sync", short_help="Send what no sink has yet, and what has changed.")
@sink_options
@click.option(
    "--session",
    "sessions",
    multiple=True,
    metavar="SESSION",
    help="Only this session; may be repeated.",
)
@click.option(
    "--since",
    callback=as_day,
    metavar="DAY",
    help="Only turns since that day: 2026-05-31, today, yesterday, 7d, 2w.",
)
@click.option(
    "--idle",
    type=SECONDS,
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="A turn is over when nothing was added to it for so long.",
)
@click.option("--retry", is_flag=True, help="Try again what a sink refused for good.")
@click.option(
    "--take-over",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Take over a cc-langfuse_state.json: what it says was sent is not sent again.",
)
@click.option("--spool", is_flag=True, hidden=True)
@with_options
def command(options: Options, **asked: Any) -> int:
    r"""Send the turns of all sessions that no sink has yet, and those that have changed.

    It can be run as often as you like, and broken off at any time: ids depend on the transcript
    alone, what a sink has taken is kept in state.db, and nothing counts as sent before the sink
    has said so. A turn is sent when it is over: when another prompt came, the session ended, or
    nothing was added for --idle seconds. Secrets are replaced unless the sink's redact is false.

    Exit codes: 0 everything that is over was sent, 1 something was left unsent or could not be
    read, 2 wrong use or an error.

    \b
    Examples:
      steno trace sync --sink langfuse --since 7d
      steno trace sync --otlp http://127.0.0.1:6006/v1/traces --profile openinference
    """  # fmt: skip
    from steno.store.database import open_state
    from steno.trace.exporter import alone

    if asked["spool"]:
        return sync_spool(options)
    chosen, since = chosen_sinks(options, asked), _moment(asked["since"])
    with (
        open_state(options.data, create=True) as state,
        alone(options.data, on_wait=tell_waiting),
    ):
        if asked["take_over"]:
            _take_over(state, chosen.sinks, asked["take_over"])
        exporters = [make_exporter(options, state, sink, since) for sink in chosen.sinks]
        if asked["retry"]:
            for exporter in exporters:
                exporter.retry()
        done = _interruptible(options, exporters, asked)
    code = max(_tell(options, chosen.sinks, done), answer_hooks(options, asked))
    return max(code, 1 if chosen.unusable else 0)


def _interruptible(options: Options, exporters: list[Exporter], asked: dict[str, Any]) -> _Synced:
    try:
        return _sync(options, exporters, asked)
    except KeyboardInterrupt:
        kept = "what was sent is kept, and the same command goes on from there."
        raise click.Abort(f"stopped; {kept}") from None


def _moment(day: date | None) -> int:
    from datetime import datetime

    if day is None or day.year <= _EPOCH:
        return 0
    midnight = datetime(day.year, day.month, day.day).astimezone()
    return max(int(midnight.timestamp()), 0) * SECOND


def _take_over(state: StateDatabase, sinks: list[Sink], path: Path) -> None:
    from steno.store.sent_before import Progress, SentElsewhere
    from steno.trace.exporter import sink_key
    from steno.trace.taken_over import read_state

    told = read_state(path)
    # That program sends to Langfuse and nowhere else.
    sinks = [sink for sink in sinks if sink.profile == "langfuse"]
    if not sinks:
        problem = "--take-over tells what Langfuse has, and no sink here speaks its profile"
        raise UsageError(f"{problem}: name it with --sink, or add --profile langfuse to --otlp.")
    rows = [Progress(one.session_id, one.last_line, one.turn_count) for one in told.values()]
    for sink in sinks:
        SentElsewhere(state).take_over(sink_key(sink), rows)
    names = ", ".join(sink.name for sink in sinks)
    note(f"Taken over for {names}: what another program sent of {count(len(rows), 'session')}.")


@dataclass(slots=True)
class _Synced:
    """What came of all sessions, at each sink."""

    tallies: list[Tally]
    unreadable: int = 0


def _sync(options: Options, exporters: list[Exporter], asked: dict[str, Any]) -> _Synced:
    from steno.trace.closing import Closing
    from steno.trace.exporter import Tally

    idle = asked["idle"]
    chosen = select(options, asked["sessions"])
    done = _Synced([Tally() for _ in exporters], chosen.problems)
    with progress_bar("tracing", chosen.size) as progress:
        for folder in _by_folder(chosen.sessions):
            for file in folder:
                is_read = collect_file(file, exporters, Closing(time.time_ns(), idle))
                done.unreadable += not is_read
                if progress is not None:
                    progress(file.size)
            _deliver(exporters, done)
        closing = Closing(time.time_ns(), idle)
        done.unreadable += collect_lost(chosen.lost, exporters, closing)
        # Whoever asked for some turns does not get others that wait from before.
        is_part = bool(asked["sessions"] or asked["since"])
        _deliver(exporters, done, found_only=is_part)
    return done


def _deliver(exporters: list[Exporter], done: _Synced, *, found_only: bool = True) -> None:
    for exporter, tally in zip(exporters, done.tallies, strict=True):
        tally.add(exporter.deliver(found_only=found_only))


def _by_folder(sessions: Iterable[SessionFile]) -> list[list[SessionFile]]:
    """Put sessions together that may hold copies of one another, the oldest first."""
    folders: dict[Path, list[SessionFile]] = {}
    for file in sorted(sessions, key=lambda one: (one.modified, one.id)):
        folders.setdefault(file.path.parent, []).append(file)
    return list(folders.values())


def _tell(options: Options, sinks: list[Sink], done: _Synced) -> int:
    rows = [_row(sink, tally) for sink, tally in zip(sinks, done.tallies, strict=True)]
    document = TraceSyncDocument(
        turns=sum(row.turns for row in rows),
        sent=sum(row.sent for row in rows),
        unchanged=sum(row.unchanged for row in rows),
        copies=sum(row.copies for row in rows),
        failed=sum(row.failed for row in rows),
        waiting=sum(row.waiting for row in rows),
        sinks=rows,
    )
    if options.json:
        print_json(document)
    else:
        for row in rows:
            print_text(_sentence(row))
    for row in rows:
        if row.error is not None:
            note(f"{row.error}. What was not sent waits: run the same command again when that is "
                 "mended. 'steno trace status' shows what waits.")  # fmt: skip
        elif row.failed:
            note(f"{row.sink} refused {count(row.failed, 'turn')} for what they are: 'steno trace "
                 "status' says why, and --retry tries them again.")  # fmt: skip
    return 1 if document.failed or done.unreadable else 0


def _row(sink: Sink, tally: Tally) -> SinkRow:
    return SinkRow(
        sink=sink.name,
        turns=tally.turns,
        sent=tally.sent,
        unchanged=tally.unchanged,
        copies=tally.copies,
        failed=tally.failed,
        waiting=tally.waiting,
        error=None if tally.problem is None else problem_words(sink, tally.problem),
    )


def _sentence(row: SinkRow) -> str:
    parts = [
        f"{figure(number)} {word}"
        for number, word in (
            (row.sent, "sent"), (row.unchanged - row.copies, "there already"),
            (row.failed, "not sent"), (row.waiting, "not over yet"),
            (row.copies, "copies of turns in other sessions"),
        )
        if number
    ]  # fmt: skip
    return f"{row.sink}: {', '.join(parts) or 'no turn to send'}."
