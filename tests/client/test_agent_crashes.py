"""``steno-agent`` that is killed at any point of a long session: it always goes on, with all."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Final

import pytest

import steno
from tests.client.forked_agent import Death
from tests.client.killed_sessions import Session, check_subagents, some_death
from tests.client.twenty_turns import TURNS, prompt

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

KILLS: Final = [pytest.param(40, id="40"), pytest.param(200, id="200", marks=pytest.mark.stress)]


@pytest.mark.parametrize("kills", KILLS)
def test_killed_agent_goes_on_with_all_that_was_complete(tmp_path: Path, kills: int) -> None:
    """After every kill the transcript is sound and resumes; in the end all turns are in it."""
    chance, session, sessions = random.Random(kills), Session(tmp_path / "0"), 0
    while kills:
        kills -= session.live(some_death(chance))
        if session.is_over:
            check_subagents(session.path)
            session.close()
            sessions += 1
            session = Session(tmp_path / str(sessions))
    session.live(None)
    assert session.is_over
    whole = str(steno.load(session.path).messages(full_history=True))
    assert all(prompt(turn) in whole for turn in TURNS)
    check_subagents(session.path)
    session.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks descriptors up in /proc")
@pytest.mark.parametrize("lines", range(6))
def test_killed_within_a_compaction(tmp_path: Path, lines: int) -> None:
    """Either all that was said is sent, or the whole summary: never the end of one without both."""
    session = Session(tmp_path)
    death = Death(sign=b'"compact_boundary"', lines=lines)
    assert session.live(death)
    assert session.done == TURNS.index(9)
    left = str(steno.load(session.path).messages())
    has_all, has_summary = prompt(1) in left and prompt(8) in left, "errands were run." in left
    assert has_all is not has_summary
    assert has_summary is (lines > 2)
    assert not session.live(None)
    assert session.is_over
    session.close()
