"""Relocate: sessions lie where their project lies now, and all that belongs to them does."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings

from steno.disk.discover import Home, SessionFile
from steno.disk.layout import backup_name, project_slug
from steno.edit.apply import perform
from steno.edit.path_map import PathMap, is_below
from steno.edit.relocate import refuse_live, relocate_project, relocate_session
from steno.edit.undo import undo
from steno.errors import FileChangedError, LiveSessionError, UsageError
from steno.session.session import load
from steno.store.database import open_state
from tests.edit.projects import paths, seeds, snapshot, write_home, write_session
from tests.written import ONE, TWO, place, write_lines

OLD, NEW = "/work/old", "/work/new name"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Write a home with sessions of a project that has moved."""
    write_home(tmp_path / "home", OLD, 11)
    return Home(tmp_path / "home")


def move(home: Home, old: str = OLD, new: str = NEW) -> int:
    """Move a project, and give the number of the edit."""
    return perform(relocate_project(home, old, new).batch, home.path.parent / "data")


@given(old=paths, new=paths, seed=seeds)
@settings(max_examples=12, deadline=None)
def test_there_and_back_is_the_identity(old: str, new: str, seed: int) -> None:
    """Byte for byte, in every file; and so is an undo."""
    assume(not is_below(f"{old}/sub", new) and project_slug(old) != project_slug(new))
    with TemporaryDirectory() as name:
        home = Home(Path(name) / "home")
        write_home(home.path, old, seed)
        before = snapshot(home.path)
        number = move(home, old, new)
        after = snapshot(home.path)
        assert after != before
        move(home, new, old)
        assert snapshot(home.path) == before
        with open_state(Path(name) / "data", create=True) as state:
            undo(state, number + 1)
            assert snapshot(home.path) == after
            undo(state, number)
        assert snapshot(home.path) == before


@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_nothing_of_the_old_path_is_left_where_a_folder_stands(seed: int) -> None:
    """Backups lie under the names that the records give them; what is said stays."""
    with TemporaryDirectory() as name:
        home = Home(Path(name) / "home")
        old = write_home(home.path, OLD, seed)
        said = [load(path).messages() for path in old]
        move(home)
        new = [home.path / "projects" / project_slug(NEW) / path.name for path in old]
        assert [load(path).messages() for path in new] == said
        for path in new:
            names = {path.name for path in (home.path / "file-history" / path.stem).glob("*")}
            bodies = [entry.body for entry in load(path).entries]
            told = re.findall(r"[0-9a-f]{16}@v[0-9]", json.dumps(bodies))
            assert set(told) - {"0123456789abcdef@v1"} <= names
            assert not [body for body in bodies if is_below(str(body.get("cwd")), OLD)]
        assert not (home.path / "projects" / project_slug(OLD)).exists()


def test_everything_moves(home: Home, tmp_path: Path) -> None:
    """Sessions, what lies beside them, the memory and the history; the rest stays."""
    before = snapshot(home.path)
    move(home)
    after = snapshot(home.path)
    old, new = project_slug(OLD), project_slug(NEW)
    expected = {name.replace(old, new) for name in before if not name.startswith("file-history")}
    assert {name for name in after if not name.startswith("file-history")} == expected
    assert after[f"projects/{new}/memory/MEMORY.md"] == b"remember"
    projects = [json.loads(line)["project"] for line in after["history.jsonl"].splitlines()]
    assert projects == [NEW, f"{NEW}/sub", "/elsewhere/entirely"]
    same = [name for name in before if "elsewhere" in name]
    assert same
    assert [after[name] for name in same] == [before[name] for name in same]
    if os.name == "posix":
        folder = tmp_path / "home" / "projects" / new
        assert folder.stat().st_mode & 0o777 == 0o700


def test_sessions_of_folders_below_come_along(tmp_path: Path) -> None:
    """Those of a project that is only called alike do not."""
    home = Home(tmp_path / "home")
    write_session(home.path, OLD, 1)
    write_session(home.path, f"{OLD}/app", 2)
    write_session(home.path, f"{OLD}-app", 3)
    relocation = relocate_project(home, OLD, NEW)
    assert [one.new_project for one in relocation.sessions] == [NEW, f"{NEW}/app"]
    move(home)
    folders = {path.name for path in (home.path / "projects").iterdir()}
    assert folders == {project_slug(path) for path in (NEW, f"{NEW}/app", f"{OLD}-app")}


