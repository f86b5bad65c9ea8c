"""``steno validate`` (alias ``doctor``): what is wrong, session by session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final

import click

from steno.analyse.health import (
    Examiner,
    Health,
    SessionFindings,
    SubagentFindings,
    Surroundings,
)
from steno.cli.options import Options, with_options
from steno.cli.output import (
    Cell,
    Table,
    count,
    figure,
    identity,
    note,
    print_json,
    print_table,
    progress_bar,
)
from steno.cli.selection import live_ids, no_sessions, select
from steno.disk.client_settings import cleanup_period_days
from steno.errors import ClientSettingsError
from steno.format.drift import DriftRow  # noqa: TC001 - schema
from steno.format.finding import KINDS, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.cli.output import Row
    from steno.disk.discover import Home
    from steno.format.finding import Finding

_RANKS: Final = {Severity.ERROR.value: 0, Severity.WARNING.value: 1, Severity.INFO.value: 2}
_STYLES: Final = {
    Severity.ERROR.value: "bold red",
    Severity.WARNING.value: "yellow",
    Severity.INFO.value: "dim",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateDocument:
    """What ``steno validate --json`` prints."""

    schema: str = "steno.validate/1"
    sessions: list[SessionFindings]
    lost_subagents: list[SubagentFindings]
    totals: dict[str, int]
    """Findings by code."""
    drift: list[DriftRow]


@click.command("validate", short_help="Find what is wrong with sessions, and what is lost.")
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option(
    "--severity", type=click.Choice([severity.value for severity in Severity]), default="info",
    show_default=True, help="Look only at findings of this severity or worse.",
)  # fmt: skip
@with_options
def command(options: Options, sessions: tuple[str, ...], severity: str) -> int:
    """Find what is wrong: damaged lines, lost history, unpaired calls, unknown types and keys.

    It also says how much of each session the client would still see on a resume.

    Changes nothing. Exit code 1 if there is an error or a warning among the findings that
    --severity asks for; what is merely worth knowing (info, drift) does not count.
    """
    chosen = select(options, sessions)
    with progress_bar("checking", chosen.size) as progress:
        examiner = Examiner(_surroundings(options), progress)
        health = examiner.examine(chosen.sessions, chosen.lost)
    asked = _limited_health(health, severity)
    document = ValidateDocument(
        sessions=asked.sessions,
        lost_subagents=asked.lost_subagents,
        totals=asked.totals(),
        drift=health.drift,
    )
    if options.json:
        print_json(document)
    else:
        _print(document, asked, health.sessions)
        _print_outcome(document, sum(health.totals().values()))
    if not chosen.sessions:
        note(no_sessions(options.homes))
    serious = any(found.severity != Severity.INFO.value for found in asked.findings())
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


def _limited_health(health: Health, severity: str) -> Health:
    return replace(
        health,
        sessions=[_limited(session, severity) for session in health.sessions],
        lost_subagents=[_limited_agent(agent, severity) for agent in health.lost_subagents],
    )


def _limited(session: SessionFindings, severity: str) -> SessionFindings:
    """Leave out the findings that matter less than ``severity``."""
    agents = [_limited_agent(agent, severity) for agent in session.subagents]
    return replace(session, findings=_worse(session.findings, severity), subagents=agents)


def _limited_agent(agent: SubagentFindings, severity: str) -> SubagentFindings:
    return replace(agent, findings=_worse(agent.findings, severity))


def _worse(findings: list[Finding], severity: str) -> list[Finding]:
    return [found for found in findings if _RANKS[found.severity] <= _RANKS[severity]]


def _print(document: ValidateDocument, asked: Health, checked: list[SessionFindings]) -> None:
    rows = [row for one in document.sessions for row in _rows(identity(one.id), one.findings)]
    agents = [agent for one in document.sessions for agent in one.subagents]
    for agent in [*agents, *document.lost_subagents]:
        rows.extend(_rows(_agent(agent.path), agent.findings))
    if rows:
        columns = ["session", "line", "severity", "code", "what"]
        print_table(_table("Findings", columns, rows, text="what"))
    if document.totals:
        print_table(_sums(asked))
    unseen = [one for one in checked if one.reachable is not None and one.reachable < 1]
    if unseen:
        print_table(_seen(unseen))
    if document.drift:
        print_table(_drift(document.drift))


def _rows(name: Cell, findings: list[Finding]) -> list[Row]:
    return [
        [
            name,
            "" if found.line is None else str(found.line),
            _severity(found.severity),
            found.code,
            found.message,
        ]
        for found in findings
    ]


def _agent(path: str) -> Cell:
    """Name a sub-agent by its file; a person needs the beginning only."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    short = name.removesuffix(".jsonl")
    return Cell(short[: len("agent-") + 8], name)


