"""What an undo would do is told before, and is what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import Home
from steno.edit.apply import apply, perform
from steno.edit.outlook import outlook_of
from steno.edit.relocate import relocate_project
from steno.edit.taken_back import plan_undo
from steno.edit.undo import undo
from steno.errors import EditStateError
from steno.session.session import load
from steno.store.database import open_state
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.projects import snapshot, write_home, write_session
from tests.edit.test_undo import cut_off, plan_of

if TYPE_CHECKING:
    from pathlib import Path


def size_of(home: Path) -> int:
    """Give the size of all files."""
    return sum(map(len, snapshot(home).values()))


@pytest.mark.parametrize(
    ("kind", "action"), [("clone", "remove"), ("trim", "remove"), ("in place", "change")]
)
def test_undo_does_what_was_told(tmp_path: Path, kind: str, action: str) -> None:
    """To the byte; what a resume sends is that of the source again."""
    home = tmp_path / "home"
    source = in_home(home, *CONVERSATION)
    sent = outlook_of(source)
    done = apply(plan_of(source, kind), tmp_path / "data")
    before = size_of(home)
    with open_state(tmp_path / "data", create=True) as state:
        plan = plan_undo(state, done.edit)
        assert [(one.action, one.path) for one in plan.files] == [(action, done.path)]
        assert plan.before == outlook_of(load(done.path))
        assert plan.after == sent
        undo(state, done.edit)
        assert plan.saved_bytes == before - size_of(home)
        with pytest.raises(EditStateError):
            plan_undo(state, done.edit)


def test_move_of_several_sessions_is_about_none(tmp_path: Path) -> None:
    """Every file is told with both its places."""
    home = Home(tmp_path / "home")
    write_home(home.path, "/work/old", 3)
    number = perform(relocate_project(home, "/work/old", "/work/x").batch, tmp_path / "data")
    before = size_of(home.path)
    with open_state(tmp_path / "data", create=True) as state:
        plan = plan_undo(state, number)
        assert (plan.before, plan.after) == (None, None)
        moved = [one for one in plan.files if one.action == "move"]
        assert all(one.moved_from and one.moved_from.exists() for one in moved)
        undo(state, number)
    assert all(one.path.exists() for one in plan.files)
    assert plan.saved_bytes == before - size_of(home.path)


def test_move_of_one_session_sends_the_same(tmp_path: Path) -> None:
    """Its lines lie where they moved to, or are kept."""
    home = Home(tmp_path / "home")
    sent = outlook_of(load(write_session(home.path, "/work/old", 3)))
    number = perform(relocate_project(home, "/work/old", "/work/x").batch, tmp_path / "data")
    with open_state(tmp_path / "data", create=True) as state:
        plan = plan_undo(state, number)
    assert (plan.before, plan.after) == (sent, sent)


def test_of_an_edit_that_was_cut_off_only_what_it_got_to(tmp_path: Path) -> None:
    """Here it got to nothing: the file is gone again."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    done = apply(plan_of(source, "clone"), tmp_path / "data")
    cut_off(tmp_path / "data", done.edit)
    done.path.unlink()
    with open_state(tmp_path / "data", create=True) as state:
        plan = plan_undo(state, done.edit)
    assert (plan.files, plan.saved_bytes, plan.before) == ((), 0, None)
