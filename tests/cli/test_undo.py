"""``steno undo``: the newest edit, or one by its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.store.database import open_state
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_apply import snapshot
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.fixture
def places(tmp_path: Path) -> list[object]:
    """Write a session into a home, and give where it and the journal are."""
    in_home(tmp_path / "home", *CONVERSATION)
    return ["--home", tmp_path / "home", "--db", tmp_path / "data"]


def test_nothing_to_undo(run: Run, tmp_path: Path, places: list[object]) -> None:
    """Told with exit code 1, and no journal is made for it."""
    answer = run("undo", *places)
    assert (answer.code, "no edit" in answer.err) == (1, True)
    assert run("undo", "--json", *places).document == {
        "schema": "steno.undo/1", "undone": None, "edits": [],
    }  # fmt: skip
    assert not (tmp_path / "data").exists()


def test_newest_goes_first(run: Run, tmp_path: Path, places: list[object]) -> None:
    """Each undo takes one more back; then there is nothing left."""
    before = snapshot(tmp_path / "home")
    run("clone", ONE, *places)
    run("trim", ONE, "--thinking", *places)
    assert run("undo", "--json", *places).document["undone"]["edit"] == "trim"
    answer = run("undo", *places)
    assert "Edit 1: clone" in answer.out
    assert snapshot(tmp_path / "home") == before
    assert run("undo", *places).code == 1


def test_by_number(run: Run, places: list[object]) -> None:
    """Another one stays; one that never was, or was undone, is refused."""
    run("clone", ONE, *places)
    run("clone", ONE, *places)
    assert run("undo", "1", *places).code == 0
    states = [row["state"] for row in run("undo", "--list", *places).rows]
    assert states == ["undone", "done"]
    for number in ("1", "9"):
        assert run("undo", number, *places).code == 2


def test_dry_run_and_list_change_nothing(run: Run, tmp_path: Path, places: list[object]) -> None:
    """They only say."""
    run("clone", ONE, *places)
    before = snapshot(tmp_path / "home")
    assert "Edit 1" in run("undo", "--dry-run", *places).out
    shown = run("undo", "--dry-run", "--json", *places).document
    assert (shown["undone"], shown["edits"][0]["number"]) == (None, 1)
    assert len(run("undo", "--list", "--json", *places).document["edits"]) == 1
    assert snapshot(tmp_path / "home") == before


def test_edit_that_was_cut_off_comes_first(run: Run, tmp_path: Path, places: list[object]) -> None:
    """A plain undo cleans up after it, and says so."""
    before = snapshot(tmp_path / "home")
    run("clone", ONE, *places)
    with open_state(tmp_path / "data", create=True) as state, state.writing() as connection:
        connection.execute("UPDATE edits SET state = 'planned'")
    assert "cut off" in run("undo", *places).out
    assert snapshot(tmp_path / "home") == before