def test_memory_that_others_need_stays(home: Home) -> None:
    """A folder may be that of two projects, and the new one may have a memory already."""
    other = write_session(home.path, OLD.replace("/old", "-old"), 99)
    assert other.parent.name == project_slug(OLD)
    (note,) = relocate_project(home, OLD, NEW).notes
    assert "in common" in note
    for path in other.parent.glob(f"{other.stem}*"):
        path.unlink() if path.is_file() else None
    memory = home.path / "projects" / project_slug(NEW) / "memory"
    write_lines(memory / "MEMORY.md", b"other")
    (note,) = relocate_project(home, OLD, NEW).notes
    assert "of that name" in note
    move(home)
    assert (memory / "MEMORY.md").read_bytes() == b"other"


def test_memory_moves_without_sessions(tmp_path: Path) -> None:
    """It is the project's; links in it are not."""
    home = Home(tmp_path / "home")
    memory = home.path / "projects" / project_slug(OLD) / "memory"
    write_lines(memory / "deep" / "a.md", b"a")
    (memory / "link.md").symlink_to(memory / "deep" / "a.md")
    move(home)
    moved = home.path / "projects" / project_slug(NEW) / "memory"
    assert [path.name for path in moved.rglob("*.md")] == ["a.md"]


def test_one_session_moves_alone(home: Home) -> None:
    """With its own lines of the history; the memory is not its own."""
    files = sorted(home.sessions(), key=lambda file: file.path)
    file = next(file for file in files if file.project_dir.name == project_slug(OLD))
    relocation = relocate_session(file, NEW)
    assert [(one.id, one.project) for one in relocation.sessions] == [(file.id, OLD)]
    assert "memory" in relocation.notes[0]
    perform(relocation.batch, home.path.parent / "data")
    folder = home.path / "projects" / project_slug(NEW)
    assert [path.stem for path in folder.glob("*.jsonl") if "agent" not in path.name] == [file.id]
    lines = (home.path / "history.jsonl").read_text("utf-8").split("\n")
    assert sum(NEW in line for line in lines) == sum(file.id in line for line in lines)


def test_session_without_a_project_goes_where_it_is_sent(tmp_path: Path) -> None:
    """Its lines say nothing that could change."""
    path = write_lines(place(tmp_path / "home", ONE, project_slug(OLD)), {"type": "summary"})
    content = path.read_bytes()
    perform(relocate_session(SessionFile.at(path), NEW).batch, tmp_path / "data")
    assert place(tmp_path / "home", ONE, project_slug(NEW)).read_bytes() == content
    home = Home(tmp_path / "home")
    assert [one.id for one in relocate_project(home, NEW, OLD).sessions] == [ONE]


def test_sub_agent_in_another_folder_stays_there(tmp_path: Path) -> None:
    """And says where its session works now."""
    home = Home(tmp_path / "home")
    path = write_lines(place(home.path, ONE, project_slug(OLD)), {"type": "user", "cwd": OLD})
    stray = place(home.path, TWO, "-x").with_name("agent-s.jsonl")
    write_lines(stray, {"type": "user", "cwd": OLD, "sessionId": ONE, "isSidechain": True})
    write_lines(place(home.path, TWO, "-x"), {"type": "user", "cwd": "/x"})
    move(home)
    assert not path.exists()
    assert json.loads(stray.read_bytes())["cwd"] == NEW


def test_names_that_give_the_same_folder_change_in_place(tmp_path: Path) -> None:
    """The client cannot tell them apart either."""
    home = Home(tmp_path / "home")
    path = write_session(home.path, "/a/b", 1)
    move(home, "/a/b", "/a-b")
    assert next(load(path).entries.__iter__()).body["cwd"] == "/a-b"


