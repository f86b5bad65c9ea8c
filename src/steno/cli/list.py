"""``steno list``: the sessions, newest first."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import click

from steno.analyse.cost import Prices
from steno.catalog.lineage import origins_in
from steno.catalog.rows import Closely, Glance, SessionRow, glance
from steno.cli.clock import iso, local_time
from steno.cli.days import as_day
from steno.cli.masking import reveal_option, shield
from steno.cli.options import Options, with_options
from steno.cli.output import (
    PLAIN_TABLES,
    UNKNOWN,
    WIDEST_FOLDER,
    Cell,
    Table,
    amount,
    figure,
    folder,
    identity,
    moment,
    money,
    note,
    print_json,
    print_table,
    progress_bar,
)
from steno.cli.selection import all_sessions, lineage_unknown, live_ids, no_sessions, passed_over
from steno.disk.discover import newest_sessions_first
from steno.errors import UnreadableFileError
from steno.format.entry import parse_time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from steno.disk.discover import Home, SessionFile

DEFAULT_LIMIT: Final = 30
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)

_ORDERS: Final[dict[str, Callable[[SessionRow], datetime | int | Decimal]]] = {
    "ended": lambda row: _moment(row.ended) or _LONG_AGO,
    "started": lambda row: _moment(row.started) or _LONG_AGO,
    "size": lambda row: row.bytes,
    "tokens": lambda row: row.output_tokens,
    "messages": lambda row: row.api_messages,
    "tools": lambda row: row.tool_calls,
    "turns": lambda row: row.turns,
    "cost": lambda row: Decimal(row.cost_usd or 0),
}
_COLUMNS: Final = {"tokens": "tokens out", "turns": "prompts"}
"""The columns of orders that are named otherwise."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which sessions are wanted, in which order, and how many."""

    words: tuple[str, ...]
    project: str | None
    branch: str | None
    title: str | None
    since: date | None
    until: date | None
    live: bool
    sort: str
    reverse: bool
    limit: int | None
    all_: bool

    @property
    def filtered(self) -> bool:
        """Say whether any session could be left out for what it is."""
        texts = (self.words, self.project, self.branch, self.title)
        return any(texts) or self.live or self.since is not None or self.until is not None

    def wants(self, row: SessionRow) -> bool:
        """Say whether a session passes all filters."""
        return (
            _has(row.project, self.project)
            and _has(row.title, self.title)
            and _has(row.branch, self.branch)
            and (not self.live or row.live)
            and self._wants_time(row)
            and all(_in_any((row.title, row.project, row.branch), word) for word in self.words)
        )

    def _wants_time(self, row: SessionRow) -> bool:
        began, ended = _moment(row.started), _moment(row.ended)
        if self.since is not None and (ended is None or ended.date() < self.since):
            return False
        return self.until is None or (began is not None and began.date() <= self.until)

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


@dataclass(slots=True)
class Chosen:
    """The sessions that are listed."""

    closely: Closely | None
    """Looks closely at each of them; None where a glance is enough for now."""
    rows: list[SessionRow] = field(default_factory=list)
    modified: dict[str, datetime] = field(default_factory=dict)
    """When the file at each path was last written to."""
    is_cut: bool = False
    """Whether there may be more of them."""


