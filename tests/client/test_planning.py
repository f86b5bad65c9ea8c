"""Plan mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.opening import Place, open_new
from steno.client.planning import SessionPlanning
from steno.client.rulebook import open_rulebook

if TYPE_CHECKING:
    from pathlib import Path


def test_there_and_back(tmp_path: Path) -> None:
    """After the plan the mode is what it was; the plan lies under the session's own name."""
    recorder = open_new(Place(home=tmp_path, cwd=tmp_path)).recorder
    rules = open_rulebook("acceptEdits", (), tmp_path, home=tmp_path)
    planning = SessionPlanning(tmp_path, rules, recorder)
    assert planning.is_on is False
    planning.enter()
    planning.enter()
    assert rules.mode == "plan"
    path = planning.path
    assert path == tmp_path / "plans" / f"{recorder.envelope.slug}.md"
    assert planning.path == path
    planning.leave()
    assert rules.mode == "acceptEdits"


def test_a_session_that_begins_with_a_plan(tmp_path: Path) -> None:
    """Whoever starts in plan mode goes on in the usual one."""
    recorder = open_new(Place(home=tmp_path, cwd=tmp_path)).recorder
    rules = open_rulebook("plan", (), tmp_path, home=tmp_path)
    SessionPlanning(tmp_path, rules, recorder).leave()
    assert rules.mode == "default"
