"""``steno stats``: the inventory tables of sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from steno.analyse.census import CensusTaker, SessionStats, TotalStats
from steno.cli.options import Options, with_options
from steno.cli.output import (
    PLAIN_TABLES,
    Table,
    amount,
    figure,
    identity,
    note,
    print_json,
    print_table,
    progress_bar,
)
from steno.cli.selection import no_sessions, passed_over, select
from steno.cli.summary_document import SummaryRow, summary_row
from steno.errors import FileChangedError, UnreadableFileError
from steno.session.check_file import MOST_LINKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.analyse.census import Census
    from steno.analyse.summary import SessionSummary
    from steno.cli.output import Cell, Row
    from steno.cli.selection import Selection
    from steno.disk.discover import SessionFile
    from steno.session.tokens import TokenCount

MOST_TYPES: Final = 7
"""Types of entries that have a column of their own, the most frequent ones."""
_OWN_COLUMNS: Final = frozenset(
    {"session", "lines", "bad", "prompts", "tools", "agents", "size", "versions"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsDocument:
    """What ``steno stats --json`` prints."""

    schema: str = "steno.stats/1"
    sessions: list[SessionStats]
    totals: TotalStats
    summary: SummaryRow | None = None
    """What a closer look tells of the only SESSION that was named; null where there are others,
    and where it has too many lines for that."""


@click.command(
    "stats", short_help="Count what sessions hold: entries, prompts, tools, tokens.",
    epilog=PLAIN_TABLES,
)  # fmt: skip
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@with_options
def command(options: Options, sessions: tuple[str, ...]) -> int:
    """Count what sessions hold: entries, prompts, tools, stop reasons, blocks, tokens.

    Without a SESSION all sessions of the home are counted. Of a single one are also told its
    cost, where its time went, and what tools did to which files.

    Prompts are the turns that a person opened, tools the calls of tools, agents the sub-agents
    that have a file of their own.

    The tokens of an API message are counted once, however many lines, sub-agents and forks carry
    a copy of it.
    """
    chosen = select(options, sessions)
    census = _count(chosen)
    summary = None
    if len(sessions) == 1 and census.sessions and census.totals.lines <= MOST_LINKED:
        summary = _summarise(chosen.sessions[0], options)
    if options.json:
        row = None if summary is None else summary_row(summary)
        print_json(StatsDocument(sessions=census.sessions, totals=census.totals, summary=row))
    elif census.sessions:
        _print(census)
        if summary is not None:
            _print_closely(summary)
    if not census.sessions:
        note(no_sessions(options.homes))
    return 0


def _count(chosen: Selection) -> Census:
    with progress_bar("counting", chosen.size) as progress:
        taker = CensusTaker(progress=progress, complain=passed_over)
        return taker.count(chosen.sessions, chosen.lost)


def _summarise(file: SessionFile, options: Options) -> SessionSummary | None:
    from steno.analyse.cost import Prices
    from steno.analyse.summary import summarise
    from steno.session.session import load_file

    try:
        return summarise(load_file(file), Prices.configured(options.config))
    except (UnreadableFileError, FileChangedError) as error:
        passed_over(error)
        return None


def _print(census: Census) -> None:
    totals = census.totals
    print_table(_tokens(census))
    print_table(_inventory(census))
    print_table(_counted("Stop reasons", totals.stop_reasons, "reason", "assistant lines"))
    print_table(_counted("Content blocks", totals.content_blocks, "block", "count"))


def _print_closely(summary: SessionSummary) -> None:
    from steno.cli.summary_tables import summary_tables

    for table in summary_tables(summary):
        print_table(table)


def _inventory(census: Census) -> Table:
    # A type of entry may have any name; the columns of ours stay ours.
    kinds = [kind for kind in census.totals.types if kind not in _OWN_COLUMNS][:MOST_TYPES]
    columns = ["session", "lines", "bad", *kinds, "prompts", "tools", "agents", "size", "versions"]
    counted: list[SessionStats | TotalStats] = [*census.sessions, census.totals]
    return Table(
        "Sessions",
        columns,
        [_inventory_cells(row, kinds) for row in counted],
        right=frozenset(columns) - {"session", "versions"},
        most={"versions": 18},
        drop=[*kinds[:1:-1], "versions", "size", "agents", *kinds[1::-1]],
        summed=True,
    )


def _inventory_cells(row: SessionStats | TotalStats, kinds: Sequence[str]) -> Row:
    return [
        _name(row),
        figure(row.lines),
        figure(row.bad_lines, blank=True),
        *(figure(row.types.get(kind, 0)) for kind in kinds),
        figure(row.human_turns),
        figure(row.tool_uses),
        figure(row.subagents, blank=True),
        amount(row.bytes),
        _span(list(row.versions)),
    ]


def _name(row: SessionStats | TotalStats) -> str | Cell:
    return identity(row.id) if isinstance(row, SessionStats) else f"all {row.sessions}"


def _span(versions: list[str]) -> str:
    if not versions:
        return ""
    return versions[0] if len(versions) == 1 else f"{versions[0]} +{len(versions) - 1}"


def _counted(title: str, counts: dict[str, int], name: str, number: str) -> Table:
    rows: list[Row] = [[key, figure(times)] for key, times in counts.items()]
    return Table(title, [name, number], rows, frozenset({number}), wide={name: 32})


def _tokens(census: Census) -> Table:
    totals = census.totals
    own = (totals.api_messages, *_figures(totals.usage))
    agents = (totals.subagents_api_messages, *_figures(totals.subagents_usage))
    both = tuple(map(sum, zip(own, agents, strict=True)))
    rows: list[Row] = [
        [label, *map(figure, figures)]
        for label, figures in (("sessions", own), ("sub-agents", agents), ("total", both))
    ]
    columns = ["of", "messages", "input tokens", "output tokens", "cache write", "cache read"]
    return Table(
        "Tokens, each API message once",
        columns,
        rows,
        right=frozenset(columns[1:]),
        drop=["cache write", "messages", "input tokens"],
        summed=True,
    )


def _figures(usage: TokenCount) -> tuple[int, int, int, int]:
    return (
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
    )
