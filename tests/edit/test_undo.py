"""Undo: the bytes are as before, unless somebody has changed them since."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.edit.undo import cut_off as cut_off_edits
from steno.edit.undo import undo
from steno.errors import (
    EditStateError,
    FileChangedError,
    LiveSessionError,
    ResultChangedError,
    RunningEditError,
)
from steno.store.database import open_state
from steno.store.edit_rows import EditFacts, FileChange
from steno.store.lineage import Edits
from steno.store.process import this_process
from tests.edit.conversations import SOME, conversations
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_apply import snapshot
from tests.written import write_lines

if TYPE_CHECKING:
    from steno.edit.apply import Applied
    from steno.edit.plan import Plan
    from steno.session.session import Session
    from tests.session.transcripts import Body


def plan_of(session: Session, kind: str) -> Plan:
    """Plan an edit by its name."""
    if kind == "clone":
        return clone(session)
    what = Trim(tool_calls=True, thinking=True)
    return trim(session, what, in_place=kind == "in place")


@SOME
@given(conversations, st.sampled_from(["clone", "trim", "in place"]))
def test_undo_restores_the_bytes(lines: list[Body], kind: str) -> None:
    """Of the whole home."""
    with TemporaryDirectory() as folder:
        home, data = Path(folder) / "home", Path(folder) / "data"
        source = in_home(home, *lines)
        before = snapshot(home)
        done = apply(plan_of(source, kind), data)
        with open_state(data, create=True) as state:
            undone = undo(state, done.edit)
            assert undone.id == done.edit
            again = Edits(state).edit(done.edit)
            assert again is not None
            assert again.state == "undone"
        assert snapshot(home) == before


def applied(tmp_path: Path, kind: str) -> Applied:
    """Do an edit in a home."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    return apply(plan_of(source, kind), tmp_path / "data")


@pytest.mark.parametrize("kind", ["clone", "in place"])
def test_result_that_somebody_went_on_with_stays(tmp_path: Path, kind: str) -> None:
    """An undo would lose what came since."""
    done = applied(tmp_path, kind)
    with done.path.open("ab") as file:
        file.write(b"{}\n")
    before = snapshot(tmp_path / "home")
    with open_state(tmp_path / "data", create=True) as state:
        with pytest.raises(FileChangedError):
            undo(state, done.edit)
        edit = Edits(state).edit(done.edit)
        assert edit is not None
        assert edit.state == "done"
    assert snapshot(tmp_path / "home") == before


def test_edit_is_undone_once(tmp_path: Path) -> None:
    """Another time it is said so; so it is for an edit that never was."""
    done = applied(tmp_path, "clone")
    with open_state(tmp_path / "data", create=True) as state:
        undo(state, done.edit)
        for number in (done.edit, 99):
            with pytest.raises(EditStateError):
                undo(state, number)


def test_edit_that_was_cut_off_is_cleaned_up(tmp_path: Path) -> None:
    """What it had got to goes, what it had not is no matter."""
    done = applied(tmp_path, "clone")
    with open_state(tmp_path / "data", create=True) as state:
        edits = Edits(state)
        (change,) = edits.files_of(done.edit)
        with state.writing():
            number = edits.begin_edit(EditFacts(kind="clone"))
            edits.record_file(number, change)
            missing = str(tmp_path / "home" / "projects" / "x.jsonl")
            other = FileChange(
                number=2, role="session", path=missing, action="create", after_sha256="0" * 64
            )
            edits.record_file(number, other)
        undo(state, number)
        edit = edits.edit(number)
        assert edit is not None
        assert edit.state == "failed"
    assert not done.path.exists()


def cut_off(data: Path, number: int) -> None:
    """Have a finished edit look as if it had been cut off at its very end."""
    with open_state(data, create=True) as state, state.writing() as connection:
        connection.execute("UPDATE edits SET state = 'planned' WHERE id = ?", (number,))


def test_cut_off_edit_that_somebody_went_on_with_is_refused(tmp_path: Path) -> None:
    """Nothing is claimed to be as it was that is not."""
    done = applied(tmp_path, "in place")
    cut_off(tmp_path / "data", done.edit)
    with done.path.open("ab") as file:
        file.write(b"{}\n")
    before = snapshot(tmp_path / "home")
    with open_state(tmp_path / "data", create=True) as state:
        with pytest.raises(ResultChangedError, match="after the edit"):
            undo(state, done.edit)
        edit = Edits(state).edit(done.edit)
        assert edit is not None
        assert edit.state == "planned"
    assert snapshot(tmp_path / "home") == before


def test_edit_that_is_under_way_is_refused(tmp_path: Path) -> None:
    """Both would write the same files; when its process has ended, it was cut off."""
    done = applied(tmp_path, "in place")
    before = snapshot(tmp_path / "home")
    with open_state(tmp_path / "data", create=True) as state:
        number = Edits(state).begin_edit(EditFacts(kind="clone"), this_process())
        with pytest.raises(RunningEditError, match="under way"):
            undo(state, number)
        assert cut_off_edits(tmp_path / "data") == ()
        Edits(state).let_go(number)
        assert [edit.id for edit in cut_off_edits(tmp_path / "data")] == [number]
        undo(state, number)
        assert cut_off_edits(tmp_path / "data") == ()
    assert snapshot(tmp_path / "home") == before
    assert done.path.exists()


def test_session_that_a_client_has_open_stays(tmp_path: Path) -> None:
    """It would go on writing a file without its beginning."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    done = apply(clone(source), tmp_path / "data")
    announced = {"pid": os.getpid(), "sessionId": done.session}
    write_lines(tmp_path / "home" / "sessions" / "1.json", json.dumps(announced).encode())
    with open_state(tmp_path / "data", create=True) as state, pytest.raises(LiveSessionError):
        undo(state, done.edit)
    assert done.path.exists()