@click.command(
    "list", short_help="List sessions: what, where, when, prompts, tokens, cost.",
    epilog=PLAIN_TABLES,
)  # fmt: skip
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--project", metavar="TEXT", help="Only sessions whose project path has this in it.")
@click.option("--branch", metavar="TEXT", help="Only sessions whose branch has this in it.")
@click.option("--title", metavar="TEXT", help="Only sessions whose title has this in it.")
@click.option("--since", callback=as_day, metavar="DAY", help="Only if it ended then or later.")
@click.option("--until", callback=as_day, metavar="DAY", help="Only if it began then or before.")
@click.option("--live", is_flag=True, help="Only sessions that a running client holds.")
@click.option(
    "--sort", type=click.Choice(["modified", *_ORDERS]), default="modified", show_default=True,
    help="The order, largest or newest first; 'modified' is the time of the file.",
)  # fmt: skip
@click.option("--reverse", is_flag=True, help="Turn the order round.")
@click.option("-n", "--limit", type=click.IntRange(min=1), help="How many; 30 unless configured.")
@click.option("--all", "all_", is_flag=True, help="All of them.")
@reveal_option
@with_options
def command(options: Options, **asked: Any) -> int:
    """List sessions: title, project, branch, times, prompts, tools, tokens, cost, size, links.

    All WORDs have to occur in the title, project or branch, in any case.

    A DAY is 2026-05-31, today, yesterday, 7d (seven days ago) or 2w (two weeks ago).
    Times and days are local ones. A star marks a session that a running client holds, < one
    that is a fork or clone of another, + one that goes on from another, and ~ one that an edit
    such as trim made of another. Prompts are the turns that a
    person opened, tools the calls of tools, tokens out the output tokens. All figures are those
    of the session's own file; agents are the sub-agents that have a file of their own.

    Exit code 1 if no session fits.
    """
    request = Request(**asked)
    sessions = newest_sessions_first(all_sessions(options.homes))
    prices = Prices.configured(options.config)
    chosen = _choose(
        request, sessions, options, Closely(prices, origins_in(options.data, lineage_unknown))
    )
    rows = chosen.rows
    if options.json:
        print_json(ListDocument(sessions=list(map(masked_row, rows)), total=len(sessions)))
    elif rows:
        print_table(table_of(rows, chosen.modified, request.sort))
        if sys.stdout.isatty() and (told := legend(rows)):
            note(told)
        if told := _footnote(request, chosen, len(sessions)):
            note(told)
        if told := without_price(rows, sorted(prices.unknown)):
            note(told)
    if not rows and sessions:
        note("steno: no session fits; loosen the filters.")
    elif not rows:
        note(no_sessions(options.homes))
    return 0 if rows else 1


def masked_row(row: SessionRow) -> SessionRow:
    """Mask the secrets of a row that a program gets."""
    title, branch = (shield(text or "") or None for text in (row.title, row.branch))
    return replace(row, title=title, branch=branch)


def legend(rows: Sequence[SessionRow]) -> str:
    """Say what the marks behind the ids mean, those that occur; nothing where none does."""
    seen = {mark for row in rows for mark in _marks(row)}
    told = [f"{mark} {meaning}" for mark, meaning in _MEANINGS.items() if mark in seen]
    return f"Marks: {', '.join(told)}." if told else ""


def _footnote(request: Request, chosen: Chosen, total: int) -> str:
    """Say how many there are besides those shown; nothing where these are all."""
    number = len(chosen.rows)
    if chosen.is_cut and request.filtered:
        return f"The first {number} that fit (of {total} sessions); --all shows all that fit."
    if chosen.is_cut:
        return f"{number} of {total} sessions; --all shows all."
    if request.filtered and number < total:
        return f"{number} {'session fits' if number == 1 else 'sessions fit'} (of {total})."
    return ""


def without_price(rows: Sequence[SessionRow], models: Sequence[str]) -> str:
    """Say why the cost of sessions is not known; nothing where it is."""
    if all(row.cost_usd is not None for row in rows):
        return ""
    return f"{UNKNOWN}: no certain price is known for {', '.join(models)}."


def _choose(
    request: Request, sessions: list[SessionFile], options: Options, closely: Closely
) -> Chosen:
    most = request.most(options)
    at_once = request.sort in ("modified", "cost")
    chosen = Chosen(closely if at_once else None)
    if request.sort == "modified":
        # The files' times give the order, so reading can stop early.
        ordered = sessions[::-1] if request.reverse else sessions
        _read(ordered, options.homes, request, most, chosen)
        return chosen
    _read(sessions, options.homes, request, None, chosen)
    chosen.rows.sort(key=_ORDERS[request.sort], reverse=not request.reverse)
    chosen.is_cut = most is not None and len(chosen.rows) > most
    del chosen.rows[most:]
    if not at_once:
        files = {str(session.path): session for session in sessions}
        chosen.rows = [closely.look(files[row.path], Glance(row)) for row in chosen.rows]
    return chosen


