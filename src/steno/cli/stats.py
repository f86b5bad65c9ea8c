"""``steno stats``: the inventory tables of sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from steno.analyse.census import CensusTaker, SessionStats, TotalStats
from steno.cli.options import Options, with_options
from steno.cli.output import Table, count, note, print_json, print_table, progress_bar, size
from steno.cli.selection import no_sessions, passed_over, select

if TYPE_CHECKING:
    from steno.analyse.tokens import TokenCount


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsDocument:
    """What ``steno stats --json`` prints."""

    schema: str = "steno.stats/1"
    sessions: list[SessionStats]
    totals: TotalStats


@click.command("stats")
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@with_options
def command(options: Options, sessions: tuple[str, ...]) -> int:
    """Count what sessions hold: entries, stop reasons, blocks, tokens.

    Without a SESSION all sessions of the home are counted. The tokens of an API message are
    counted once, however many lines, sub-agents and forks carry a copy of it.
    """
    chosen = select(options, sessions)
    with progress_bar("counting", chosen.size) as progress:
        taker = CensusTaker(progress=progress, complain=passed_over)
        census = taker.count(chosen.sessions, chosen.lost)
    document = StatsDocument(sessions=census.sessions, totals=census.totals)
    if options.json:
        print_json(document)
    elif document.sessions:
        _print(document)
    if not document.sessions:
        note(no_sessions(options.homes))
    return 0


def _print(document: StatsDocument) -> None:
    totals = document.totals
    print_table(_inventory(document))
    print_table(_counted("Stop reasons", totals.stop_reasons, "reason", "assistant lines"))
    print_table(_counted("Content blocks", totals.content_blocks, "block", "count"))
    print_table(_tokens(document))


def _inventory(document: StatsDocument) -> Table:
    kinds = list(document.totals.types)[:7]
    columns = ["session", "lines", "bad", *kinds, "tools", "agents", "size", "versions"]
    rows: list[SessionStats | TotalStats] = [*document.sessions, document.totals]
    return Table(
        "Sessions",
        columns,
        [
            [
                _name(row),
                count(row.lines),
                count(row.bad_lines) if row.bad_lines else "",
                *(count(row.types.get(kind, 0)) for kind in kinds),
                count(row.tool_uses),
                count(row.subagents) if row.subagents else "",
                size(row.bytes),
                _span(list(row.versions)),
            ]
            for row in rows
        ],
        right=frozenset(columns) - {"session", "versions"},
    )


def _name(row: SessionStats | TotalStats) -> str:
    return row.id[:8] if isinstance(row, SessionStats) else f"all {row.sessions}"


def _span(versions: list[str]) -> str:
    if not versions:
        return ""
    return versions[0] if len(versions) == 1 else f"{versions[0]} +{len(versions) - 1}"


def _counted(title: str, counts: dict[str, int], name: str, figure: str) -> Table:
    rows = [[key, count(number)] for key, number in counts.items()]
    return Table(title, [name, figure], rows, right=frozenset({figure}))


def _tokens(document: StatsDocument) -> Table:
    totals = document.totals
    rows = [
        [label, count(messages), *(count(figure) for figure in figures)]
        for label, messages, figures in (
            ("sessions", totals.api_messages, _figures(totals.usage)),
            ("sub-agents", totals.subagents_api_messages, _figures(totals.subagents_usage)),
        )
    ]
    columns = ["of", "API messages", "input", "output", "cache write", "cache read"]
    return Table("Tokens, each API message once", columns, rows, right=frozenset(columns[1:]))


def _figures(usage: TokenCount) -> tuple[int, int, int, int]:
    return (
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
    )
