"""What ``steno validate`` shows a person: the outcome first, and no finding over and over."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from steno.cli.output import Cell, count, drawn_table
from steno.cli.validate_tables import (
    RANKS,
    code_cell,
    drift_table,
    graded_table,
    named_findings,
    partly_seen,
    seen_page,
    seen_row,
    sums_table,
    was_put_away,
)
from steno.format.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.analyse.health import Health, SessionFindings
    from steno.cli.output import Row
    from steno.format.finding import Finding

    Named = tuple[Cell, Finding]

MOST_ALIKE: Final = 3
"""Findings of one code that are listed one by one, and lines of which one message is told."""
_LISTS_ALL: Final = "--json lists all"
_TITLES: Final = {
    Severity.ERROR.value: "Errors",
    Severity.WARNING.value: "Warnings",
    Severity.INFO.value: "Worth knowing",
}
"""The tables of findings, the gravest first."""


def page(health: Health, asked: Health) -> Iterator[str]:
    """Give the lines of the page; ``asked`` has only the findings that are to be listed."""
    yield outcome(health.sessions)
    left_out = sum(health.totals().values()) - sum(asked.totals().values())
    if left_out:
        yield f"{several(left_out, 'finding')} below this severity not listed."
    yield ""
    found = list(named_findings(asked))
    for severity, title in _TITLES.items():
        rows = folded_rows([one for one in found if one[1].severity == severity])
        if rows:
            yield from drawn_table(graded_table(title, rows))
    if found:
        yield from drawn_table(sums_table(asked))
    unseen = partly_seen(health.sessions)
    if unseen:
        yield from drawn_table(seen_page(_seen_rows(unseen)))
    if health.drift:
        yield from drawn_table(drift_table(health.drift))


def outcome(sessions: Sequence[SessionFindings]) -> str:
    """Say how many sessions are fine, and how many are not."""
    worst = Counter(_worst(session) for session in sessions)
    trouble = [
        f"{count(worst[severity])} with {severity}s"
        for severity in (Severity.ERROR.value, Severity.WARNING.value)
        if worst[severity]
    ]
    fine = worst[""] + worst[Severity.INFO.value]
    told = ", ".join([*trouble, f"{count(fine)} fine"]) if trouble else "nothing is wrong"
    return f"{several(len(sessions), 'session')} checked: {told}."


def _worst(session: SessionFindings) -> str:
    """Give the gravest severity among a session's findings and those of its sub-agents."""
    own = [found.severity for found in session.findings]
    agents = [found.severity for agent in session.subagents for found in agent.findings]
    return min((*own, *agents), key=RANKS.__getitem__, default="")


def several(number: int, what: str) -> str:
    """Write a number of things."""
    return f"1 {what}" if number == 1 else f"{count(number)} {what}s"


def folded_rows(found: Iterable[Named]) -> list[Row]:
    """Give rows for a person, of findings of one severity that are alike some examples.

    Errors and warnings are told for each file; of what is merely worth knowing, a home has so
    much that its files are taken together.
    """
    groups: dict[tuple[str, str], list[Named]] = {}
    for name, one in found:
        own = "" if one.severity == Severity.INFO.value else name.plain
        groups.setdefault((own, one.code), []).append((name, one))
    return [row for group in groups.values() for row in _group_rows(group)]


def _group_rows(group: Sequence[Named]) -> Iterator[Row]:
    alike: dict[str, list[Named]] = {}
    for name, one in group:
        alike.setdefault(one.message, []).append((name, one))
    examples = list(alike.values())[:MOST_ALIKE]
    for example in examples:
        name, first = example[0]
        line = "" if first.line is None else str(first.line)
        yield [name, line, code_cell(first), f"{first.message}{_also(example)}"]
    left = len(group) - sum(map(len, examples))
    if left:
        yield ["", "", code_cell(group[0][1]), f"… and {count(left)} more; {_LISTS_ALL}"]


def _also(example: Sequence[Named]) -> str:
    """Name some other places of the same message."""
    (name, first), *others = example
    if any(other.plain != name.plain for other, _ in others):
        files = dict.fromkeys(other.shown for other, _ in others if other.plain != name.plain)
        return f" Also in {_some(list(files))}."
    lines = [str(one.line) for _, one in others if one.line not in (None, first.line)]
    if not lines:
        return f" ({len(example)} times)" if others else ""
    return f" Also on {'line' if len(lines) == 1 else 'lines'} {_some(lines)}."


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST_ALIKE
    if more > 0:
        return f"{', '.join(names[:MOST_ALIKE])} and {count(more)} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _seen_rows(sessions: Iterable[SessionFindings]) -> list[Row]:
    """Tell what is lost before what was put away, of which there may be much."""
    ordered = sorted(sessions, key=was_put_away)
    lost = sum(not was_put_away(session) for session in ordered)
    shown = ordered[: lost + MOST_ALIKE]
    rows = [seen_row(session) for session in shown]
    left = len(ordered) - len(shown)
    if left:
        rest = f"… and {count(left)} more of this kind; {_LISTS_ALL}"
        rows.append(["", "", "", Cell(rest, rest, "dim")])
    return rows
