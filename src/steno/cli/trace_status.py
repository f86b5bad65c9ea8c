"""``steno trace status``: what every sink has, what waits for it, and why."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import click

from steno.cli.options import Options, with_options
from steno.cli.output import Cell, Table, figure, identity, moment, note, print_json, print_table
from steno.cli.terminal import clean
from steno.store.known_sinks import KnownSink, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.store.outbox import BoxCount, BoxRow, Outbox

MOST_UNSENT: Final = 20
"""How many turns that wait are listed for each sink."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentRow:
    """A turn that a sink has not got."""

    trace: str
    session: str
    turn: int | None
    state: str
    """``waiting`` (it is tried again) or ``failed`` (the sink refused it for what it is)."""
    attempts: int
    error: str | None
    changed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SinkStatus:
    """What is known of a sink."""

    sink: str
    url: str | None
    """null where it cannot be told."""
    is_set_up: bool
    """Whether the configuration or the environment names it; false for what --otlp named."""
    profile: str | None
    sent: int
    waiting: int
    failed: int
    error: str | None
    """What is wrong with its settings, or why it took nothing; null where nothing is wrong."""
    tried: str | None
    """When it was last sent to."""
    unsent: list[UnsentRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceStatusDocument:
    """What ``steno trace status --json`` prints."""

    schema: str = "steno.trace.status/1"
    sinks: list[SinkStatus] = field(default_factory=list)
    spooled: bool
    """Whether hooks have told of turns that no exporter has looked at yet."""


@click.command("status", short_help="Say what every sink has, what waits, and why.")
@with_options
def command(options: Options) -> int:
    """Say how many turns every sink has, how many wait for it, and why.

    'steno trace sync' sends what waits. 'steno trace forget SINK' drops it, such as for an address
    that was wrong.

    Exit codes: 0 nothing waits, 1 something waits, failed or is set up wrongly, 2 wrong use or an
    error.
    """
    from steno.store.database import open_state
    from steno.store.known_sinks import KnownSinks
    from steno.store.outbox import Outbox
    from steno.trace.spool import Spool

    state = open_state(options.data)
    if state is None:
        found = _statuses(options, None, {})
    else:
        with state:
            found = _statuses(options, Outbox(state), KnownSinks(state).all())
    spooled = Spool().has_lines
    if options.json:
        print_json(TraceStatusDocument(sinks=found, spooled=spooled))
    else:
        _print(found, is_spooled=spooled)
    is_left = any(one.waiting or one.failed or one.error for one in found)
    return 1 if is_left or (spooled and found) else 0


def _statuses(
    options: Options, box: Outbox | None, known: Mapping[str, KnownSink]
) -> list[SinkStatus]:
    from steno.errors import StenoError
    from steno.trace.exporter import sink_key
    from steno.trace.sinks import sink_named, sink_names

    counts = {} if box is None else {one.sink: one for one in box.counts()}
    found: list[SinkStatus] = []
    for name in sink_names(options.config, os.environ):
        try:
            sink = sink_named(name, options.config, os.environ)
        except StenoError as error:
            found.append(_broken(name, str(error)))
            continue
        key = sink_key(sink)
        seen = known.get(key) or KnownSink(key, sink.url, sink.profile, None, None)
        found.append(_status(seen, counts.pop(key, None), box, is_set_up=True))
    for key, count in counts.items():
        found.append(_status(known.get(key), count, box, is_set_up=False))
    return found


def _broken(name: str, error: str) -> SinkStatus:
    return SinkStatus(
        sink=name, url=None, is_set_up=True, profile=None, sent=0, waiting=0, failed=0, error=error,
        tried=None, unsent=[],
    )  # fmt: skip


def _status(
    sink: KnownSink | None, count: BoxCount | None, box: Outbox | None, *, is_set_up: bool
) -> SinkStatus:
    rows = () if box is None or count is None else box.unsent(count.sink, MOST_UNSENT)
    key = sink.sink if sink is not None else count.sink if count is not None else ""
    return SinkStatus(
        sink=name_of(key),
        url=None if sink is None else sink.url,
        is_set_up=is_set_up,
        profile=None if sink is None else sink.profile,
        sent=0 if count is None else count.sent,
        waiting=0 if count is None else count.waiting,
        failed=0 if count is None else count.failed,
        error=None if sink is None else sink.problem,
        tried=None if sink is None else sink.tried_at,
        unsent=[_unsent(row) for row in rows],
    )


def _unsent(row: BoxRow) -> UnsentRow:
    return UnsentRow(
        trace=row.trace_id,
        session=row.session_id,
        turn=row.turn_number,
        state=row.state,
        attempts=row.attempts,
        error=row.last_error,
        changed=row.changed_at,
    )


def _print(found: list[SinkStatus], *, is_spooled: bool) -> None:
    if not found:
        note("There is no sink yet: 'steno trace --help' says how to name one.")
        return
    rows: list[list[str | Cell]] = [
        [one.sink, one.profile or "", figure(one.sent), figure(one.waiting), figure(one.failed),
         clean(one.url or "")]
        for one in found
    ]  # fmt: skip
    columns = ("sink", "profile", "sent", "waiting", "failed", "where")
    right = frozenset({"sent", "waiting", "failed"})
    print_table(Table("", columns, rows, right, {"where": 24}, drop=("profile",)))
    for one in found:
        _print_trouble(one)
    if is_spooled:
        note("Hooks have told of turns that are not looked at yet: 'steno trace sync' does so.")


def _print_trouble(status: SinkStatus) -> None:
    """Say what is wrong with a sink, and what to do about it."""
    name = f"{status.sink} ({status.url})" if status.url else status.sink
    if status.error:
        note(f"{name}: {clean(status.error)}")
    if status.unsent:
        _print_unsent(status)
    left = status.waiting + status.failed - len(status.unsent)
    if left > 0:
        note(f"… and {left:,} more for {status.sink}")
    if status.is_set_up and not status.sent and status.tried is None and not status.error:
        note(f"{name} was never sent to: 'steno trace sync' does so.")
    if status.failed:
        note(
            f"{status.sink} refused some for what they are: 'steno trace sync --retry' asks again."
        )
    if not status.is_set_up and status.waiting + status.failed:
        note(
            f"{name} is not set up: repeat the command with its address (--otlp), or 'steno trace "
            f"forget {status.sink}' drops what waits for it."
        )


def _print_unsent(status: SinkStatus) -> None:
    rows: list[list[str | Cell]] = [
        [identity(row.session), "" if row.turn is None else str(row.turn), row.state,
         figure(row.attempts), moment(row.changed), clean(row.error or "not tried yet")]
        for row in status.unsent
    ]  # fmt: skip
    columns = ("session", "turn", "state", "attempts", "since", "why")
    title, right = f"Not sent to {status.sink}", frozenset({"turn", "attempts"})
    print_table(
        Table(title, columns, rows, right, {"why": 24}, drop=("attempts", "since", "state"))
    )
