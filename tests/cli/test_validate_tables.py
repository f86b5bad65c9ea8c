"""The tables of ``steno validate``."""

from __future__ import annotations

import pytest

from steno.analyse.health import Health, SessionFindings, SubagentFindings
from steno.cli.output import Cell
from steno.cli.validate_tables import (
    drift_place,
    drift_table,
    finding_row,
    findings_table,
    graded_table,
    named_findings,
    partly_seen,
    seen_row,
    seen_table,
    share,
    sums_table,
    was_put_away,
)
from steno.format.drift import DriftRow
from steno.format.finding import KINDS, Finding, finding
from tests.written import ONE, TWO


def session(*findings: Finding, name: str = ONE, reachable: float | None = 1.0) -> SessionFindings:
    """Make a session with some findings."""
    return SessionFindings(
        id=name, path=f"/{name}.jsonl", findings=list(findings), reachable=reachable, subagents=[]
    )


def health(*sessions: SessionFindings, lost: list[SubagentFindings] | None = None) -> Health:
    """Put sessions together."""
    return Health(sessions=list(sessions), lost_subagents=lost or [], drift=[])


def test_places_of_drift_are_short_for_a_person() -> None:
    """Session and sub-agent by the beginning of their ids."""
    cell = drift_place(f"{ONE}/0123456789:12")
    assert (cell.shown, cell.plain) == (f"{ONE[:8]}/01234567:12", f"{ONE}/0123456789:12")


@pytest.mark.parametrize(
    ("part", "shown"), [(0.0, "0 %"), (0.001, "1 %"), (0.87, "87 %"), (0.9999, "99 %")]
)
def test_share_is_nought_or_all_only_where_it_is(part: float, shown: str) -> None:
    """A person reads whole percents."""
    assert share(part).shown == shown


def test_findings_are_named_by_their_file() -> None:
    """Sessions by their id, sub-agents by the name of their file, on any system."""
    lost = SubagentFindings(path="C:\\x\\agent-0123456789.jsonl", findings=[finding("bom", 1)])
    names = [name for name, _ in named_findings(health(session(finding("crlf", 2)), lost=[lost]))]
    assert names == [
        Cell(ONE[:8], ONE), Cell("agent-01234567", "agent-0123456789.jsonl"),
    ]  # fmt: skip


def test_rows_of_findings_fit_their_columns() -> None:
    """With and without a column for the severity."""
    row = finding_row("name", finding("bad-line", None, "Oops."))
    assert [cell.plain if isinstance(cell, Cell) else cell for cell in row] == [
        "name", "", "error", "bad-line", "Oops.",
    ]  # fmt: skip
    assert len(findings_table([row]).columns) == len(row)
    assert list(graded_table("Errors", []).columns) == ["session", "line", "code", "what"]


def test_sum_begins_with_the_gravest() -> None:
    """And says what can be done."""
    table = sums_table(
        health(session(finding("bom", 1), finding("bom", 1), finding("bad-line", 2)))
    )
    assert [row[0] for row in table.rows] == ["bad-line", "bom"]
    assert [row[-1] for row in table.rows] == [KINDS["bad-line"].fix, KINDS["bom"].fix]


def test_share_is_told_where_it_is_not_everything() -> None:
    """With what became of the rest."""
    whole, unknown = session(), session(reachable=None)
    lost = session(finding("unreachable-history", 3), name=TWO, reachable=0.5)
    compacted = session(finding("bom", 1), reachable=0.2)
    assert partly_seen([whole, unknown, lost, compacted]) == [lost, compacted]
    assert [was_put_away(one) for one in (lost, compacted)] == [False, True]
    table = seen_table([seen_row(lost), seen_row(compacted)])
    rest = [row[-1] for row in table.rows]
    assert [cell.shown for cell in rest if isinstance(cell, Cell)] == [
        "history is lost", "was compacted, or stands beside the conversation",
    ]  # fmt: skip


def test_drift_names_the_versions_once() -> None:
    """From the first to the last, where these differ."""
    rows = [
        DriftRow(
            kind="key", name="user.x", count=1, first_version=first, last_version=last, where="s:1"
        )
        for first, last in (("2.1.1", "2.1.2"), ("2.1.1", "2.1.1"), ("", ""))
    ]
    assert [row[3] for row in drift_table(rows).rows] == ["2.1.1 to 2.1.2", "2.1.1", ""]
