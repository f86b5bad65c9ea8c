"""``steno undo``: the newest edit, or one by its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from steno.cli import undo as undo_command
from steno.store.database import open_state
from steno.store.process import this_process
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_apply import snapshot
from tests.written import ONE, TWO

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
    document = run("undo", "--json", *places).document
    assert (document["schema"], document["undone"], document["edits"]) == ("steno.undo/1", None, [])
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
    for number in ("1", "9", "x", "-1", "²"):
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
    (row,) = run("undo", "--list", *places).rows
    assert row["state"] == "planned, cut off"
    assert "cut off" in run("undo", *places).out
    assert snapshot(tmp_path / "home") == before


def test_running_edit_is_left_alone(run: Run, tmp_path: Path, places: list[object]) -> None:
    """It is told in the list, and other commands do not take it for one that was cut off."""
    run("clone", ONE, *places)
    here = this_process()
    with open_state(tmp_path / "data", create=True) as state, state.writing() as connection:
        connection.execute(
            "UPDATE edits SET state = 'planned', process_id = ?, process_start = ?, boot_id = ?",
            (here.pid, here.start, here.boot),
        )
    before = snapshot(tmp_path / "home")
    (row,) = run("undo", "--list", *places).rows
    assert row["state"] == "planned, running"
    for arguments in (["undo"], ["undo", "1"], ["undo", "1", "--dry-run"]):
        answer = run(*arguments, *places)
        assert (answer.code, "still under way" in answer.err) == (2, True)
    assert "cut off" not in run("clone", ONE, "--dry-run", *places).err
    assert snapshot(tmp_path / "home") == before


def test_list_of_one_session(run: Run, tmp_path: Path, places: list[object]) -> None:
    """By any name, also when it is gone; one that never was is told."""
    in_home(tmp_path / "home", *CONVERSATION, session_id=TWO)
    run("clone", ONE, *places)
    new = run("clone", TWO, "--json", *places).document["result"]
    for name, numbers in ((ONE, [1]), (TWO[:8], [2]), (new["session"], [2]), (new["path"], [2])):
        rows = run("undo", "--list", name, "--json", *places).document["edits"]
        assert [row["number"] for row in rows] == numbers
    run("undo", *places)
    rows = run("undo", "--list", new["session"], "--json", *places).document["edits"]
    assert [row["state"] for row in rows] == ["undone"]
    assert run("undo", "--list", "nobody", *places).code == 2


def test_forgotten_edit_cannot_be_undone(run: Run, tmp_path: Path, places: list[object]) -> None:
    """Its bytes are gone; an undo is about the edit before, and the list tells."""
    run("clone", ONE, *places)
    run("trim", ONE, "--tool-calls", "--in-place", *places)
    after = snapshot(tmp_path / "home")
    dry = run("undo", "--forget", "2", "--dry-run", *places)
    assert (dry.code, "Edit 2: trim" in dry.out, "dry run" in dry.err) == (0, True, True)
    assert list((tmp_path / "data" / "kept").rglob("*-*"))
    answer = run("undo", "--forget", "2", "--yes", *places)
    assert (answer.code, "Removed 1 kept file" in answer.out) == (0, True)
    assert not list((tmp_path / "data" / "kept").rglob("*-*"))
    refused = run("undo", "2", *places)
    assert (refused.code, "removed for good" in refused.err) == (2, True)
    assert snapshot(tmp_path / "home") == after
    states = [row["state"] for row in run("undo", "--list", *places).rows]
    assert states == ["done", "done, forgotten"]
    assert "Edit 1: clone" in run("undo", *places).out


def test_forgetting_asks_first(
    run: Run, tmp_path: Path, places: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a no leaves all as it is."""
    run("trim", ONE, "--tool-calls", "--in-place", *places)
    asked: list[str] = []

    def refuse(question: str, *, yes: bool) -> None:
        asked.append(question)
        if not yes:
            raise click.Abort

    monkeypatch.setattr(undo_command, "ask", refuse)
    assert run("undo", "--forget", "1", *places).code != 0
    assert "for good" in asked[0]
    assert list((tmp_path / "data" / "kept").rglob("*-*"))
    assert run("undo", "--forget", "1", "--yes", *places).code == 0


def test_forgetting_all_before_a_day(run: Run, tmp_path: Path, places: list[object]) -> None:
    """Those that keep something; the others can still be undone."""
    for arguments in (["trim", ONE, "--tool-calls"], ["trim", ONE, "--thinking"]):
        run(*arguments, "--in-place", *places)
    run("clone", ONE, *places)
    with open_state(tmp_path / "data", create=True) as state, state.writing() as connection:
        connection.execute("UPDATE edits SET made_at = '2026-01-02T03:04:05Z' WHERE id != 2")
    answer = run("undo", "--forget-before", "2026-02-01", "--json", *places)
    assert [row["number"] for row in answer.document["forgotten"]] == [1]
    assert answer.document["forgotten"][0]["forgotten_at"] is not None
    assert run("undo", "--forget-before", "2026-02-01", *places).code == 1
    assert run("undo", "3", *places).code == 0


@pytest.mark.parametrize(
    "arguments",
    [["1", "--forget", "1"], ["--list", "--forget", "1"], ["--forget", "9"], ["--forget", "x"],
     ["--forget-before", "someday"]],
)  # fmt: skip
def test_wrong_use_is_told(run: Run, places: list[object], arguments: list[str]) -> None:
    """With exit code 2, and nothing is forgotten."""
    run("trim", ONE, "--tool-calls", "--in-place", *places)
    assert run("undo", *arguments, *places).code == 2
    (row,) = run("undo", "--list", "--json", *places).document["edits"]
    assert row["forgotten_at"] is None


def test_edit_that_keeps_nothing_is_not_forgotten(run: Run, places: list[object]) -> None:
    """It can still be undone."""
    run("clone", ONE, *places)
    answer = run("undo", "--forget", "1", *places)
    assert (answer.code, "no old bytes" in answer.err) == (1, True)
    assert run("undo", "1", *places).code == 0
