"""``steno validate`` (alias ``doctor``): what is wrong, session by session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final

import click

from steno.analyse.health import (
    Examiner,
    SessionFindings,
    SubagentFindings,
    Surroundings,
)
from steno.cli.options import Options, with_options
from steno.cli.output import Table, count, note, print_json, print_table, progress_bar
from steno.cli.selection import live_ids, no_sessions, select
from steno.disk.client_settings import cleanup_period_days
from steno.errors import ClientSettingsError
from steno.format.drift import DriftRow  # noqa: TC001 - schema
from steno.format.finding import KINDS, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.disk.discover import Home
    from steno.format.finding import Finding

_RANKS: Final = {Severity.ERROR.value: 0, Severity.WARNING.value: 1, Severity.INFO.value: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateDocument:
    """What ``steno validate --json`` prints."""

    schema: str = "steno.validate/1"
    sessions: list[SessionFindings]
    lost_subagents: list[SubagentFindings]
    totals: dict[str, int]
    """Findings by code."""
    drift: list[DriftRow]


@click.command("validate")
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option(
    "--severity", type=click.Choice([severity.value for severity in Severity]), default="info",
    show_default=True, help="List only findings of this severity or worse.",
)  # fmt: skip
@with_options
def command(options: Options, sessions: tuple[str, ...], severity: str) -> int:
    """Find what is wrong: bad, torn and glued lines, lost parents, unknown types and keys.

    Changes nothing. Exit code 1 if there is an error or a warning; what is merely worth
    knowing (info, drift) does not count.
    """
    chosen = select(options, sessions)
    with progress_bar("checking", chosen.size) as progress:
        examiner = Examiner(_surroundings(options), progress)
        health = examiner.examine(chosen.sessions, chosen.lost)
    document = ValidateDocument(
        sessions=[_limited(session, severity) for session in health.sessions],
        lost_subagents=[_limited_agent(agent, severity) for agent in health.lost_subagents],
        totals=health.totals(),
        drift=health.drift,
    )
    if options.json:
        print_json(document)
    else:
        _print(document)
    if not chosen.sessions:
        note(no_sessions(options.homes))
    serious = any(found.severity != Severity.INFO.value for found in health.findings())
    return 1 if serious else 0


def _surroundings(options: Options) -> Callable[[Home | None], Surroundings]:
    """Give what is known about each home; its settings are read once."""
    now, live = datetime.now(UTC), live_ids(options.homes)

    @cache
    def around(home: Home | None) -> Surroundings:
        return Surroundings(now, None if home is None else _cleanup_days(home), live)

    return around


def _cleanup_days(home: Home) -> int | None:
    try:
        return cleanup_period_days(home)
    except ClientSettingsError as error:
        note(f"steno: {error}")
        return None


def _limited(session: SessionFindings, severity: str) -> SessionFindings:
    """Leave out the findings that matter less than ``severity``."""
    agents = [_limited_agent(agent, severity) for agent in session.subagents]
    return replace(session, findings=_worse(session.findings, severity), subagents=agents)


def _limited_agent(agent: SubagentFindings, severity: str) -> SubagentFindings:
    return replace(agent, findings=_worse(agent.findings, severity))


def _worse(findings: list[Finding], severity: str) -> list[Finding]:
    return [found for found in findings if _RANKS[found.severity] <= _RANKS[severity]]


def _print(document: ValidateDocument) -> None:
    rows = [
        [one.id[:8], _line(found), found.severity, found.code, found.message]
        for one in document.sessions
        for found in one.findings
    ]
    agents = [agent for one in document.sessions for agent in one.subagents]
    for agent in [*agents, *document.lost_subagents]:
        name = agent.path.replace("\\", "/").rsplit("/", 1)[-1]
        rows.extend([name, _line(f), f.severity, f.code, f.message] for f in agent.findings)
    if rows:
        columns = ["session", "line", "severity", "code", "what"]
        print_table(Table("Findings", columns, rows, frozenset({"line"}), {"what": 1}))
    _print_sums(document)


def _line(found: Finding) -> str:
    return "" if found.line is None else str(found.line)


def _print_sums(document: ValidateDocument) -> None:
    if document.totals:
        rows = [
            [code, KINDS[code].severity.value, count(number), KINDS[code].fix]
            for code, number in document.totals.items()
        ]
        columns = ["code", "severity", "count", "what mends it"]
        print_table(Table("In sum", columns, rows, frozenset({"count"})))
    if document.drift:
        rows = [
            [row.kind, row.name, count(row.count), _versions(row), row.where]
            for row in document.drift
        ]
        columns = ["kind", "name", "count", "versions", "first seen at"]
        title = "Drift: what this release does not know (it is kept all the same)"
        print_table(Table(title, columns, rows, frozenset({"count"})))
    checked = len(document.sessions)
    clean = sum(not one.findings for one in document.sessions)
    note(f"{checked} sessions checked, {clean} without any finding.")


def _versions(row: DriftRow) -> str:
    return " to ".join(dict.fromkeys(filter(None, (row.first_version, row.last_version))))
