"""Applying a plan: guarded, recorded, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.writer import replace_file
from steno.edit import apply as applying
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.errors import FileChangedError, LiveSessionError, WriteFailedError
from steno.session.session import load
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE, TWO, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session


@pytest.fixture
def source(tmp_path: Path) -> Session:
    """Write a session with a tool result beside it."""
    loaded = in_home(tmp_path / "home", *CONVERSATION)
    assert loaded.path is not None
    write_lines(loaded.path.with_suffix("") / "tool-results" / "big.txt", b"big")
    return load(loaded.path)


def snapshot(folder: Path) -> dict[str, bytes]:
    """Read every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def edits_in(data: Path) -> list[tuple[str, str]]:
    """Give kind and state of all edits on record."""
    with open_state(data, create=True) as state:
        return [(edit.kind, edit.state) for edit in Edits(state).all()]


def test_copy_is_written_and_recorded(tmp_path: Path, source: Session) -> None:
    """The original stays as it is; what is written is the user's alone."""
    before = snapshot(tmp_path / "home")
    done = apply(clone(source, new_id=TWO), tmp_path / "data")
    after = snapshot(tmp_path / "home")
    assert {name: after[name] for name in before} == before
    new = {name for name in after if name not in before}
    assert {name.rpartition("/")[2] for name in new} == {f"{TWO}.jsonl", "big.txt"}
    assert load(done.path).messages() == source.messages()
    with open_state(tmp_path / "data", create=True) as state:
        edit = Edits(state).origins()[TWO]
        assert (edit.id, edit.source_session, edit.state) == (done.edit, ONE, "done")
        assert [change.action for change in Edits(state).files_of(edit.id)] == ["create"] * 2
    if os.name == "posix":
        modes = {stat.S_IMODE((tmp_path / "home" / name).stat().st_mode) for name in new}
        assert modes == {0o600}


def test_edit_in_place_keeps_the_old_bytes(tmp_path: Path, source: Session) -> None:
    """In the data folder, for an undo."""
    assert source.path is not None
    old = source.path.read_bytes()
    apply(trim(source, Trim(tool_calls=True), in_place=True), tmp_path / "data")
    assert source.path.read_bytes() != old
    assert old in snapshot(tmp_path / "data" / "kept").values()


def test_changed_source_is_refused(tmp_path: Path, source: Session) -> None:
    """The plan was made for something else."""
    plan = clone(source)
    assert source.path is not None
    with source.path.open("ab") as file:
        file.write(b"{}\n")
    before = snapshot(tmp_path / "home")
    with pytest.raises(FileChangedError):
        apply(plan, tmp_path / "data")
    assert snapshot(tmp_path / "home") == before
    assert edits_in(tmp_path / "data") == []


def test_running_client_is_left_alone(tmp_path: Path, source: Session) -> None:
    """Whatever kind of edit it is."""
    announcement = {"pid": os.getpid(), "sessionId": ONE}
    write_lines(tmp_path / "home" / "sessions" / "1.json", json.dumps(announcement).encode())
    for plan in (clone(source), trim(source, Trim(thinking=True), in_place=True)):
        with pytest.raises(LiveSessionError, match=str(os.getpid())):
            apply(plan, tmp_path / "data")
    write_lines(tmp_path / "home" / "sessions" / "1.json", b'{"pid":1,"sessionId":"other"}')
    apply(clone(source), tmp_path / "data")


def test_failure_on_the_way_leaves_nothing(
    tmp_path: Path, source: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before it is taken back, and the record says that it failed."""
    before = snapshot(tmp_path / "home")
    written: list[Path] = []

    def replace(path: Path, *rest: Any, **more: Any) -> None:
        if written:
            raise WriteFailedError(path, "no space left on device")
        written.append(path)
        replace_file(path, *rest, **more)

    monkeypatch.setattr(applying, "replace_file", replace)
    with pytest.raises(WriteFailedError, match="no space left"):
        apply(clone(source), tmp_path / "data")
    assert len(written) == 1
    assert snapshot(tmp_path / "home") == before
    assert edits_in(tmp_path / "data") == [("clone", "failed")]


def test_source_that_grows_meanwhile_makes_no_copy(
    tmp_path: Path, source: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy is of one moment, or not at all."""
    plan = clone(source)

    def replace(path: Path, *rest: Any, **more: Any) -> None:
        replace_file(path, *rest, **more)
        with plan.source_path.open("ab") as file:
            file.write(b"{}\n")

    monkeypatch.setattr(applying, "replace_file", replace)
    with pytest.raises(FileChangedError):
        apply(plan, tmp_path / "data")
    assert not plan.result_path.exists()


def test_failure_after_the_swap_is_taken_back(
    tmp_path: Path, source: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as an interrupt while the folder is brought to the disk."""
    before = snapshot(tmp_path / "home")

    def replace(path: Path, *rest: Any, **more: Any) -> None:
        replace_file(path, *rest, **more)
        raise KeyboardInterrupt

    monkeypatch.setattr(applying, "replace_file", replace)
    plan = trim(source, Trim(tool_calls=True), in_place=True)
    with pytest.raises(KeyboardInterrupt):
        apply(plan, tmp_path / "data")
    assert snapshot(tmp_path / "home") == before
    assert edits_in(tmp_path / "data") == [("trim", "failed")]
