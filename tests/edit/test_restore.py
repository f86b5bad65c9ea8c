"""Tests of restoring: what was, from where, and what is left alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.disk.discover import Home
from steno.edit.moments import END
from steno.edit.restore import Action, restore
from steno.edit.restored import carry_out_restore
from steno.errors import UsageError
from steno.session.session import load_file
from tests.edit.worked import Worked, worked

if TYPE_CHECKING:
    from pathlib import Path

seeds = st.integers(0, 10**9)
_FEW = settings(max_examples=15)


@_FEW
@given(seed=seeds)
def test_newest_state_right_after_a_session_is_the_identity(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Nothing is planned where the files are as the session left them."""
    made = worked(seed, tmp_path_factory.mktemp("worked"))
    plan = restore(made.session(), "end")
    assert {file.action for file in plan.files} <= {Action.UNCHANGED}
    assert plan.batch.files == ()


@_FEW
@given(seed=seeds, data=st.data())
def test_every_file_is_put_back_as_it_was_at_a_prompt(
    seed: int, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Byte for byte, whoever changed it in between, as long as a prompt came after."""
    folder = tmp_path_factory.mktemp("worked")
    made = worked(seed, folder)
    number = data.draw(st.integers(1, len(made.states)))
    session = made.session()
    place = next(
        turn.number for turn in session.turns if turn.row == session.outline.by_uuid[f"p{number}"]
    )
    carry_out_restore(restore(session, str(place)), folder / "data")
    touched = set(made.copies)
    held = {name: content for name, content in made.held().items() if name in touched}
    wanted = {name: one for name, one in made.states[number - 1].items() if name in touched}
    assert held == wanted
    again = restore(made.session(), f"p{number}")
    assert [file.path for file in again.planned] == []


def _simple(tmp_path: Path) -> Worked:
    made = Worked(tmp_path / "home", tmp_path / "project")
    (made.project / "old.txt").write_bytes(b"old words\n")
    made.ask()
    made.edit("old.txt", "new")
    made.write("made.txt", "made words\n")
    return made


def _actions(made: Worked, at: str = "1", **asked: object) -> dict[str, tuple[str, str | None]]:
    plan = restore(made.session(), at, **asked)  # type: ignore[arg-type]
    return {file.path.rpartition("/")[2]: (file.action.value, file.source) for file in plan.files}


def test_plan_says_what_becomes_of_each_file(tmp_path: Path) -> None:
    """What was changed is changed back, and what was made goes."""
    made = _simple(tmp_path)
    assert _actions(made) == {"old.txt": ("change", "backup"), "made.txt": ("delete", "backup")}
    assert _actions(made, "end") == {
        "old.txt": ("unchanged", "after"),
        "made.txt": ("unchanged", "after"),
    }


def test_planning_changes_nothing(tmp_path: Path) -> None:
    """Neither in the project nor in the home."""
    made = _simple(tmp_path)
    session, before = made.session(), made.held()
    home = sorted(path for path in made.home.rglob("*"))
    restore(session, "1")
    assert made.held() == before
    assert sorted(path for path in made.home.rglob("*")) == home


def test_other_folder_gets_the_files_below_it(tmp_path: Path) -> None:
    """And the project itself stays as it is."""
    made = _simple(tmp_path)
    before = made.held()
    plan = restore(made.session(), "1", to=tmp_path / "new" / "place")
    assert [(file.action, file.new) for file in plan.planned] == [(Action.CREATE, b"old words\n")]
    carry_out_restore(plan, tmp_path / "data")
    assert (tmp_path / "new" / "place" / "old.txt").read_bytes() == b"old words\n"
    assert made.held() == before


def test_only_files_that_are_named_are_put_back(tmp_path: Path) -> None:
    """By their names in the project, as whole paths, or by their folder."""
    made = _simple(tmp_path)
    made.write("src/in.txt", "in\n")
    assert set(_actions(made, names=["old.txt"])) == {"old.txt"}
    assert set(_actions(made, names=[str(made.project / "old.txt")])) == {"old.txt"}
    assert set(_actions(made, names=["src"])) == {"in.txt"}
    with pytest.raises(UsageError, match="changed no file 'other\\.txt'"):
        _actions(made, names=["other.txt"])


def test_missing_copy_is_made_up_for_by_what_tools_told(tmp_path: Path) -> None:
    """And where nothing tells, the file is unknown and left alone."""
    made = _simple(tmp_path)
    (made.project / "by-hand.txt").write_bytes(b"x")
    made.copies["by-hand.txt"] = (0, None)
    made.ask()
    for copy in (made.home / "file-history").rglob("*@v*"):
        copy.unlink()
    plan = restore(made.session(), "1")
    told = {file.path.rpartition("/")[2]: file for file in plan.files}
    assert told["old.txt"].source == "before"
    assert "its copy is gone" in told["old.txt"].why
    assert told["by-hand.txt"].action is Action.UNKNOWN
    assert "is gone, and no result tells of it" in told["by-hand.txt"].why


def test_change_without_a_known_outcome_makes_a_file_unknown(tmp_path: Path) -> None:
    """An edit that the user made another one: what came of it, only the next copy tells."""
    made = _simple(tmp_path)
    (made.project / "old.txt").write_bytes(b"new words\n")
    edited = {"oldString": "new", "newString": "x", "userModified": True}
    made.change("Edit", "old.txt", b"new words\n", b"theirs\n", **edited)
    assert _actions(made, "end")["old.txt"] == ("unknown", None)
    made.ask()
    assert _actions(made, "end")["old.txt"] == ("unchanged", "backup")


def test_files_outside_of_the_project_are_refused(tmp_path: Path) -> None:
    """Whatever the transcript says: nothing but the project is touched."""
    made = _simple(tmp_path)
    outside = tmp_path / "outside.txt"
    made.change("Write", "../outside.txt", None, b"x", type="create", content="x")
    (made.project / ".git").mkdir()
    made.write(".git/hook", "x")
    plan = restore(made.session(), "1")
    refused = {file.path: file.why for file in plan.files if file.action is Action.REFUSED}
    assert set(refused.values()) == {
        "it is outside of the project",
        "it belongs to version control",
    }
    assert outside.read_bytes() == b"x"


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither a file that is one, nor a folder on the way."""
    made = _simple(tmp_path)
    made.write("src/in.txt", "in\n")
    made.ask()
    made.write("src/in.txt", "other\n")
    (made.project / "src").rename(tmp_path / "elsewhere")
    (made.project / "src").symlink_to(tmp_path / "elsewhere")
    (made.project / "old.txt").unlink()
    (made.project / "old.txt").symlink_to(tmp_path / "elsewhere" / "in.txt")
    plan = restore(made.session(), "2")
    refused = {file.path.rpartition("/")[2]: file.why for file in plan.files if file.why}
    assert refused["old.txt"] == "a link stands there"
    assert refused["in.txt"].endswith("on the way to it is a link")
    assert plan.planned == []


@pytest.mark.parametrize("at", ["0", "9", "nobody", "-2", ""])
def test_prompt_that_is_none_is_refused(tmp_path: Path, at: str) -> None:
    """With the way to find the right one."""
    with pytest.raises(UsageError, match=r"'steno turns .*' lists its 1 turn, and"):
        restore(_simple(tmp_path).session(), at)


def test_project_that_is_not_here_needs_another_folder(tmp_path: Path) -> None:
    """A session of another machine is restored below a folder that is named."""
    made = _simple(tmp_path)
    session = made.session()
    made.project.rename(tmp_path / "moved")
    with pytest.raises(UsageError, match="is not here; name another one with --to DIR"):
        restore(session, "1")
    assert restore(session, "1", to=tmp_path / "moved").planned != []


def test_real_sessions_can_be_looked_at_without_a_trace(corpus: Path, tmp_path: Path) -> None:
    """Every file of every session gets an answer, and nothing is written anywhere."""
    seen = 0
    for file in Home(corpus).sessions():
        session = load_file(file)
        for at in ("1", END) if session.turns else ():
            plan = restore(session, at, to=tmp_path / "to")
            seen += len(plan.files)
            for one in plan.files:
                assert one.why or one.action not in (Action.UNKNOWN, Action.REFUSED)
                assert one.target is None or one.target.is_relative_to(plan.root)
    assert seen > 100
    assert list(tmp_path.iterdir()) == []