def _severity(severity: str) -> Cell:
    return Cell(severity, severity, _STYLES[severity])


def _table(title: str, columns: list[str], rows: list[Row], text: str) -> Table:
    return Table(
        title,
        columns,
        rows,
        frozenset({"line", "count"}),
        wide={text: 32},
        most={text: 80},
        folded=frozenset({text}),
    )


def _sums(health: Health) -> Table:
    gravest = sorted(health.findings(), key=lambda found: -_RANKS[found.severity])
    severities = {found.code: found.severity for found in gravest}
    totals = sorted(health.totals().items(), key=lambda total: _RANKS[severities[total[0]]])
    rows: list[Row] = [
        [code, _severity(severities[code]), figure(number), KINDS[code].fix]
        for code, number in totals
    ]
    return _table("In sum", ["code", "severity", "count", "what mends it"], rows, "what mends it")


def _seen(sessions: list[SessionFindings]) -> Table:
    rows: list[Row] = [
        [identity(one.id), _share(one.reachable or 0.0), _why_unseen(one.findings)]
        for one in sessions
    ]
    columns = ["session", "a resume sees", "the rest"]
    return Table(
        "What a resume sees, where that is not everything",
        columns,
        rows,
        right=frozenset({"a resume sees"}),
        wide={"the rest": 24},
        folded=frozenset({"the rest"}),
    )


def _share(share: float) -> Cell:
    """Write a share so that it is nought or everything only where it really is."""
    percent = min(max(round(100 * share), int(share > 0)), 99)
    return Cell(f"{percent} %", str(share), "" if share else "bold red")


def _why_unseen(findings: list[Finding]) -> Cell:
    codes = {found.code for found in findings}
    told = [words for code, words in _UNSEEN.items() if code in codes]
    return Cell(", ".join(told), ", ".join(told)) if told else Cell(_PUT_AWAY, _PUT_AWAY, "dim")


_UNSEEN: Final = {
    "not-resumable": "the client refuses the session",
    "context-full": "the client refuses it as too long",
    "unreachable-history": "history is lost",
    "dead-branch": "branches were left",
}
_PUT_AWAY: Final = "was compacted, or stands beside the conversation"


def _drift(drift: list[DriftRow]) -> Table:
    rows: list[Row] = [
        [row.kind, row.name, figure(row.count), _versions(row), _place(row.where)] for row in drift
    ]
    title = "Drift: what this release does not know (it is kept all the same)"
    table = _table(title, ["kind", "name", "count", "versions", "first seen at"], rows, "name")
    table.drop = ["first seen at", "versions"]
    return table


def _versions(row: DriftRow) -> str:
    return " to ".join(dict.fromkeys(filter(None, (row.first_version, row.last_version))))


def _place(where: str) -> Cell:
    """Shorten the ids in ``session/agent:line`` for a person."""
    names, colon, line = where.rpartition(":")
    return Cell("/".join(name[:8] for name in names.split("/")) + colon + line, where)


def _print_outcome(document: ValidateDocument, found: int) -> None:
    checked = len(document.sessions)
    clean = sum(not _any_finding(one) for one in document.sessions)
    left_out = found - sum(document.totals.values())
    such = "such " if left_out else ""
    note(f"{_several(checked, 'session')} checked, {clean} without any {such}finding.")
    if left_out:
        note(f"{_several(left_out, 'finding')} below this severity not listed.")


def _any_finding(session: SessionFindings) -> bool:
    return bool(session.findings) or any(agent.findings for agent in session.subagents)


def _several(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{count(number)} {what}s"
