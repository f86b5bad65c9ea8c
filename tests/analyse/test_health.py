"""Checking many sessions, their sub-agents and their place."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from steno.analyse.health import Examiner, Surroundings, findings_of_place
from steno.disk.discover import Home, SessionFile
from tests.written import ONE, THREE, TWO, place, reply, user, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.analyse.health import Health

NOW = datetime(2026, 6, 30, 12, tzinfo=UTC)
QUIET = Surroundings(NOW, None, frozenset())


def session_of(home: Path, days_ago: float = 0) -> SessionFile:
    """Write a session that was last written to so long before NOW."""
    path = write_lines(place(home, ONE), user())
    moment = NOW.timestamp() - days_ago * 86400
    os.utime(path, (moment, moment))
    (session,) = Home(home).sessions()
    return session


def examine(home: Path, live: Iterable[str] = ()) -> Health:
    """Check a whole home that never deletes anything."""
    survey = Home(home).survey()
    around = Surroundings(NOW, None, frozenset(live))
    sessions = list(Home(home).sessions(survey=survey))
    return Examiner(lambda _: around).examine(sessions, survey.lost_subagents)


@pytest.mark.parametrize(
    ("days_ago", "told"),
    [
        (0, None),
        (22.5, None),
        (23.5, "in 6 days"),
        (28.5, "in 1 days"),
        (29.5, "at its next start"),
        (300, "at its next start"),
    ],
)
def test_session_that_will_be_deleted_soon_is_told(
    tmp_path: Path, days_ago: float, told: str | None
) -> None:
    """From a week before on, with the days left."""
    around = Surroundings(NOW, 30, frozenset())
    findings = list(findings_of_place(session_of(tmp_path, days_ago), around))
    assert [found.code for found in findings] == ([] if told is None else ["expiring"])
    assert all(told in found.message for found in findings if told)


def test_session_of_a_home_that_keeps_everything_never_expires(tmp_path: Path) -> None:
    """As for a file that lies in no home."""
    assert list(findings_of_place(session_of(tmp_path, 9999), QUIET)) == []


def test_session_of_a_running_client_is_told(tmp_path: Path) -> None:
    """Its last turn may be unfinished."""
    around = Surroundings(NOW, 30, frozenset({ONE}))
    assert [found.code for found in findings_of_place(session_of(tmp_path), around)] == [
        "live-writer"
    ]


def test_findings_of_sessions_subagents_and_lost_ones_are_apart(tmp_path: Path) -> None:
    """And counted together, the most frequent first."""
    write_lines(place(tmp_path, ONE), user(uuid="a"), b"rubbish\n")
    write_lines(place(tmp_path, TWO), user(uuid="a"))
    folder = place(tmp_path, ONE).with_suffix("") / "subagents"
    write_lines(folder / "agent-bad.jsonl", reply(uuid="a"), b"rubbish\n")
    write_lines(folder / "agent-good.jsonl", reply(uuid="a"))
    lost = write_lines(
        tmp_path / "projects" / "-a" / "agent-lost.jsonl", user(sessionId=THREE), b"rubbish\n"
    )
    health = examine(tmp_path, live=[TWO])
    one, two = health.sessions
    assert (one.id, one.path, one.reachable) == (ONE, str(place(tmp_path, ONE)), 1.0)
    assert [found.code for found in one.findings] == ["bad-line"]
    assert [agent.path for agent in one.subagents] == [str(folder / "agent-bad.jsonl")]
    assert [found.code for found in two.findings] == ["live-writer"]
    (stray,) = health.lost_subagents
    assert stray.path == str(lost)
    assert [found.code for found in stray.findings] == ["lost-subagent", "bad-line"]
    assert list(health.totals().items()) == [
        ("bad-line", 3),
        ("live-writer", 1),
        ("lost-subagent", 1),
    ]


def test_drift_is_collected_over_all_files(tmp_path: Path) -> None:
    """With the first place that a thing was seen at, a sub-agent's file included."""
    write_lines(place(tmp_path, ONE), user(), user(newKey=1))
    agent = place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a1.jsonl"
    write_lines(agent, user(newKey=1), {"type": "of-tomorrow"})
    rows = {row.name: (row.count, row.where) for row in examine(tmp_path).drift}
    assert rows == {"user.newKey": (2, f"{ONE}:2"), "of-tomorrow": (1, f"{ONE}/a1:2")}


def test_progress_is_told_of_all_bytes(tmp_path: Path) -> None:
    """Of sessions and sub-agents."""
    main = write_lines(place(tmp_path, ONE), user())
    agent = write_lines(
        place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a1.jsonl", user()
    )
    seen: list[int] = []
    Examiner(lambda _: QUIET, seen.append).examine(Home(tmp_path).sessions())
    assert sum(seen) == main.stat().st_size + agent.stat().st_size
