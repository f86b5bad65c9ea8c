"""``steno secrets``: which secrets stand in sessions, and where, without printing one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.cli.options import Options, with_options
from steno.cli.output import (
    PLAIN_TABLES,
    Cell,
    Table,
    figure,
    identity,
    note,
    print_json,
    print_table,
    progress_bar,
)
from steno.cli.selection import no_sessions, passed_over, select
from steno.secrets.report import (
    FileSecrets,
    Inspector,
    Part,
    SecretFinding,
    SessionSecrets,
    history_of,
    parts_of,
)
from steno.secrets.rules import RULES
from steno.secrets.scan import Scanner
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.cli.output import Row
    from steno.cli.selection import Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    """One kind of secret that is looked for."""

    rule: str
    family: str
    severity: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsDocument:
    """What ``steno secrets --json`` prints."""

    schema: str = "steno.secrets/1"
    sessions: list[SessionSecrets] = field(default_factory=list)
    """Every session that was looked at."""
    lost_subagents: list[FileSecrets] = field(default_factory=list)
    history: list[FileSecrets] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    """Secrets by rule."""
    rules: list[RuleRow] = field(default_factory=list)
    """With ``--rules``."""


@click.command("secrets", short_help="Report secrets in sessions, without printing them.",
               epilog=PLAIN_TABLES)  # fmt: skip
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option("--allow", multiple=True, metavar="PATTERN",
              help="Never report a secret of this text, in which * and ? stand for others; may be "
              "repeated. Added to secrets.allow of the configuration.")  # fmt: skip
@click.option("--rules", is_flag=True, help="List what is looked for, and look at nothing.")
@with_options
def command(
    options: Options, sessions: tuple[str, ...], *, allow: tuple[str, ...], rules: bool
) -> int:
    """Report passwords, tokens and keys in sessions: what kind, how many, where; never the secret.

    Looks at the sessions named, or at all: their transcripts and those of their sub-agents, field
    by field, the tool results and file backups kept beside them, the names of all these files, and
    without a name at the history of prompts and at sub-agents whose session is gone. Signatures,
    pictures and ids are passed over; plans, todos, tasks and settings are not looked at.

    Changes nothing. Exit code 1 if a secret was found.
    """
    if rules:
        _print_rules(options)
        return 0
    scanner = Scanner.configured(options.config, allow)
    chosen = select(options, sessions)
    document = _examined(options, chosen, scanner, everything=not sessions)
    if options.json:
        print_json(document)
    else:
        _print(document)
    if not chosen.sessions:
        note(no_sessions(options.homes))
    return 1 if document.totals else 0


def _examined(
    options: Options, chosen: Selection, scanner: Scanner, *, everything: bool
) -> SecretsDocument:
    parts = [(session, parts_of(session)) for session in chosen.sessions]
    lost = [Part(agent.path, agent.size, is_transcript=True) for agent in chosen.lost]
    kept = [history_of(home) for home in options.homes] if everything else []
    history = [each for each in kept if each is not None]
    files = [*(part for _, own in parts for part in own), *lost, *history]
    with progress_bar("looking", sum(part.size for part in files)) as progress:
        inspector = Inspector(scanner, progress, passed_over)
        return SecretsDocument(
            sessions=[inspector.session(session, own) for session, own in parts],
            lost_subagents=[inspector.file(part) for part in lost],
            history=[inspector.file(part) for part in history],
            totals=dict(inspector.totals.most_common()),
        )


def _print(document: SecretsDocument) -> None:
    rows = [
        _row(identity(session.id), found, Path(session.path))
        for session in document.sessions
        for found in session.findings
    ]
    for holder in (*document.lost_subagents, *document.history):
        name = Path(holder.path).name
        rows += (_row(Cell(name, holder.path), found, None) for found in holder.findings)
    if rows:
        print_table(_table("Secrets", rows))
        print_table(_sums(document))
    number = sum(document.totals.values())
    looked = count(len(document.sessions), "session")
    found = count(number, "secret") if number else "no secret"
    note(f"{looked} looked at, {found} found.{_advice(document)}")


def _advice(document: SecretsDocument) -> str:
    """Say how secrets are taken out, where a session has some."""
    holding = [session.id for session in document.sessions if session.findings]
    if not holding:
        return ""
    which = holding[0][:8] if len(holding) == 1 else "SESSION"
    return f" Take them out: 'steno redact {which} --in-place'."


def _row(name: Cell, found: SecretFinding, session: Path | None) -> Row:
    lines = ", ".join(map(str, found.lines)) + (" …" if found.count > len(found.lines) else "")
    own = session is None or Path(found.file) == session
    return [
        name,
        found.rule,
        figure(found.count),
        Cell(lines, " ".join(map(str, found.lines))),
        found.mask,
        Cell("" if own else Path(found.file).name, found.file),
        found.field,
    ]


def _table(title: str, rows: list[Row]) -> Table:
    return Table(
        title,
        ["session", "rule", "count", "lines", "begins with", "file", "field"],
        rows,
        right=frozenset({"count"}),
        wide={"field": 16, "file": 12},
        drop=["begins with", "file", "lines", "field"],
        ends=frozenset({"field", "file"}),
    )


def _sums(document: SecretsDocument) -> Table:
    about = {name: rule.about for name, rule in RULES.items()}
    rows: list[Row] = [
        [name, figure(number), about.get(name, "a pattern of your own")]
        for name, number in document.totals.items()
    ]
    about_it = "what it is"
    return Table(
        "In sum",
        ["rule", "count", about_it],
        rows,
        right=frozenset({"count"}),
        wide={about_it: 16},
        folded=frozenset({about_it}),
    )


def _print_rules(options: Options) -> None:
    rows = [
        RuleRow(rule=rule.name, family=rule.family, severity=rule.severity.value, about=rule.about)
        for rule in RULES.values()
    ]
    if options.json:
        print_json(SecretsDocument(rules=rows))
        return
    cells: list[Row] = [[row.rule, row.family, row.severity, row.about] for row in rows]
    print_table(Table("", ["rule", "family", "severity", "what it is"], cells))
