"""``steno history``: what was typed, and in which session."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import click

from steno.cli.clock import iso, shown
from steno.cli.options import Options, with_options
from steno.cli.output import Table, note, print_json, print_table
from steno.disk.history import HistoryInput, read_history
from steno.disk.layout import history_path
from steno.format.finding import Finding  # noqa: TC001 - schema


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """One input of the user."""

    display: str
    timestamp: str | None
    project: str | None
    session: str | None


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
    limit: int
    all_: bool

    def wants(self, one: HistoryInput) -> bool:
        """Say whether an input passes all filters."""
        text = one.display.casefold()
        return (
            all(word.casefold() in text for word in self.words)
            and (self.project is None or self.project.casefold() in (one.project or "").casefold())
            and (self.session is None or (one.session_id or "").startswith(self.session))
        )


@click.command("history")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--project", metavar="TEXT", help="Only inputs in projects with this in the path.")
@click.option("--session", metavar="ID", help="Only inputs of the session whose id begins so.")
@click.option("-n", "--limit", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--all", "all_", is_flag=True, help="All of them.")
@with_options
def command(options: Options, **asked: Any) -> int:
    """Search what you typed (history.jsonl), newest first, and jump to its session.

    All WORDs have to occur, in any order and case. 'steno show ID' opens the session.
    """
    request = Request(**asked)
    findings: list[Finding] = []
    inputs = [
        one for home in options.homes for one in read_history(history_path(home.path), findings)
    ]
    fitting = [one for one in inputs if request.wants(one)]
    fitting.sort(key=lambda one: one.timestamp or datetime.min.replace(tzinfo=UTC), reverse=True)
    rows = [_row(one) for one in (fitting if request.all_ else fitting[: request.limit])]
    if options.json:
        print_json(HistoryDocument(inputs=rows, findings=findings))
    elif rows:
        print_table(_table(rows))
    if findings:
        note(f"steno: {len(findings)} lines of the history could not be read.")
    if not rows:
        where = ", ".join(str(home.path) for home in options.homes)
        nothing = f"there is no history in {where} yet."
        note(f"steno: {'nothing in the history fits.' if inputs else nothing}")
    return 0 if rows else 1


def _row(one: HistoryInput) -> InputRow:
    return InputRow(
        display=one.display,
        timestamp=iso(one.timestamp),
        project=one.project,
        session=one.session_id,
    )


def _table(rows: list[InputRow]) -> Table:
    cells = [
        [
            shown(row.timestamp),
            (row.session or "")[:8],
            row.project or "",
            row.display,
        ]
        for row in rows
    ]
    return Table("", ["when", "session", "project", "input"], cells, wide={"input": 1})
