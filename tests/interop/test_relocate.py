"""A session that was moved is found: the real client resumes it by its id from the new folder."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import pytest

from steno.catalog.resolve import resolve_session
from steno.disk.discover import Home
from steno.edit.apply import perform
from steno.edit.relocate import relocate_project, relocate_session
from steno.session.session import load
from steno.testing.demo import write_demo
from tests.interop.agreement import disagreement
from tests.interop.resuming import Attempt, Resumer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

OLD: Final = "/home/mira/ebb"
SESSIONS: Final = ("f9947dad", "2b622324", "16b08926")
"""Sessions of the demo with file backups and sub-agents."""


def moved(folder: Path, name: str, *, whole: bool) -> Attempt:
    """Move a session of the demo to a folder of its own, alone or with its whole project."""
    home, project = Home(folder / "made"), folder / "moved here" / "project"
    write_demo(home.path)
    file = resolve_session(name, [home])
    before = load(file.path).messages()
    relocation = (
        relocate_project(home, OLD, str(project)) if whole else relocate_session(file, str(project))
    )
    perform(relocation.batch, folder / "data")
    path = next(one.new_path for one in relocation.sessions if one.id == file.id)
    assert load(path).messages() == before
    assert not file.path.exists()
    own = folder / "home"
    place = own / ".claude" / path.relative_to(home.path)
    return Attempt(path.read_bytes(), place, own, project, ("--resume", file.id))


def test_real_client_finds_a_moved_session_by_its_id(
    client: Client, scripts: Path, tmp_path: Path
) -> None:
    """From the new folder, and it sends what it would have sent from the old one."""
    with ThreadPoolExecutor(2) as crew:
        resumer = Resumer(client, scripts, tmp_path / "resumed", crew)
        for number, name in enumerate(SESSIONS):
            resumer.start(name, moved(resumer.folder_for(name), name, whole=number == 0))
        for name in SESSIONS:
            resumed = resumer.resumed(name)
            assert resumed.request is not None, resumed.said
            assert disagreement(resumer.attempt(name), resumed, tmp_path) is None
