"""``steno history``: what was typed, and in which session."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.clock import iso, local_time
from steno.cli.days import as_day
from steno.cli.masking import reveal_option, shield
from steno.cli.options import Options, with_options
from steno.cli.output import (
    WIDEST_FOLDER,
    Table,
    folder,
    identity,
    moment,
    note,
    print_json,
    print_table,
)
from steno.disk.history import HistoryInput, read_history
from steno.disk.layout import history_path
from steno.format.finding import Finding  # noqa: TC001 - schema

if TYPE_CHECKING:
    from steno.cli.output import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """One input of the user."""

    display: str
    timestamp: str | None
    project: str | None
    session: str | None


DEFAULT_LIMIT: Final = 50
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryDocument:
    """What ``steno history --json`` prints."""

    schema: str = "steno.history/1"
    inputs: list[InputRow]
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Request:
    """Which inputs are wanted, and how many."""

    words: tuple[str, ...]
    project: str | None
    session: str | None
    since: date | None
    limit: int | None
    all_: bool

    @property
    def filtered(self) -> bool:
        """Say whether any input could be left out for what it is."""
        return any((self.words, self.project, self.session)) or self.since is not None

    def wants(self, one: HistoryInput) -> bool:
        """Say whether an input passes all filters."""
        text = one.display.casefold()
        return (
            all(word.casefold() in text for word in self.words)
            and (self.project is None or self.project.casefold() in (one.project or "").casefold())
            and (self.session is None or (one.session_id or "").startswith(self.session))
            and self._wants_time(one)
        )

    def _wants_time(self, one: HistoryInput) -> bool:
        when = local_time(one.timestamp)
        return self.since is None or (when is not None and when.date() >= self.since)


@click.command("history", short_help="Search what you typed, and jump to its session.")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--project", metavar="TEXT", help="Only inputs in projects with this in the path.")
@click.option("--session", metavar="ID", help="Only inputs of the session whose id begins so.")
@click.option("--since", callback=as_day, metavar="DAY", help="Only inputs of then or later.")
@click.option(
    "-n", "--limit", type=click.IntRange(min=1),
    help=f"How many, the newest first; {DEFAULT_LIMIT}, or with --json all.",
)  # fmt: skip
@click.option("--all", "all_", is_flag=True, help="All of them.")
@reveal_option
@with_options
def command(options: Options, **asked: Any) -> int:
    """Search what you typed (history.jsonl), newest first, and jump to its session.

    All WORDs have to occur, in any order and case. 'steno show ID' opens the session.

    A DAY is 2026-05-31, today, yesterday, 7d (seven days ago) or 2w (two weeks ago).
    Times and days are local ones.
    """
    request = Request(**asked)
    findings: list[Finding] = []
    total, fitting = 0, []
    for home in options.homes:
        for one in read_history(history_path(home.path), findings):
            total += 1
            if request.wants(one):
                # Only the row is kept: what was pasted may be large.
                fitting.append((one.timestamp or _LONG_AGO, _row(one)))
    fitting.sort(key=lambda pair: pair[0], reverse=True)
    most = None if request.all_ else request.limit or (None if options.json else DEFAULT_LIMIT)
    rows = [row for _, row in fitting[:most]]
    if options.json:
        print_json(HistoryDocument(inputs=rows, findings=findings))
    elif rows:
        print_table(_table(rows))
        if len(rows) < len(fitting):
            fit = " that fit" if request.filtered else ""
            note(f"{len(rows)} of {len(fitting)} inputs{fit}; --all shows all.")
    if findings:
        lines = "1 line" if len(findings) == 1 else f"{len(findings)} lines"
        note(f"steno: {lines} of the history could not be read.")
    if not rows:
        where = ", ".join(str(home.path) for home in options.homes)
        nothing = f"there is no history in {where} yet."
        note(f"steno: {'nothing in the history fits.' if total else nothing}")
    return 0 if rows else 1


def _row(one: HistoryInput) -> InputRow:
    return InputRow(
        display=shield(one.display or ""),
        timestamp=iso(one.timestamp),
        project=one.project,
        session=one.session_id,
    )


def _table(rows: list[InputRow]) -> Table:
    cells: list[Row] = [
        [moment(row.timestamp), identity(row.session), folder(row.project), row.display]
        for row in rows
    ]
    return Table(
        "",
        ["when", "session", "project", "input"],
        cells,
        wide={"input": 32},
        most={"input": 80, "project": WIDEST_FOLDER},
        drop=["project"],
    )
