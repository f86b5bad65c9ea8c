"""What ``steno validate`` shows a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steno.analyse.health import SubagentFindings
from steno.cli.output import Cell
from steno.cli.validate_page import folded_rows, outcome, page, several
from steno.cli.validate_tables import named_findings
from steno.format.drift import DriftRow
from steno.format.finding import finding
from tests.cli.payloads import STYLES
from tests.cli.test_validate_tables import health, session
from tests.written import ONE, THREE, TWO

ERROR, WARNING, INFO = finding("bad-line", 1), finding("no-uuid", 1), finding("bom", 1)


def rows(*sessions: object) -> list[list[str]]:
    """Give the folded rows of sessions as a person sees them."""
    found = named_findings(health(*sessions))  # type: ignore[arg-type]
    return [
        [cell.shown if isinstance(cell, Cell) else cell for cell in row]
        for row in folded_rows(found)
    ]


@pytest.mark.parametrize(
    ("sessions", "told"),
    [
        ([], "0 sessions checked: nothing is wrong."),
        ([session()], "1 session checked: nothing is wrong."),
        ([session(INFO), session()], "2 sessions checked: nothing is wrong."),
        ([session(INFO, ERROR, WARNING)], "1 session checked: 1 with errors, 0 fine."),
        ([session(WARNING), session(INFO)], "2 sessions checked: 1 with warnings, 1 fine."),
    ],
)
def test_outcome_says_how_many_are_fine(sessions: list[object], told: str) -> None:
    """Each session counts once, by the gravest of its findings."""
    assert outcome(sessions) == told  # type: ignore[arg-type]


def test_findings_of_sub_agents_count_for_their_session() -> None:
    """A session with a damaged sub-agent is not fine."""
    agent = SubagentFindings(path="agent-a.jsonl", findings=[ERROR])
    damaged = replace(session(), subagents=[agent])
    assert outcome([damaged]) == "1 session checked: 1 with errors, 0 fine."


def test_same_message_is_told_once_with_its_lines() -> None:
    """Of many lines some are named."""
    many = [finding("no-uuid", line) for line in range(1, 9)]
    (row,) = rows(session(*many))
    message = "A message without a uuid; nothing can hang on it."
    assert row == [ONE[:8], "1", "no-uuid", f"{message} Also on lines 2, 3, 4 and 4 more."]
    (row,) = rows(session(*many[:2]))
    assert row[-1] == f"{message} Also on line 2."
    (row,) = rows(session(*many[:3]))
    assert row[-1] == f"{message} Also on lines 2 and 3."
    (row,) = rows(session(WARNING, WARNING))
    assert row[-1] == f"{message} (2 times)"


def test_messages_that_differ_are_told_by_examples() -> None:
    """The others are counted."""
    many = [finding("bad-line", line, f"Oops {line}.") for line in range(1, 416)]
    told = rows(session(*many))
    assert [row[-1] for row in told] == [
        "Oops 1.", "Oops 2.", "Oops 3.", "… and 412 more; --json lists all",
    ]  # fmt: skip
    assert told[-1][:3] == ["", "", "bad-line"]


def test_errors_are_told_for_each_session() -> None:
    """What is merely worth knowing is told once for all."""
    sessions = [session(ERROR, name=name) for name in (ONE, TWO)]
    assert [row[0] for row in rows(*sessions)] == [ONE[:8], TWO[:8]]
    sessions = [session(INFO, name=name) for name in (ONE, TWO, THREE)]
    (row,) = rows(*sessions)
    assert row[-1].endswith(f"harmless. Also in {TWO[:8]} and {THREE[:8]}.")


def lines_of(*sessions: object, **more: object) -> list[str]:
    """Give the lines of the page of some sessions."""
    whole = replace(health(*sessions), **more)  # type: ignore[arg-type]
    return [STYLES.sub("", line).rstrip() for line in page(whole, whole)]


def test_page_begins_with_the_outcome() -> None:
    """Then come the tables that have something to say."""
    lines = lines_of(session(INFO, ERROR, WARNING))
    titles = [line for line in lines if line in ("Errors", "Warnings", "Worth knowing", "In sum")]
    assert lines[:2] == ["1 session checked: 1 with errors, 0 fine.", ""]
    assert titles == ["Errors", "Warnings", "Worth knowing", "In sum"]
    assert lines_of(session()) == ["1 session checked: nothing is wrong.", ""]


def test_drift_is_told_where_there_is_some() -> None:
    """Below all else."""
    row = DriftRow(
        kind="key", name="user.x", count=1, first_version="", last_version="", where="s:1"
    )
    assert any(line.startswith("Drift: ") for line in lines_of(session(), drift=[row]))


def test_what_is_not_listed_is_counted() -> None:
    """Where only graver findings were asked for."""
    whole, asked = health(session(INFO, ERROR)), health(session(ERROR))
    assert list(page(whole, asked))[1] == "1 finding below this severity not listed."


def test_sessions_that_lost_something_come_before_those_that_put_it_away() -> None:
    """Of which there may be many."""
    away = [session(name=f"{number}0000000-", reachable=0.5) for number in range(1, 7)]
    lost = session(finding("dead-branch", 1), name=TWO, reachable=0.5)
    lines = lines_of(*away, lost)
    table = lines[lines.index("What a resume sees, where that is not everything") + 3 :]
    assert [line.split()[0] for line in table[:4]] == [TWO[:8], "10000000", "20000000", "30000000"]
    assert table[4].strip() == "… and 3 more of this kind; --json lists all"


def test_one_thing_is_not_several() -> None:
    """And thousands are separated."""
    assert [several(number, "line") for number in (0, 1, 2000)] == [
        "0 lines",
        "1 line",
        "2,000 lines",
    ]
