"""``steno list``: the sessions, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.rows import SessionRow, build_row
from steno.cli.clock import local_time, shown
from steno.cli.options import Options, with_options
from steno.cli.output import Table, count, note, print_json, print_table, progress_bar, size
from steno.cli.selection import all_sessions, live_ids, no_sessions, passed_over
from steno.disk.discover import newest_sessions_first
from steno.errors import UnreadableFileError
from steno.format.entry import parse_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steno.disk.discover import Home, SessionFile

DEFAULT_LIMIT: Final = 30
_DAY: Final = click.DateTime(["%Y-%m-%d"])
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)

_ORDERS: Final[dict[str, Callable[[SessionRow], datetime | int]]] = {
    "ended": lambda row: _moment(row.ended) or _LONG_AGO,
    "started": lambda row: _moment(row.started) or _LONG_AGO,
    "size": lambda row: row.bytes,
    "tokens": lambda row: row.output_tokens,
    "messages": lambda row: row.api_messages,
    "tools": lambda row: row.tool_calls,
}


@dataclass(frozen=True, slots=True)
class Request:
    """Which sessions are wanted, in which order, and how many."""

    project: str | None
    branch: str | None
    title: str | None
    since: datetime | None
    until: datetime | None
    live: bool
    sort: str
    reverse: bool
    limit: int | None
    all_: bool

    def wants(self, row: SessionRow) -> bool:
        """Say whether a session passes all filters."""
        return (
            _has(row.project, self.project)
            and _has(row.title, self.title)
            and (self.branch is None or row.branch == self.branch)
            and (not self.live or row.live)
            and self._wants_time(row)
        )

    def _wants_time(self, row: SessionRow) -> bool:
        began, ended = _moment(row.started), _moment(row.ended)
        if self.since is not None and (ended is None or ended.date() < self.since.date()):
            return False
        return self.until is None or (began is not None and began.date() <= self.until.date())

    def most(self, options: Options) -> int | None:
        """Say how many rows are wanted; None for all."""
        if self.all_:
            return None
        return self.limit or options.config.get("list.limit") or DEFAULT_LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDocument:
    """What ``steno list --json`` prints."""

    schema: str = "steno.list/1"
    sessions: list[SessionRow]
    total: int
    """How many sessions there are, shown or not."""


@click.command("list")
@click.option("--project", metavar="TEXT", help="Only sessions whose project path has this in it.")
@click.option("--branch", metavar="NAME", help="Only sessions on this branch.")
@click.option("--title", metavar="TEXT", help="Only sessions whose title has this in it.")
@click.option("--since", type=_DAY, metavar="YYYY-MM-DD", help="Only if it ended then or later.")
@click.option("--until", type=_DAY, metavar="YYYY-MM-DD", help="Only if it began then or before.")
@click.option("--live", is_flag=True, help="Only sessions that a running client holds.")
@click.option(
    "--sort", type=click.Choice(["modified", *_ORDERS]), default="modified", show_default=True,
    help="The order, largest or newest first.",
)  # fmt: skip
@click.option("--reverse", is_flag=True, help="Turn the order round.")
@click.option("-n", "--limit", type=click.IntRange(min=1), help="How many; 30 unless configured.")
@click.option("--all", "all_", is_flag=True, help="All of them.")
@with_options
def command(options: Options, **asked: Any) -> int:
    """List sessions: title, project, branch, times, tools, tokens, size, sub-agents.

    Times and days are in UTC.
    """
    request = Request(**asked)
    sessions = newest_sessions_first(all_sessions(options.homes))
    rows = _chosen_rows(request, sessions, options)
    if options.json:
        print_json(ListDocument(sessions=rows, total=len(sessions)))
    elif rows:
        print_table(table_of(rows))
        if len(rows) < len(sessions):
            note(f"{len(rows)} of {len(sessions)} sessions; --all shows all that fit.")
    if not rows and sessions:
        note("steno: no session fits; loosen the filters.")
    elif not rows:
        note(no_sessions(options.homes))
    return 0 if rows else 1


def _chosen_rows(
    request: Request, sessions: list[SessionFile], options: Options
) -> list[SessionRow]:
    most = request.most(options)
    if request.sort == "modified":
        # The files' times give the order, so reading can stop early.
        ordered = sessions[::-1] if request.reverse else sessions
        return list(_rows(ordered, options.homes, request, most))
    rows = list(_rows(sessions, options.homes, request, None))
    rows.sort(key=_ORDERS[request.sort], reverse=not request.reverse)
    return rows[:most]


def _rows(
    sessions: list[SessionFile], homes: tuple[Home, ...], request: Request, most: int | None
) -> Iterator[SessionRow]:
    live = live_ids(homes)
    found = 0
    with progress_bar("reading", sum(session.size for session in sessions[:most])) as progress:
        for session in sessions:
            try:
                row = build_row(session, live, progress)
            except UnreadableFileError as error:
                passed_over(error)
                continue
            if request.wants(row):
                yield row
                found += 1
                if found == most:
                    return


def _has(value: str | None, part: str | None) -> bool:
    return part is None or part.casefold() in (value or "").casefold()


def _moment(stamp: str | None) -> datetime | None:
    """Read a time of a row, in the reader's zone: days are the reader's days."""
    return local_time(None if stamp is None else parse_time(stamp))


def table_of(rows: list[SessionRow]) -> Table:
    """Draw rows for a person."""
    columns = (
        "session", "ended", "title", "project", "branch", "tools", "output", "size", "agents",
    )  # fmt: skip
    several_homes = len({row.home for row in rows}) > 1
    return Table(
        "",
        ["home", *columns] if several_homes else columns,
        [[row.home or "", *_cells(row)] if several_homes else _cells(row) for row in rows],
        right=frozenset({"tools", "output", "size", "agents"}),
        wide={"title": 3, "project": 1},
    )


def _cells(row: SessionRow) -> list[str]:
    return [
        row.id[:8] + ("*" if row.live else ""),
        shown(row.ended),
        row.title or "(no prompt)",
        _end_of_path(row.project),
        row.branch or "",
        count(row.tool_calls),
        count(row.output_tokens),
        size(row.bytes),
        str(row.subagents or ""),
    ]


def _end_of_path(path: str | None) -> str:
    """Give the last two folders of a path, of whichever system it is."""
    parts = (path or "").replace("\\", "/").rstrip("/").split("/")
    return "/".join(parts[-2:])
