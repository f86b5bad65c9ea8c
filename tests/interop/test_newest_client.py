"""What the newest real client writes is kept whole, known or not; what is unknown is reported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from steno.cli.main import main
from steno.disk.discover import Home
from tests.interop.lab import transcripts_in
from tests.interop.reading import drift_of, odd_lines
from tests.interop.recount import records
from tests.interop.scenarios import all_scenarios, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.format.drift import Drift, DriftRow
    from tests.interop.lab import Capture, Lab

pytestmark = pytest.mark.interop


@pytest.fixture(params=list(all_scenarios()))
def capture(request: pytest.FixtureRequest, newest_captures: Lab) -> Capture:
    """Give what each scenario in turn left behind."""
    reason = why_not(all_scenarios()[request.param])
    if reason is not None:
        pytest.skip(reason)
    return newest_captures.capture(request.param)


def test_no_line_is_lost(capture: Capture) -> None:
    """Every byte comes back, and every line is one record, also of types that are unknown."""
    assert [line for path in capture.transcripts() for line in odd_lines(path)] == []


def test_no_session_is_missed(capture: Capture, capsys: pytest.CaptureFixture[str]) -> None:
    """Discovery finds every transcript, and counting sees every line of it."""
    paths = list(transcripts_in(capture.home))
    sessions = list(Home(capture.home).sessions())
    agents = [agent.path for session in sessions for agent in session.subagents]
    assert sorted([*(session.path for session in sessions), *agents]) == paths
    if sessions:
        main(["stats", "--home", str(capture.home), "--json"])
        totals = json.loads(capsys.readouterr().out)["totals"]
        lines = sum(len(records(session.path)) for session in sessions)
        assert (totals["lines"], sum(totals["types"].values())) == (lines, lines)
        assert totals["bad_lines"] == 0


def test_drift_is_reported(newest_captures: Lab, report: list[str]) -> None:
    """What this release does not know of the newest client is shown, and is no failure."""
    names = [name for name, scenario in all_scenarios().items() if why_not(scenario) is None]
    found = {name: list(newest_captures.capture(name).transcripts()) for name in names}
    report.extend(_report(drift_of(path for paths in found.values() for path in paths)))
    # Options come and go, and so does what there is to type; most must have left something.
    silent = [name for name, paths in found.items() if not paths]
    report.extend(f"  no transcript from {name}" for name in silent)
    report.insert(0, f"{newest_captures.client.version} in {len(names)} scenarios")
    assert len(silent) < len(names) / 2


def _report(drift: Drift) -> Iterator[str]:
    rows = drift.rows()
    yield f"  {len(rows)} things that this release does not know (all of them are kept)"
    yield from sorted(f"  {row.kind:<12} {row.name} ({_times(row)})" for row in rows)


def _times(row: DriftRow) -> str:
    return "once" if row.count == 1 else f"{row.count} times"
