"""Sub-agents of sessions whose file is gone, put together by the session that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import Home
from steno.session.gone import gone_sessions
from steno.testing.demo import write_demo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Give a demo of one's own, to take files from."""
    write_demo(tmp_path / "home")
    return Home(tmp_path / "home")


def test_one_session_of_the_demo_is_gone(home: Home) -> None:
    """Its sub-agent names it, and no file holds it."""
    (gone,) = gone_sessions(home.lost_subagents())
    assert gone.id is not None
    assert gone.id not in {file.id for file in home.sessions()}
    assert gone_sessions([]) == []


def test_what_is_left_of_a_session(home: Home) -> None:
    """It has its id, its sub-agents with their lines and ties, and no line of its own."""
    with_agents = [file for file in home.sessions() if file.subagents]
    assert with_agents
    agents = {file.id: {one.agent_id for one in file.subagents} for file in with_agents}
    agents |= {one.session_id or "": {one.agent_id} for one in home.lost_subagents()}
    for file in with_agents:
        file.path.unlink()
    found: dict[str, set[str]] = {}
    for gone in gone_sessions(home.lost_subagents()):
        assert (list(gone.entries), list(gone.turns), gone.chain) == ([], [], None)
        assert gone.path is not None
        assert gone.path.exists()
        for one in gone.subagents:
            assert one.session is not None
            assert list(one.session.entries)
        found.setdefault(gone.id or "", set()).update(one.agent_id for one in gone.subagents)
    assert found == agents