def test_session_that_is_there_already_is_refused(home: Home) -> None:
    """Nothing is changed then; nor where another file is in the way."""
    before = snapshot(home.path)
    path = next(file.path for file in home.sessions() if file.project_dir.name == project_slug(OLD))
    target = home.path / "projects" / project_slug(NEW) / path.name
    write_lines(target, b"{}\n")
    with pytest.raises(UsageError, match=f"has a session {path.stem} already"):
        move(home)
    target.unlink()
    for name in ("subagents/agent-x.jsonl", "tool-results/big.txt"):
        write_lines(target.with_suffix("") / name, b"{}\n")
    with pytest.raises(UsageError, match="exists already"):
        move(home)
    for name in ("subagents/agent-x.jsonl", "tool-results/big.txt"):
        (target.with_suffix("") / name).unlink()
    assert snapshot(home.path) == before


def test_live_client_is_left_alone(home: Home) -> None:
    """One that has a session open, or works anywhere in the project."""
    ids = {one.id for one in relocate_project(home, OLD, NEW).sessions}
    relocation = relocate_project(home, OLD, NEW)
    for announced in ({"sessionId": ids.pop()}, {"sessionId": TWO, "cwd": f"{OLD}/sub"}):
        live = {"pid": os.getpid(), "cwd": "/x", **announced}
        write_lines(home.path / "sessions" / "1.json", json.dumps(live).encode())
        if "cwd" in announced:
            with pytest.raises(LiveSessionError):
                relocate_project(home, OLD, NEW)
        else:
            with pytest.raises(LiveSessionError):
                refuse_live(relocation)
    write_lines(home.path / "sessions" / "1.json", b'{"pid":1,"sessionId":"x","cwd":"/x"}')
    refuse_live(relocation)


def test_history_that_went_on_is_put_back_with_what_came_since(home: Home) -> None:
    """Every client of the home appends to it: that must not stop an undo."""
    history = home.path / "history.jsonl"
    before = history.read_bytes()
    number = move(home)
    with history.open("ab") as file:
        file.write(b'{"display":"later"}\n')
    with open_state(home.path.parent / "data", create=True) as state:
        undo(state, number)
    assert history.read_bytes() == before + b'{"display":"later"}\n'


def test_session_that_went_on_is_not_taken_back(home: Home) -> None:
    """A client has written to it at its new place."""
    number = move(home)
    path = next((home.path / "projects" / project_slug(NEW)).glob("*-*-*.jsonl"))
    with path.open("ab") as file:
        file.write(b"{}\n")
    before = snapshot(home.path)
    state = open_state(home.path.parent / "data", create=True)
    with state, pytest.raises(FileChangedError):
        undo(state, number)
    assert snapshot(home.path) == before


def test_wrong_use_is_told(home: Home, tmp_path: Path) -> None:
    """What is nowhere, and what would change nothing."""
    with pytest.raises(UsageError, match="belongs to /nowhere"):
        relocate_project(home, "/nowhere", NEW)
    with pytest.raises(UsageError, match="already"):
        relocate_project(home, OLD, OLD)
    stray = write_lines(tmp_path / "stray.jsonl", {"type": "user", "cwd": OLD})
    with pytest.raises(UsageError, match="no home"):
        relocate_session(SessionFile.at(stray), NEW)


def test_session_that_names_the_new_path_already_is_told(tmp_path: Path) -> None:
    """Moving back would not be the identity then; and no backup takes the name of another."""
    home = Home(tmp_path / "home")
    path = place(home.path, ONE, project_slug(OLD))
    names = [backup_name(f"{folder}/a.py", 1) for folder in (OLD, NEW)]
    tracked = {f"{OLD}/a.py": {"backupFileName": names[0]}}
    write_lines(
        path, {"type": "user", "cwd": OLD}, {"type": "user", "cwd": NEW},
        {"type": "file-history-snapshot", "snapshot": {"trackedFileBackups": tracked}},
    )  # fmt: skip
    for name in names:
        write_lines(home.path / "file-history" / ONE / name, name.encode())
    (note,) = relocate_project(home, OLD, NEW).notes
    assert "steno undo" in note
    move(home)
    found = {path.name: path.read_text() for path in (home.path / "file-history" / ONE).iterdir()}
    assert found == {name: name for name in names}
    assert PathMap.of([(OLD, NEW)]).map(OLD) == NEW
