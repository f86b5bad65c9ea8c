"""Moves and imports that are killed at any point: the old or the new is there, complete."""

from __future__ import annotations

import os
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import pytest

from steno.disk.discover import Home
from steno.edit.apply import perform
from steno.edit.bundle import plan_bundle, write_bundle
from steno.edit.bundle_reader import opened_bundle
from steno.edit.import_bundle import Wish, plan_import
from steno.edit.relocate import relocate_project
from steno.edit.undo import undo
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.edit.projects import snapshot, write_home
from tests.edit.test_edit_crashes import KILLS, clean_up, in_a_child

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does")

OLD, NEW = "/work/old", "/work/new"


def relocated(folder: Path) -> None:
    """Move a project."""
    perform(relocate_project(Home(folder / "home"), OLD, NEW).batch, folder / "data")


def imported(folder: Path) -> None:
    """Import a bundle, with new ids and paths."""
    with opened_bundle(folder / "x.zip") as bundle:
        bundle.verify()
        wish = Wish(to=NEW, keep_ids=True)
        plan = plan_import(bundle, Home(folder / "home"), wish, folder / "scratch")
        perform(plan.batch, folder / "data")


_LATEST: Final[dict[Callable[[Path], None], int]] = {relocated: 300, imported: 500}
"""About how many things they do to files."""


def prepared(folder: Path, work: Callable[[Path], None] = relocated) -> dict[str, bytes]:
    """Write a home and a bundle of it; give the files of the home to work on."""
    home = Home(folder / "home")
    paths = write_home(home.path, OLD, 7)
    (folder / "scratch").mkdir()
    files = [file for file in home.sessions() if file.path in paths]
    write_bundle(plan_bundle(files), folder / "x.zip")
    if work is imported:
        home.path.rename(folder / "origin")
    return snapshot(home.path)


def found_in(folder: Path) -> dict[str, bytes]:
    """Give the files of the home, without those that a killed writer left."""
    found = snapshot(folder / "home")
    return {name: content for name, content in found.items() if ".steno-" not in name}


def holds(found: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> bool:
    """Say whether everything wanted is there; the history is changed before the rest."""
    return all(found.get(name) == wanted[name] for name in wanted if name != "history.jsonl")


def whole(found: Mapping[str, bytes], after: Mapping[str, bytes]) -> bool:
    """Say whether every session that is there is complete, and as it should be."""
    ids = [Path(name).stem for name in after if name.count("/") == 2 and name in found]
    return all(found.get(name) == after[name] for name in after for one in ids if one in name)


@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.parametrize("work", [relocated, imported])
def test_killed_move_leaves_the_old_or_the_new(work: Callable[[Path], None], kills: int) -> None:
    """And what it left can be cleaned up to the last byte."""
    chance, points = random.Random(work.__name__), _LATEST[work]
    with TemporaryDirectory() as name:
        prepared(Path(name), work)
        work(Path(name))
        after = snapshot(Path(name) / "home")
    for number in range(kills):
        with TemporaryDirectory() as name:
            folder = Path(name)
            before = prepared(folder, work)
            point = number + 1 if kills > 100 else chance.randrange(1, points)
            in_a_child(point, lambda folder=folder: work(folder))  # type: ignore[misc]
            found = found_in(folder)
            assert holds(found, before) or holds(found, after), point
            assert work is relocated or whole(found, after), point
            clean_up(folder)
            assert found_in(folder) in (before, after), point


@pytest.mark.parametrize("kills", KILLS)
def test_killed_undo_of_a_move_can_be_finished(kills: int) -> None:
    """By another undo; until then the old or the new is there."""
    chance = random.Random(3)
    for number in range(kills):
        with TemporaryDirectory() as name:
            folder = Path(name)
            before = prepared(folder)
            relocated(folder)
            after = found_in(folder)

            def work(data: Path = folder / "data") -> None:
                with open_state(data, create=True) as state:
                    undo(state, 1)

            in_a_child(number + 1 if kills > 100 else chance.randrange(1, 400), work)
            found = found_in(folder)
            assert holds(found, before) or holds(found, after)
            with open_state(folder / "data", create=True) as state:
                if Edits(state).newest() is not None:
                    undo(state, 1)
            assert found_in(folder) == before
