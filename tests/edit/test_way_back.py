"""There and back by the journal: the exact old bytes, in the exact old places."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from steno.disk.discover import Home, SessionFile
from steno.disk.layout import backup_name, project_slug
from steno.edit.apply import perform
from steno.edit.forget import forget
from steno.edit.project_path import project_path
from steno.edit.relocate import relocate_project, relocate_session
from steno.edit.undo import undo
from steno.edit.way_back import way_back
from steno.session.session import load
from steno.store.database import open_state
from tests.edit.projects import ELSEWHERE, paths, seeds, snapshot, write_home, write_session
from tests.written import ONE, line_of, place, write_lines

if TYPE_CHECKING:
    from steno.edit.relocate import Relocation

OLD, NEW = "/work/old", "/work/new name"


def moved_to(data: Path, path: Path, new: str) -> Path:
    """Relocate one session, and give its new file."""
    relocation = relocate_session(SessionFile.at(path), new, data)
    perform(relocation.batch, data)
    return relocation.sessions[0].new_path


def written(home: Path, old: str, new: str, seed: int, slug: str | None) -> Path:
    """Write a session that names the new path already, and all that may lie around it."""
    also = [new, f"{new}/sub", f"{old}/deep/er"]
    path = write_session(home, old, seed, slug=slug, also=also)
    agent = {"type": "user", "sessionId": path.stem, "isSidechain": True, "uuid": "s"}
    for number, cwd in enumerate((old, new, ELSEWHERE)):
        name = f"agent-out{number}.jsonl"
        write_lines(home / "projects" / "-far" / name, {**agent, "cwd": cwd})
        write_lines(
            path.with_suffix("") / "subagents" / name.replace("out", "in"),
            {**agent, "cwd": new}, {**agent, "cwd": cwd},
        )  # fmt: skip
    write_session(home, new, seed + 5000)
    history = [
        {"display": cwd, "project": cwd, "sessionId": session}
        for cwd in (old, new, f"{new}/sub", f"{old}/sub", ELSEWHERE)
        for session in (path.stem, "other")
    ]
    write_lines(home / "history.jsonl", *history[seed % 2 :: 1 + seed % 3], b"no record")
    return path


slugs = st.sampled_from([None, None, "-quite-odd", "odd"])


@given(old=paths, new=paths, seed=seeds, slug=slugs)
@settings(max_examples=12, deadline=None)
def test_there_and_back_is_the_identity(old: str, new: str, seed: int, slug: str | None) -> None:
    """Of a session that named the new path, in any folder, again and again; so is an undo."""
    assume(old != new)
    with TemporaryDirectory() as name:
        home, data = Path(name) / "home", Path(name) / "data"
        path = written(home, old, new, seed, slug)
        assume(project_path(SessionFile.at(path)) == old)
        before = snapshot(home)
        there = moved_to(data, path, new)
        after = snapshot(home)
        assert after != before
        assert moved_to(data, there, old) == path
        assert snapshot(home) == before
        assert moved_to(data, path, new) == there
        assert snapshot(home) == after
        moved_to(data, there, old)
        assert snapshot(home) == before
        with open_state(data, create=True) as state:
            for number in (4, 3, 2, 1):
                undo(state, number)
                assert snapshot(home) == (before if number % 2 else after)


@given(seed=seeds, other=seeds)
@settings(max_examples=6, deadline=None)
def test_sessions_go_back_in_any_order(seed: int, other: int) -> None:
    """Each has moved by an edit of its own, and the history holds lines of both."""
    assume(seed != other)
    with TemporaryDirectory() as name:
        home, data = Path(name) / "home", Path(name) / "data"
        ways = [write_session(home, OLD, one, also=[NEW]) for one in (seed, other)]
        lines = [
            {"project": project, "sessionId": path.stem}
            for project in (OLD, NEW, f"{OLD}/sub")
            for path in ways
        ]
        write_lines(home / "history.jsonl", *lines, {"project": NEW})
        before = snapshot(home)
        there = [moved_to(data, path, NEW) for path in ways]
        assert [moved_to(data, path, OLD) for path in there] == ways
        assert snapshot(home) == before


@given(seed=seeds)
@settings(max_examples=6, deadline=None)
def test_project_goes_back(seed: int) -> None:
    """As a whole: with its memory, odd folders, and the lines of the history of all."""
    with TemporaryDirectory() as name:
        home, data = Home(Path(name) / "home"), Path(name) / "data"
        write_home(home.path, OLD, seed)
        odd = f"{project_slug(OLD)}-odd"
        write_session(home.path, OLD, seed + 77, slug=odd, also=[NEW])
        write_lines(home.path / "projects" / odd / "memory" / "odd.md", b"odd")
        with (home.path / "history.jsonl").open("ab") as file:
            file.writelines(line_of({"display": one, "project": one}) for one in (OLD, NEW))
        before = snapshot(home.path)
        perform(relocate_project(home, OLD, NEW, data).batch, data)
        assert (home.path / "projects" / project_slug(NEW) / "memory" / "odd.md").exists()
        perform(relocate_project(home, NEW, OLD, data).batch, data)
        assert snapshot(home.path) == before


def test_one_session_of_a_project_goes_back(tmp_path: Path) -> None:
    """By the relocation of the whole; the others stay where they are."""
    home, data = Home(tmp_path / "home"), tmp_path / "data"
    first, second = write_home(home.path, OLD, 11)
    content = first.read_bytes()
    perform(relocate_project(home, OLD, NEW, data).batch, data)
    there = home.path / "projects" / project_slug(NEW)
    assert moved_to(data, there / first.name, OLD) == first
    assert first.read_bytes() == content
    assert (there / second.name).exists()
    told = [json.loads(line)["project"] for line in _history(home.path)]
    assert told == [OLD, f"{NEW}/sub", ELSEWHERE]


def _history(home: Path) -> list[bytes]:
    return (home / "history.jsonl").read_bytes().rstrip(b"\n").split(b"\n")


def simple(tmp_path: Path, **own: Any) -> Path:
    """Write a session in an odd folder that names the new path in its second line."""
    path = place(tmp_path / "home", ONE, "-odd")
    write_lines(path, {"type": "user", "cwd": OLD}, {"type": "user", "cwd": NEW}, own)
    write_lines(tmp_path / "home" / "history.jsonl", {"project": NEW, "sessionId": ONE})
    return path


def test_lines_that_came_since_are_mapped(tmp_path: Path) -> None:
    """What was there before is as it was; new lines, in the history too, have the old path."""
    path, data = simple(tmp_path), tmp_path / "data"
    content, said = path.read_bytes(), _history(tmp_path / "home")
    there = moved_to(data, path, NEW)
    for file, line in (
        (there, {"type": "user", "cwd": f"{NEW}/x"}),
        (tmp_path / "home" / "history.jsonl", {"project": NEW, "sessionId": ONE}),
    ):
        with file.open("ab") as grown:
            grown.write(line_of(line))
    write_lines(there.with_suffix("") / "subagents" / "agent-n.jsonl", {"cwd": NEW})
    relocation = relocate_session(SessionFile.at(there), OLD, data)
    assert "with what came since" in relocation.notes[0]
    assert relocation.sessions[0].changed == 2
    perform(relocation.batch, data)
    assert path.read_bytes() == content + line_of({"type": "user", "cwd": f"{OLD}/x"})
    agent = path.with_suffix("") / "subagents" / "agent-n.jsonl"
    assert json.loads(agent.read_bytes())["cwd"] == OLD
    assert _history(tmp_path / "home") == [*said, line_of({"project": OLD, "sessionId": ONE})[:-1]]


@pytest.mark.parametrize("top", [OLD, NEW])
def test_backups_of_a_grown_session_keep_in_step(tmp_path: Path, top: str) -> None:
    """Where old and new lines would name one copy in two ways, the path alone decides."""
    name = backup_name(f"{top}/a.py", 1)
    tracked = {f"{top}/a.py": {"backupFileName": name}}
    line = {"type": "file-history-snapshot", "snapshot": {"trackedFileBackups": tracked}}
    path, data = simple(tmp_path, **line), tmp_path / "data"
    content = path.read_bytes()
    backups = tmp_path / "home" / "file-history" / ONE
    write_lines(backups / name, b"x")
    there = moved_to(data, path, NEW)
    with there.open("ab") as file:
        file.write(line_of({"type": "user", "cwd": NEW}))
    back = moved_to(data, there, OLD)
    is_exact = top == OLD
    assert (back == path, back.read_bytes().startswith(content)) == (is_exact, is_exact)
    (found,) = backups.iterdir()
    assert found.name in back.read_text("utf-8")


def by_path_alone(relocation: Relocation) -> bool:
    """Say whether a session goes to the folder of the path, and not to where it lay."""
    (session,) = relocation.sessions
    return session.new_path.parent.name == project_slug(relocation.new)


def test_path_alone_decides_where_the_journal_knows_nothing(tmp_path: Path) -> None:
    """No journal, a damaged one, bytes that were forgotten or lost, and other ways than back."""
    path, data = simple(tmp_path), tmp_path / "data"
    file = SessionFile.at(moved_to(data, path, NEW))
    assert not by_path_alone(relocate_session(file, OLD, data))
    assert by_path_alone(relocate_session(file, "/work/third", data))
    assert by_path_alone(relocate_session(file, OLD))
    assert by_path_alone(relocate_session(file, OLD, tmp_path / "none"))
    (kept,) = (data / "kept" / "1").iterdir()
    content = kept.read_bytes()
    kept.write_bytes(b"other")
    assert by_path_alone(relocate_session(file, OLD, data))
    kept.write_bytes(content)
    assert not by_path_alone(relocate_session(file, OLD, data))
    with open_state(data, create=True) as state:
        forget(state, 1)
    assert by_path_alone(relocate_session(file, OLD, data))
    (data / "state.db").write_bytes(b"damaged")
    assert by_path_alone(relocate_session(file, OLD, data))


def test_session_that_was_edited_since_goes_by_its_paths(tmp_path: Path) -> None:
    """Its old bytes are not what it says any more."""
    path, data = simple(tmp_path), tmp_path / "data"
    there = moved_to(data, path, NEW)
    there.write_bytes(line_of({"type": "user", "cwd": NEW}))
    relocation = relocate_session(SessionFile.at(there), OLD, data)
    assert by_path_alone(relocation)
    perform(relocation.batch, data)
    entries = load(relocation.sessions[0].new_path).entries
    assert [entry.body.get("cwd") for entry in entries] == [OLD]


def test_undone_relocation_is_no_way_back(tmp_path: Path) -> None:
    """Only those that are done count, the newest first."""
    path, data = simple(tmp_path), tmp_path / "data"
    there = moved_to(data, path, NEW)
    with open_state(data, create=True) as state:
        undo(state, 1)
    assert way_back(tmp_path / "home", data, [there]).moves == ()
    moved_to(data, path, NEW)
    moved_to(data, there, OLD)
    moved_to(data, path, NEW)
    moves = way_back(tmp_path / "home", data, [there]).moves
    assert [move.edit.id for move in moves] == [4, 3, 2]
