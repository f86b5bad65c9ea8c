"""Killed processes and several at once: state.db stays whole, and nothing acknowledged is lost."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.store import migrations
from steno.store.database import STATE_NAME, open_state
from steno.store.lineage import Edits
from steno.store.upgrade import connect
from tests.disk import child_processes
from tests.store import state_child
from tests.store.made_state import SLOW, filled, know

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parents[2]
KILLS: Final = [pytest.param(10, id="10"), pytest.param(100, id="100", marks=pytest.mark.stress)]
"""For each of the three ways to be killed."""

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")


def start(job: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start a child that is spoken to through its pipes."""
    told = child_processes.environment()
    return subprocess.Popen(
        [sys.executable, str(Path(state_child.__file__)), job, str(folder)],
        env=told | {"PYTHONPATH": os.pathsep.join([str(ROOT), told["PYTHONPATH"]])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def at_once(count: int, job: Callable[..., None], *arguments: Any) -> None:
    """Run a job in so many new processes that begin at the same moment."""
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(count)
    told = [[str(n) if a == "writer" else a for a in arguments] for n in range(count)]
    children = [context.Process(target=job, args=(*given, ready)) for given in told]
    for child in children:
        child.start()
    for child in children:
        child.join(child_processes.PATIENCE)
    assert [child.exitcode for child in children] == [0] * count


@pytest.mark.parametrize("writers", [2, 4])
def test_several_writers_lose_nothing(tmp_path: Path, writers: int) -> None:
    """Whoever makes the file: 500 edits of each are there, once, finished and with their file."""
    at_once(writers, state_child.write_many, tmp_path / "data", "writer", 500)
    with open_state(tmp_path / "data", create=True) as state:
        journal = Edits(state)
        for writer in range(writers):
            edits = journal.edits_of(str(writer))
            assert [edit.result_session for edit in edits] == [f"{writer}-{n}" for n in range(500)]
            assert all(len(journal.files_of(edit.id)) == 1 for edit in edits[::50])
        assert journal.pending() == ()


def test_several_upgrades_at_once_are_one(tmp_path: Path) -> None:
    """One process takes the steps and keeps the copy, the others wait and find it done."""
    with pytest.MonkeyPatch.context() as patch:
        know(patch, migrations.MIGRATIONS[0])
        open_state(tmp_path, create=True).close()
    at_once(4, state_child.upgrade_at_once, tmp_path)
    with open_state(tmp_path, create=True) as state:
        assert len(Edits(state).origins()) == 4
    copies = [path.name for path in tmp_path.glob("*.before-*")]
    assert copies == [f"{STATE_NAME}.before-{migrations.MIGRATIONS[1].name}"]


@on_posix
@pytest.mark.parametrize("kills", KILLS)
def test_killed_writer_loses_nothing_acknowledged(tmp_path: Path, kills: int) -> None:
    """Whenever it is killed: all it acknowledged is done, and at most one edit each is pending."""
    chance, known = random.Random(kills), 0
    for kill in range(kills):
        child = start("write_for_ever", tmp_path)
        acknowledged = child_processes.killed_after(child, chance.random() * 0.03)
        with open_state(tmp_path, create=True) as state:
            journal = Edits(state)
            states = Counter(edit.state for edit in journal.edits_of("killed"))
            assert all(found(journal, number) == "done" for number in acknowledged)
            assert all(len(journal.files_of(edit.id)) == 1 for edit in journal.pending())
        known += len(acknowledged)
        assert known <= states["done"] <= known + kill + 1
        assert states["planned"] <= kill + 1


def found(journal: Edits, number: int) -> str | None:
    """Give the state of an edit."""
    edit = journal.edit(number)
    return edit.state if edit else None


@on_posix
@pytest.mark.parametrize("kills", KILLS)
def test_killed_maker_leaves_a_whole_file_or_none(tmp_path: Path, kills: int) -> None:
    """Whenever it is killed: what is there can be opened, and what is not can be made."""
    chance = random.Random(kills)
    for kill in range(kills):
        child = start("create_again_and_again", tmp_path / str(kill))
        begun = child_processes.killed_after(child, chance.random() * 0.05)
        for number in begun:
            folder = tmp_path / str(kill) / str(number)
            with open_state(folder, create=True) as state:
                edits = len(Edits(state).origins())
            assert edits == 1 or number == begun[-1]
            left = {path.name for path in folder.iterdir()} - {STATE_NAME}
            assert all(name.startswith(".steno-") for name in left)


@on_posix
@pytest.mark.parametrize("kills", KILLS)
def test_killed_upgrade_is_done_wholly_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    """Whenever it is killed: all edits are there, and the copy is what the file was before."""
    chance = random.Random(kills)
    known = migrations.MIGRATIONS
    for kill in range(kills):
        folder = tmp_path / str(kill)
        know(monkeypatch, *known)
        path = filled(folder, 50)
        child_processes.killed_after(start("upgrade_once", folder), chance.random() * 0.06)
        know(monkeypatch, *known, SLOW)
        with open_state(folder, create=True) as state:
            assert len(Edits(state).origins()) == 50
            assert state.connection.execute("SELECT count(*) FROM slow").fetchone() == (20000,)
        (copy,) = folder.glob("*.before-*")
        assert copy.name == f"{path.name}.before-{SLOW.name}"
        with closing(connect(copy, "immutable=1")) as before:
            names = before.execute("SELECT name FROM migrations ORDER BY name").fetchall()
            assert names == [(step.name,) for step in known]
            assert before.execute("SELECT count(*) FROM edits").fetchone() == (50,)
