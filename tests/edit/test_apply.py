"""Applying a plan: guarded, recorded, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.discover import Home
from steno.disk.writer import replace_file
from steno.edit import apply as applying
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.errors import FileChangedError, LiveSessionError, OvertakenEditError, WriteFailedError
from steno.session.session import load, load_file
from steno.store.database import open_state
from steno.store.kept import keep_file
from steno.store.lineage import Edits
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE, TWO, write_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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


def test_same_result_of_somebody_else_stays(
    tmp_path: Path, source: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who came second gives up, and puts back nothing that is not his own."""
    plan = trim(source, Trim(tool_calls=True), in_place=True)
    assert plan.files[-1].content is not None
    result = b"".join(plan.files[-1].content())

    def keep(data: Path, name: str, path: Path) -> Path:
        kept = keep_file(data, name, path)
        path.write_bytes(result)
        return kept

    monkeypatch.setattr(applying, "keep_file", keep)
    with pytest.raises(FileChangedError):
        apply(plan, tmp_path / "data")
    assert plan.result_path.read_bytes() == result
    assert edits_in(tmp_path / "data") == [("trim", "failed")]


def test_file_that_is_overtaken_stays(
    tmp_path: Path, source: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit that fails puts back the rest, and tells where the old bytes are."""
    before = snapshot(tmp_path / "home")
    plan = trim(source, Trim(tool_calls=True), in_place=True)

    def replace(path: Path, *rest: Any, **more: Any) -> None:
        replace_file(path, *rest, **more)
        if path == plan.result_path:
            path.write_bytes(path.read_bytes() + b"{}\n")
            raise WriteFailedError(path, "no space left on device")

    monkeypatch.setattr(applying, "replace_file", replace)
    monkeypatch.setattr(applying, "is_done", lambda _: True)
    with pytest.raises(OvertakenEditError, match=str(tmp_path / "data" / "kept")):
        apply(plan, tmp_path / "data")
    own = str(plan.result_path.relative_to(tmp_path / "home"))
    after = snapshot(tmp_path / "home")
    assert after.pop(own).endswith(b"\n{}\n")
    assert after == {name: raw for name, raw in before.items() if name != own}
    assert before[own] in snapshot(tmp_path / "data" / "kept").values()
    assert edits_in(tmp_path / "data") == [("trim", "failed")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("folders", [("data", "data"), ("data", "other")])
def test_edits_of_one_session_at_once(tmp_path: Path, folders: tuple[str, str]) -> None:
    """One is done, the other refused, each round; never is a done edit taken back unasked."""
    for number in range(5):
        home = tmp_path / str(number)
        plan = trim(in_home(home, *CONVERSATION), Trim(tool_calls=True), in_place=True)
        assert plan.files[-1].content is not None
        result = b"".join(plan.files[-1].content())
        children = [started(partial(apply, plan, home / name)) for name in folders]
        codes = sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)
        assert codes == [0, 1]
        assert plan.result_path.read_bytes() == result
        states = [state for name in sorted(set(folders)) for _, state in edits_in(home / name)]
        assert states == ["done"]


def started(work: Callable[[], object]) -> int:
    """Do something in a child, which ends with 1 where a file has changed; give its number."""
    child = os.fork()
    if child == 0:
        code = 2
        try:
            work()
            code = 0
        except FileChangedError:
            code = 1
        finally:
            os._exit(code)
    return child


def test_journal_waits_for_no_result(tmp_path: Path, source: Session) -> None:
    """It is written when all is known, so that others can write while a result is made."""
    plan = clone(source)
    data = tmp_path / "data"
    busy: list[bool] = []

    def content(real: Callable[[], Iterable[bytes]]) -> Iterator[bytes]:
        with open_state(data, create=True) as state, state.writing():
            busy.append(False)
        yield from real()

    files = tuple(
        replace(file, content=partial(content, file.content)) if file.content else file
        for file in plan.files
    )
    apply(replace(plan, files=files), data)
    assert len(busy) == 2 * len(files)


@pytest.mark.skipif(os.name != "posix", reason="has modes")
def test_edited_session_is_its_owners_alone(tmp_path: Path, source: Session) -> None:
    """Whoever could read it before."""
    assert source.path is not None
    source.path.chmod(0o644)
    apply(trim(load(source.path), Trim(tool_calls=True), in_place=True), tmp_path / "data")
    assert stat.S_IMODE(source.path.stat().st_mode) == 0o600


def test_journal_holds_absolute_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the home was named from the folder that one stood in."""
    in_home(tmp_path / "home", *CONVERSATION)
    monkeypatch.chdir(tmp_path)
    file = next(Home("home").sessions())
    assert not file.path.is_absolute()
    apply(trim(load_file(file), Trim(tool_calls=True), in_place=True), Path("data"))
    with open_state(tmp_path / "data", create=True) as state:
        edit, changes = Edits(state).all()[0], Edits(state).files_of(1)
        paths = [edit.source_path, edit.result_path, edit.home, *(one.path for one in changes)]
        assert all(path is not None and Path(path).is_absolute() for path in paths)