def _read(
    sessions: list[SessionFile],
    homes: tuple[Home, ...],
    request: Request,
    most: int | None,
    chosen: Chosen,
) -> None:
    live, closely = live_ids(homes), chosen.closely
    with progress_bar("reading", sum(session.size for session in sessions[:most])) as progress:
        for session in sessions:
            if len(chosen.rows) == most:
                chosen.is_cut = True
                return
            try:
                seen = glance(session, live, progress)
                if request.wants(seen.row):
                    row = seen.row if closely is None else closely.look(session, seen)
                    chosen.rows.append(row)
                    chosen.modified[row.path] = session.modified
            except UnreadableFileError as error:
                passed_over(error)


def _has(value: str | None, part: str | None) -> bool:
    return part is None or part.casefold() in (value or "").casefold()


def _in_any(values: Sequence[str | None], word: str) -> bool:
    return any(_has(value, word) for value in values)


def _moment(stamp: str | None) -> datetime | None:
    """Read a time of a row, in the reader's zone: days are the reader's days."""
    return local_time(None if stamp is None else parse_time(stamp))


def table_of(
    rows: Sequence[SessionRow],
    modified: Mapping[str, datetime] | None = None,
    sort: str = "modified",
) -> Table:
    """Put rows into a table that shows what they are sorted by.

    ``modified`` tells by path when each file was last written to; without it the time is that
    of the last entry.
    """
    made = [_cells(row, modified or {}, sort) for row in rows]
    columns = [*made[0]] if made else []
    if len({row.home for row in rows}) < 2:  # noqa: PLR2004 - to be told apart
        columns = [column for column in columns if column != "home"]
    drop = ("agents", "size", "branch", "tools", "tokens out", "prompts", "home", "project", "cost")
    return Table(
        "",
        columns,
        [[cells[column] for column in columns] for cells in made],
        right=frozenset({"messages", "prompts", "tools", "tokens out", "cost", "size", "agents"}),
        wide={"title": 26, "project": 12},
        most={"title": 72, "project": WIDEST_FOLDER, "branch": 18, "home": WIDEST_FOLDER},
        drop=[column for column in drop if column != _COLUMNS.get(sort, sort)],
        ends=frozenset({"project", "home"}),
    )


def _cells(row: SessionRow, modified: Mapping[str, datetime], sort: str) -> dict[str, str | Cell]:
    if sort == "modified" and modified:
        times = {"modified": moment(iso(modified.get(row.path)))}
    elif sort == "started":
        times = {"started": moment(row.started)}
    else:
        times = {"ended": moment(row.ended)}
    messages = {"messages": figure(row.api_messages)} if sort == "messages" else {}
    return {
        "home": folder(row.home),
        "session": identity(row.id, _marks(row)),
        **times,
        "title": _title(row),
        "project": folder(row.project),
        "branch": row.branch or "",
        **messages,
        "prompts": figure(row.turns, blank=True),
        "tools": figure(row.tool_calls),
        "tokens out": figure(row.output_tokens),
        "cost": money(row.cost_usd),
        "size": amount(row.bytes),
        "agents": figure(row.subagents, blank=True),
    }


_MEANINGS: Final = {
    "*": "open in a running client",
    "<": "a fork or clone of another",
    "+": "goes on from another",
    "~": "made of another by an edit",
}


def _title(row: SessionRow) -> Cell:
    """Give a title; of what an edit made a person also sees of which session."""
    title = row.title or "(no prompt)"
    if row.edited_by is None or row.edited_from is None:
        return Cell(title, title)
    return Cell(f"({row.edited_by} of {row.edited_from[:8]}) {title}", title)


def _marks(row: SessionRow) -> str:
    marks = {
        "*": row.live,
        "<": row.forked_from is not None,
        "+": row.continues is not None,
        "~": row.edited_from is not None and row.forked_from is None,
    }
    return "".join(mark for mark, holds in marks.items() if holds)
