"""``steno validate`` (alias ``doctor``): what is wrong, session by session."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
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
from steno.cli.output import note, print_json, print_table, progress_bar
from steno.cli.paging import print_paged
from steno.cli.selection import live_ids, no_sessions, select
from steno.cli.validate_page import page, several
from steno.cli.validate_tables import (
    RANKS,
    drift_table,
    finding_row,
    findings_table,
    named_findings,
    partly_seen,
    seen_row,
    seen_table,
    sums_table,
)
from steno.disk.client_settings import cleanup_period_days
from steno.errors import ClientSettingsError
from steno.format.drift import DriftRow  # noqa: TC001 - schema
from steno.format.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.disk.discover import Home
    from steno.format.finding import Finding


MENDED: Final = frozenset(
    {
        "unreachable-history", "not-resumable", "no-messages", "orphan-parent", "torn-line",
        "glued-line", "bad-line", "nul-bytes", "not-utf8",
    }
)  # fmt: skip
"""Findings about history that a repair may bring back."""
LARGEST_REPAIRED: Final = 64 << 20
"""Bytes of a file up to which a repair is tried for what it would bring back."""


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
@click.option("--pager/--no-pager", default=None, help="Use a pager on a terminal.")
@with_options
def command(
    options: Options, sessions: tuple[str, ...], *, severity: str, pager: bool | None
) -> int:
    """Find what is wrong: damaged lines, lost history, unpaired calls, unknown types and keys.

    It also says how much of each session the client would still see on a resume, and how much
    after 'steno repair'.

    Changes nothing. Exit code 1 if there is an error or a warning among the findings that
    --severity asks for; what is merely worth knowing (info, drift) does not count.
    """
    chosen = select(options, sessions)
    with progress_bar("checking", chosen.size) as progress:
        examiner = Examiner(_surroundings(options), progress)
        health = examiner.examine(chosen.sessions, chosen.lost)
    health = replace(health, sessions=[_with_outlook(one) for one in health.sessions])
    asked = _limited_health(health, severity)
    if options.json:
        print_json(_document(asked))
    elif not sys.stdout.isatty():
        _print(health, asked)
    elif chosen.sessions or chosen.lost:
        print_paged(page(health, asked), options, pager=pager)
    if not chosen.sessions:
        note(no_sessions(options.homes))
    serious = any(found.severity != Severity.INFO.value for found in asked.findings())
    return 1 if serious else 0


def _with_outlook(session: SessionFindings) -> SessionFindings:
    """Add what a resume would see after a repair, where one could bring history back."""
    is_lost = {found.code for found in session.findings} & MENDED
    if not is_lost or Path(session.path).stat().st_size > LARGEST_REPAIRED:
        return session
    from steno.edit.repair import share_after
    from steno.session.session import load

    share = share_after(load(session.path))
    return session if share == session.reachable else replace(session, repaired=share)


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
    return [found for found in findings if RANKS[found.severity] <= RANKS[severity]]


def _document(asked: Health) -> ValidateDocument:
    return ValidateDocument(
        sessions=asked.sessions,
        lost_subagents=asked.lost_subagents,
        totals=asked.totals(),
        drift=asked.drift,
    )


def _print(health: Health, asked: Health) -> None:
    """Print every finding, for a program."""
    rows = [finding_row(name, found) for name, found in named_findings(asked)]
    if rows:
        print_table(findings_table(rows))
        print_table(sums_table(asked))
    unseen = partly_seen(health.sessions)
    if unseen:
        print_table(seen_table([seen_row(session) for session in unseen]))
    if health.drift:
        print_table(drift_table(health.drift))
    _print_outcome(asked, sum(health.totals().values()))


def _print_outcome(asked: Health, found: int) -> None:
    checked = len(asked.sessions)
    clean = sum(not _any_finding(one) for one in asked.sessions)
    left_out = found - sum(asked.totals().values())
    such = "such " if left_out else ""
    note(f"{several(checked, 'session')} checked, {clean} without any {such}finding.")
    if left_out:
        note(f"{several(left_out, 'finding')} below this severity not listed.")


def _any_finding(session: SessionFindings) -> bool:
    return bool(session.findings) or any(agent.findings for agent in session.subagents)
