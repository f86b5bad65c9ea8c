"""``steno tools``: the tool calls of a session or of a whole home, with results and durations."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import click

from steno.analyse.files import FileSum, FileSums
from steno.analyse.tools import ToolSum, ToolSums
from steno.cli.call_search import CallFilter, CallSearch
from steno.cli.days import as_day
from steno.cli.long_json import print_long_json
from steno.cli.masking import reveal_option, shield_value
from steno.cli.options import Options, with_options
from steno.cli.output import PLAIN_TABLES, note, print_table
from steno.cli.selection import live_ids, no_sessions, passed_over, select
from steno.cli.tool_rows import (
    CallRow,
    call_cells,
    call_row,
    showable,
    table_of_calls,
    table_of_files,
    table_of_tools,
)
from steno.session.all_calls import read_calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.session.all_calls import CallRecords, FoundCall

DEFAULT_LIMIT: Final = 50
"""How many calls of a home are listed unless more are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsDocument:
    """What ``steno tools --json`` prints."""

    schema: str = "steno.tools/1"
    session: str | None = None
    """The session that was asked for; null for all of the home."""
    calls: list[CallRow] = field(default_factory=list)
    """Empty with ``--summary`` and ``--files``."""
    tools: list[ToolSum] = field(default_factory=list)
    """What the calls add up to, by tool."""
    files: list[FileSum] = field(default_factory=list)
    """What the calls add up to, by the file that they read or changed."""
    total: int = 0
    """How many calls these are."""
    cut: bool = False
    """Whether there may be more that fit than were asked for."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which calls are wanted, how many, and how they are to look."""

    session: str | None
    wanted: CallFilter
    limit: int | None
    all_: bool
    summary: bool
    files: bool

    @property
    def summed(self) -> bool:
        """Say whether single calls are left out."""
        return self.summary or self.files

    def most(self, options: Options) -> int | None:
        """Say how many calls are wanted; None for all."""
        if self.limit is not None and not self.all_:
            return self.limit
        is_whole = self.session is not None or options.json or self.summed or self.all_
        return None if is_whole else DEFAULT_LIMIT


@click.command(
    "tools", short_help="List tool calls: on what, how it went, how long.", epilog=PLAIN_TABLES
)
@click.argument("session", required=False)
@click.option(
    "--name", "names", multiple=True, metavar="NAME",
    help="Only calls of this tool; may be repeated, and hold stars: 'mcp__*'.",
)  # fmt: skip
@click.option("--errors", is_flag=True, help="Only calls that failed, were refused or stopped.")
@click.option(
    "--slow", type=click.IntRange(min=0), metavar="MS",
    help="Only calls that took so many milliseconds or more.",
)  # fmt: skip
@click.option("--since", callback=as_day, metavar="DAY", help="Only calls of then or later.")
@click.option("--until", callback=as_day, metavar="DAY", help="Only calls of then or before.")
@click.option("--project", metavar="TEXT", help="Only sessions whose project path has this in it.")
@click.option(
    "--agents/--no-agents", default=True,
    help="With the calls of sub-agents (the default), or without.",
)  # fmt: skip
@click.option(
    "-n", "--limit", type=click.IntRange(min=1),
    help=f"How many, the newest; of a home {DEFAULT_LIMIT}, else and with --json all.",
)  # fmt: skip
@click.option("--all", "all_", is_flag=True, help="All of them.")
@click.option("--summary", is_flag=True, help="Sum up by tool: calls, errors, times, output.")
@click.option("--files", is_flag=True, help="Sum up by file: how often it was read and changed.")
@reveal_option
@with_options
def command(options: Options, session: str | None, **asked: Any) -> int:
    """List tool calls: what was called on what, how it went, how long it took.

    Of a SESSION in the order of time; without one of the whole home, the newest first, where
    a call that forks hold copies of is listed once. The calls of sub-agents belong to the
    turn in which the sub-agent was begun.

    A DAY is 2026-05-31, today, yesterday, 7d (seven days ago) or 2w (two weeks ago), and
    local. With --json each call comes with its whole input and result.

    Exit code 1 if there are filters and no call fits.
    """
    own = {key: asked.pop(key) for key in ("limit", "all_", "summary", "files")}
    request = Request(session, CallFilter(**asked), **own)
    selection = select(options, () if session is None else (session,))
    search = CallSearch(request.wanted, request.most(options))
    search.read(selection, strict=session is not None)
    name = None if session is None else selection.sessions[0].id
    listing = _Listing(search.newest_first if name is None else search.oldest_first, options)
    if options.json:
        _print_document(ToolsDocument(session=name, cut=search.is_cut), listing, request)
    elif search.found:
        _print_tables(listing, request)
    if not search.found:
        has_sessions = bool(selection.sessions or selection.lost)
        note(_nothing(request) if has_sessions else no_sessions(options.homes))
    elif search.is_cut:
        note(_cut(request, len(search.found)))
    return 0 if search.found or request.wanted.is_open else 1


class _Listing:
    """The calls that were found, read and summed up as they are shown."""

    def __init__(self, found: Sequence[FoundCall], options: Options) -> None:
        self._found = found
        self._options = options
        self.tools = ToolSums()
        self.files = FileSums()
        self.total = 0

    def rows(self) -> Iterator[CallRow]:
        """Read the calls one after the other."""
        live = live_ids(self._options.homes)
        return (_shielded(call_row(records, live)) for records in self._read())

    def sum_up(self) -> None:
        """Read the calls only to sum them up."""
        for _ in self._read():
            pass

    def _read(self) -> Iterator[CallRecords]:
        for records in read_calls(self._found, passed_over):
            call = records.call
            self.tools.see(call, showable(call.result))
            self.files.see(call, call.input, call.structured)
            self.total += 1
            yield records


def _shielded(row: CallRow) -> CallRow:
    shown = {
        key: shield_value(getattr(row, key)) for key in ("input", "result", "title", "summary")
    }
    return replace(row, **shown)


def _print_document(document: ToolsDocument, listing: _Listing, request: Request) -> None:
    """Print the document as it grows: all results of a home may be more than memory holds."""
    if request.summed:
        listing.sum_up()
    head = {"schema": document.schema, "session": document.session}
    rows = () if request.summed else listing.rows()
    print_long_json(
        head,
        "calls",
        rows,
        lambda: {
            "tools": listing.tools.sums(),
            "files": listing.files.sums(),
            "total": listing.total,
            "cut": document.cut,
        },
    )


def _print_tables(listing: _Listing, request: Request) -> None:
    if not request.summed:
        # Of each call only the cells are kept: results may be large.
        cells = [call_cells(row) for row in listing.rows()]
        if cells:
            print_table(table_of_calls(cells, one_session=request.session is not None))
        return
    listing.sum_up()
    if request.summary:
        print_table(table_of_tools(listing.tools.sums()))
    files = listing.files.sums() if request.files else []
    if files:
        print_table(table_of_files(files))
    elif request.files:
        note("steno: none of these calls read or changed a file.")


def _nothing(request: Request) -> str:
    if not request.wanted.is_open:
        return "steno: no tool call fits; loosen the filters."
    return (
        f"steno: no tool was called in {'the home' if request.session is None else 'this session'}."
    )


def _cut(request: Request, number: int) -> str:
    fit = "" if request.wanted.is_open else " that fit"
    calls = "call" if number == 1 else f"{number:,} calls"
    return f"The newest {calls}{fit}; --all shows all{fit}."
