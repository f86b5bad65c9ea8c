"""Forget: what is kept of an edit goes, and only that."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from steno.edit import forget as forget_module
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.forget import forget, keeping, keeps_bytes, sweep
from steno.edit.repair import repair
from steno.edit.trim import Trim, trim
from steno.edit.undo import undo
from steno.errors import EditStateError, ForgottenEditError, UsageError
from steno.session.session import load
from steno.store.database import open_state
from steno.store.kept import clean_up, keep_bytes, kept_file, verified
from steno.store.lineage import Edits
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_undo import cut_off
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path


def trimmed(tmp_path: Path, what: Trim) -> int:
    """Trim a session in place, and give the number of the edit."""
    path = in_home(tmp_path / "home", *CONVERSATION).path
    assert path is not None
    return apply(trim(load(path), what, in_place=True), tmp_path / "data").edit


def test_only_the_bytes_of_that_edit_go(tmp_path: Path) -> None:
    """It cannot be undone then; another one can."""
    first = trimmed(tmp_path, Trim(tool_calls=True))
    second = trimmed(tmp_path, Trim(thinking=True))
    with open_state(tmp_path / "data", create=True) as state:
        (name,) = keeps_bytes(state, second)
        size = verified(state.folder, name).stat().st_size
        done = forget(state, second)
        assert (done.files, done.bytes, done.edit.id) == (1, size, second)
        assert not kept_file(state.folder, name).exists()
        with pytest.raises(ForgottenEditError, match="cannot be taken back"):
            undo(state, second)
        (other,) = keeps_bytes(state, first)
        assert verified(state.folder, other).exists()


def test_bytes_that_were_left_go_another_time(tmp_path: Path) -> None:
    """Such as after a crash between the record and the removal."""
    number = trimmed(tmp_path, Trim(tool_calls=True))
    with open_state(tmp_path / "data", create=True) as state:
        (name,) = keeps_bytes(state, number)
        Edits(state).mark_forgotten(number)
        assert forget(state, number).bytes > 0
        assert not kept_file(state.folder, name).exists()
        assert forget(state, number).bytes == 0


def test_quarantine_goes_too(tmp_path: Path) -> None:
    """What a repair took out may hold anything."""
    source = in_home(tmp_path / "home", *CONVERSATION, b"torn {")
    number = apply(repair(source), tmp_path / "data").edit
    with open_state(tmp_path / "data", create=True) as state:
        (name,) = keeps_bytes(state, number)
        assert name.startswith("quarantine/")
        assert forget(state, number).bytes == len(b"torn {")


def test_edit_that_keeps_nothing_stays_as_it_is(tmp_path: Path) -> None:
    """A copy is undone by removing it."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    done = apply(clone(source), tmp_path / "data")
    with open_state(tmp_path / "data", create=True) as state:
        assert forget(state, done.edit).files == 0
        undo(state, done.edit)
    assert not done.path.exists()


def test_edit_that_has_not_ended_needs_its_bytes(tmp_path: Path) -> None:
    """They are what an undo cleans up with; and one that never was has none."""
    number = trimmed(tmp_path, Trim(tool_calls=True))
    cut_off(tmp_path / "data", number)
    with open_state(tmp_path / "data", create=True) as state:
        with pytest.raises(UsageError, match=f"steno undo {number}"):
            forget(state, number)
        with pytest.raises(EditStateError):
            forget(state, 99)
        undo(state, number)


def test_edits_that_keep_bytes_of_a_session_are_known(tmp_path: Path) -> None:
    """By its id or its path; without a journal there are none, and none is made."""
    assert keeping(tmp_path / "data", ONE) == ()
    assert not (tmp_path / "data").exists()
    number = trimmed(tmp_path, Trim(tool_calls=True))
    apply(clone(in_home(tmp_path / "home", *CONVERSATION)), tmp_path / "data")
    assert keeping(tmp_path / "data", ONE) == (number,)
    assert keeping(tmp_path / "data", "other") == ()


def test_strays_are_swept_after_an_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that no edit mentions; what an edit needs stays."""
    first = trimmed(tmp_path, Trim(tool_calls=True))
    second = trimmed(tmp_path, Trim(thinking=True))
    stray = kept_file(tmp_path / "data", keep_bytes(tmp_path / "data", 99, 1, b"stray"))
    monkeypatch.setattr(forget_module, "clean_up", partial(clean_up, older_than=-60))
    with open_state(tmp_path / "data", create=True) as state:
        undo(state, second)
        assert not stray.exists()
        (name,) = keeps_bytes(state, first)
        assert verified(state.folder, name).exists()
        assert sweep(state) == ()
