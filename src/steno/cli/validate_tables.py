"""The tables of ``steno validate``: findings, their sum, what a resume sees, and drift."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from steno.cli.output import Cell, Table, figure, identity
from steno.format.finding import KINDS, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.analyse.health import Health, SessionFindings
    from steno.cli.output import Row
    from steno.format.drift import DriftRow
    from steno.format.finding import Finding

RANKS: Final = {Severity.ERROR.value: 0, Severity.WARNING.value: 1, Severity.INFO.value: 2}
"""How findings are sorted: what matters most comes first."""
_STYLES: Final = {
    Severity.ERROR.value: "bold red",
    Severity.WARNING.value: "yellow",
    Severity.INFO.value: "dim",
}
_ADVICE: Final = "what you can do"


def named_findings(health: Health) -> Iterator[tuple[Cell, Finding]]:
    """Give every finding with the name of its file: sessions first, then sub-agents."""
    for session in health.sessions:
        yield from ((identity(session.id), found) for found in session.findings)
    agents = [agent for session in health.sessions for agent in session.subagents]
    for agent in (*agents, *health.lost_subagents):
        yield from ((_agent(agent.path), found) for found in agent.findings)


def _agent(path: str) -> Cell:
    """Name a sub-agent by its file; a person needs the beginning only."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    short = name.removesuffix(".jsonl")
    return Cell(short[: len("agent-") + 8], name)


def finding_row(name: str | Cell, found: Finding) -> Row:
    """Put a finding into a row."""
    line = "" if found.line is None else str(found.line)
    return [name, line, _severity(found.severity), found.code, found.message]


def _severity(severity: str) -> Cell:
    return Cell(severity, severity, _STYLES[severity])


def code_cell(found: Finding) -> Cell:
    """Put the code of a finding into a table, in the colour of its severity."""
    return Cell(found.code, found.code, _STYLES[found.severity])


def findings_table(rows: Sequence[Row]) -> Table:
    """Lay out findings of every severity."""
    return _table("Findings", ["session", "line", "severity", "code", "what"], rows, "what")


def graded_table(title: str, rows: Sequence[Row]) -> Table:
    """Lay out findings of one severity, which the title names."""
    return _table(title, ["session", "line", "code", "what"], rows, "what")


def _table(title: str, columns: list[str], rows: Sequence[Row], text: str) -> Table:
    return Table(
        title,
        columns,
        rows,
        frozenset({"line", "count"}),
        wide={text: 32},
        drop=["severity", "line"],
        most={text: 80},
        folded=frozenset({text}),
    )


def sums_table(health: Health) -> Table:
    """Count the findings by code, the gravest first, with what can be done."""
    gravest = sorted(health.findings(), key=lambda found: -RANKS[found.severity])
    severities = {found.code: found.severity for found in gravest}
    totals = sorted(health.totals().items(), key=lambda total: RANKS[severities[total[0]]])
    rows: list[Row] = [
        [code, _severity(severities[code]), figure(number), KINDS[code].fix]
        for code, number in totals
    ]
    return _table("In sum", ["code", "severity", "count", _ADVICE], rows, _ADVICE)


def partly_seen(sessions: Iterable[SessionFindings]) -> list[SessionFindings]:
    """Give the sessions of which a resume does not see everything, or would see after a repair."""
    return [one for one in sessions if one.repaired is not None or _is_partly_seen(one)]


def _is_partly_seen(session: SessionFindings) -> bool:
    return session.reachable is not None and session.reachable < 1


def seen_row(session: SessionFindings) -> Row:
    """Say how much of a session a resume sees, and what became of the rest."""
    after = Cell("", "") if session.repaired is None else share(session.repaired)
    seen = share(session.reachable or 0.0)
    return [identity(session.id), seen, after, _why_unseen(session)]


def seen_table(rows: Sequence[Row]) -> Table:
    """Lay out what a resume sees."""
    return Table(
        "What a resume sees, where that is not everything",
        ["session", "a resume sees", "after steno repair", "the rest"],
        rows,
        right=frozenset({"a resume sees", "after steno repair"}),
        wide={"the rest": 24},
        drop=["after steno repair"],
        folded=frozenset({"the rest"}),
    )


def seen_page(rows: Sequence[Row]) -> Table:
    """Lay out the same for a person: without what a repair brings where it brings nothing."""
    table = seen_table(rows)
    if any(isinstance(row[2], Cell) and row[2].shown for row in rows):
        return table
    return replace(
        table,
        columns=[*table.columns[:2], *table.columns[3:]],
        rows=[[*row[:2], *row[3:]] for row in rows],
    )


def share(part: float) -> Cell:
    """Write a share so that it is nought or everything only where it really is."""
    percent = min(max(round(100 * part), int(part > 0)), 99 + (part >= 1))
    return Cell(f"{percent} %", str(part), "" if part else "bold red")


def was_put_away(session: SessionFindings) -> bool:
    """Say whether nothing is wrong where a resume does not see everything."""
    return not _UNSEEN.keys() & {found.code for found in session.findings}


def _why_unseen(session: SessionFindings) -> Cell:
    codes = {found.code for found in session.findings}
    told = [words for code, words in _UNSEEN.items() if code in codes]
    if not told and session.repaired is not None:
        told = ["lines cannot be read"]
    return Cell(", ".join(told), ", ".join(told)) if told else Cell(_PUT_AWAY, _PUT_AWAY, "dim")


_UNSEEN: Final = {
    "not-resumable": "the client refuses the session",
    "context-full": "the client refuses it as too long",
    "unreachable-history": "history is lost",
    "dead-branch": "branches were left",
}
_PUT_AWAY: Final = "was compacted, or stands beside the conversation"


def drift_table(drift: Sequence[DriftRow]) -> Table:
    """Lay out what this release does not know."""
    rows: list[Row] = [
        [row.kind, row.name, figure(row.count), _versions(row), drift_place(row.where)]
        for row in drift
    ]
    title = "Drift: what this release does not know (it is kept all the same)"
    table = _table(title, ["kind", "name", "count", "versions", "first seen at"], rows, "name")
    table.drop = ["first seen at", "versions"]
    return table


def _versions(row: DriftRow) -> str:
    return " to ".join(dict.fromkeys(filter(None, (row.first_version, row.last_version))))


def drift_place(where: str) -> Cell:
    """Shorten the ids in ``session/agent:line`` for a person."""
    names, colon, line = where.rpartition(":")
    return Cell("/".join(name[:8] for name in names.split("/")) + colon + line, where)
