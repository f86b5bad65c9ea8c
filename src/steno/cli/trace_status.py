"""``steno trace status``: what every sink has, what waits for it, and why."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import click

from steno.cli.options import Options, with_options
from steno.cli.output import Cell, Table, figure, identity, moment, note, print_json, print_table
from steno.cli.terminal import clean

if TYPE_CHECKING:
    from steno.store.outbox import BoxCount, BoxRow, Outbox
    from steno.trace.sinks import Sink

_NOWHERE: Final = {"otlp": "an address that was given with --otlp"}
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
    """null for one that is no longer set up."""
    profile: str | None
    sent: int
    waiting: int
    failed: int
    error: str | None
    """What is wrong with its settings; null where nothing is."""
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

    Exit codes: 0 nothing waits, 1 something waits or failed, 2 wrong use or an error.
    """
    from steno.store.database import open_state
    from steno.store.outbox import Outbox
    from steno.trace.spool import Spool

    state = open_state(options.data)
    if state is None:
        found = _statuses(options, None)
    else:
        with state:
            found = _statuses(options, Outbox(state))
    spooled = Spool().has_lines
    if options.json:
        print_json(TraceStatusDocument(sinks=found, spooled=spooled))
    else:
        _print(found, is_spooled=spooled)
    return 1 if any(one.waiting or one.failed for one in found) else 0


def _statuses(options: Options, box: Outbox | None) -> list[SinkStatus]:
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
        found.append(_status(sink.name, sink, counts.pop(sink_key(sink), None), box))
    found += [_status(one.sink, None, one, box) for one in counts.values()]
    return found


def _broken(name: str, error: str) -> SinkStatus:
    return SinkStatus(
        sink=name, url=None, profile=None, sent=0, waiting=0, failed=0, error=error, unsent=[]
    )


def _status(name: str, sink: Sink | None, count: BoxCount | None, box: Outbox | None) -> SinkStatus:
    rows = () if box is None or count is None else box.unsent(count.sink, MOST_UNSENT)
    return SinkStatus(
        sink=name.partition(":")[0],
        url=None if sink is None else sink.url,
        profile=None if sink is None else sink.profile,
        sent=0 if count is None else count.sent,
        waiting=0 if count is None else count.waiting,
        failed=0 if count is None else count.failed,
        error=None,
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
        note("There is no sink yet: 'steno trace sync --help' says how to name one.")
        return
    rows: list[list[str | Cell]] = [
        [one.sink, one.profile or "", figure(one.sent), figure(one.waiting), figure(one.failed),
         clean(one.error or one.url or _NOWHERE.get(one.sink, "no longer set up"))]
        for one in found
    ]  # fmt: skip
    columns = ("sink", "profile", "sent", "waiting", "failed", "where")
    print_table(Table("", columns, rows, right=frozenset({"sent", "waiting", "failed"})))
    for one in found:
        if one.unsent:
            _print_unsent(one)
    if is_spooled:
        note("Hooks have told of turns that are not looked at yet: 'steno trace sync' does so.")


def _print_unsent(status: SinkStatus) -> None:
    rows: list[list[str | Cell]] = [
        [identity(row.session), "" if row.turn is None else str(row.turn), row.state,
         figure(row.attempts), moment(row.changed), clean(row.error or "not tried yet")]
        for row in status.unsent
    ]  # fmt: skip
    columns = ("session", "turn", "state", "attempts", "since", "why")
    print_table(
        Table(f"Not sent to {status.sink}", columns, rows, right=frozenset({"turn", "attempts"}))
    )
