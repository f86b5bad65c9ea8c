"""Homes on disk: every layout, the owner's alone, with the times of the story."""

from __future__ import annotations

import os
import stat
import sys
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import Home
from steno.disk.subagents import SubagentLayout
from steno.testing.agent_tools import AgentTask, agent
from steno.testing.home import HomeBuilder, make_home, make_session
from steno.testing.session import SessionBuilder

if TYPE_CHECKING:
    from pathlib import Path

LAYOUTS = {
    "session": SubagentLayout.SESSION,
    "flat": SubagentLayout.FLAT,
    "project": SubagentLayout.PROJECT,
    "workflow/wf_1": SubagentLayout.WORKFLOW,
}


def _session(layout: str = "session") -> SessionBuilder:
    session = SessionBuilder("s", cwd="/home/mira/ebb")
    session.prompt("go")
    session.reply(agent(AgentTask("Look", "Look."), lambda _: "Seen.", layout=layout))
    return session


@pytest.mark.parametrize(("layout", "expected"), LAYOUTS.items())
def test_subagents_are_found_in_every_layout(
    tmp_path: Path, layout: str, expected: SubagentLayout
) -> None:
    """Wherever a version kept a sub-agent's file, the session finds it."""
    session = _session(layout)
    home = make_home(tmp_path / "home", [session])
    (found,) = Home(home).sessions()
    assert found.id == session.session_id
    (subagent,) = found.subagents
    assert subagent.layout is expected
    assert subagent.session_id == session.session_id


def test_session_lies_in_its_projects_folder(tmp_path: Path) -> None:
    """The folder's name is the slug of the working directory, the file's the session's id."""
    session = _session()
    path = make_session(tmp_path, session)
    assert path == tmp_path / "projects" / "-home-mira-ebb" / f"{session.session_id}.jsonl"
    assert path.read_bytes() == session.encode()


def test_results_and_backups_lie_where_the_client_keeps_them(tmp_path: Path) -> None:
    """Large results lie beside the session, old contents in the home's file history."""
    session = _session()
    session.keep_result("1.txt", "long")
    session.backup("/home/mira/ebb/a.py", 1, "old", "m")
    path = make_session(tmp_path, session)
    assert (path.with_suffix("") / "tool-results" / "1.txt").read_text() == "long"
    (backup,) = (tmp_path / "file-history" / session.session_id).iterdir()
    assert backup.read_text() == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_files_are_private_under_any_umask(tmp_path: Path) -> None:
    """Files are 0600 and folders 0700, even where the umask would allow or forbid more."""
    for number, mask in enumerate((0o000, 0o777)):
        before = os.umask(mask)
        try:
            home = make_home(tmp_path / str(number), [_session()])
        finally:
            os.umask(before)
        for path in [home, *home.rglob("*")]:
            expected = 0o700 if path.is_dir() else 0o600
            assert stat.S_IMODE(path.stat().st_mode) == expected


def test_files_have_the_times_of_their_last_lines(tmp_path: Path) -> None:
    """The newest session of the story is also the newest file."""
    session = _session()
    path = make_session(tmp_path, session)
    last = datetime.fromisoformat(session.clock.now).timestamp()
    assert path.stat().st_mtime == pytest.approx(last, abs=0.002)


def test_existing_file_is_replaced(tmp_path: Path) -> None:
    """Writing a home again gives the same home."""
    home = HomeBuilder()
    home.add("settings.json", b"old and longer")
    home.write(tmp_path)
    home.add_document("settings.json", {"a": 1})
    (path,) = home.write(tmp_path)
    assert path.read_bytes() == b'{\n  "a": 1\n}\n'
