"""Import: sessions of a bundle where they belong, under ids that are free."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.discover import Home
from steno.disk.layout import backup_name
from steno.edit import import_bundle
from steno.edit.apply import perform
from steno.edit.bundle_reader import opened_bundle
from steno.edit.import_bundle import Import, Wish, plan_import
from steno.edit.undo import undo
from steno.errors import BundleError, FileChangedError, UsageError
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.edit.hostile_bundles import Made
from tests.edit.projects import snapshot
from tests.written import ONE, line_of, place, write_lines

if TYPE_CHECKING:
    from pathlib import Path

OLD = {"type": "user", "uuid": "u", "cwd": "/work/x/sub", "sessionId": ONE}
BACKUP = {"trackedFileBackups": {"a.py": {"backupFileName": backup_name("/work/x/a.py", 2)}}}


def made() -> Made:
    """Make a bundle of a session with everything."""
    bundle = Made()
    agent = line_of({**OLD, "isSidechain": True, "agentId": "x"})
    bundle.add("sessions/1/subagents/agent-x.jsonl", agent, role="subagent")
    bundle.add("sessions/1/subagents/agent-x.meta.json", b"{}", role="subagent-meta")
    bundle.add("sessions/1/workflows/run.json", b"{}", role="workflow")
    name = backup_name("/work/x/a.py", 2)
    bundle.add(f"sessions/1/file-history/{name}", b"old", role="file-history")
    return bundle


def taken(tmp_path: Path, bundle: Made, wish: Wish, *, write: bool = True) -> Import:
    """Import a bundle into a home."""
    (tmp_path / "x.zip").write_bytes(bundle.bytes())
    (tmp_path / "scratch").mkdir(exist_ok=True)
    with opened_bundle(tmp_path / "x.zip") as opened:
        opened.verify()
        plan = plan_import(opened, Home(tmp_path / "home"), wish, tmp_path / "scratch")
        if write:
            perform(plan.batch, tmp_path / "data")
        return plan


def bodies(path: Path) -> list[Any]:
    """Read the records of a file."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_session_gets_a_new_id_and_its_paths_follow(tmp_path: Path) -> None:
    """In every file; the file backups have the names of the new paths."""
    bundle = made()
    lines = [OLD, {"type": "user", "cwd": "/work/x"}, {"type": "f", "snapshot": BACKUP}]
    bundle.members[0] = (bundle.members[0][0], b"".join(map(line_of, lines)))
    own = bundle.session["members"][0]
    content = bundle.members[0][1]
    own.update(size=len(content), sha256=hashlib.sha256(content).hexdigest())
    (session,) = taken(tmp_path, bundle, Wish(to="/mine")).sessions
    assert session.path == place(tmp_path / "home", session.id, "-mine")
    first, second, third = bodies(session.path)
    assert (first["sessionId"], first["cwd"], first["uuid"]) == (session.id, "/mine/sub", "u")
    assert second["cwd"] == "/mine"
    name = backup_name("/mine/a.py", 2)
    assert third["snapshot"]["trackedFileBackups"]["a.py"]["backupFileName"] == name
    agent = session.path.with_suffix("") / "subagents" / "agent-x.jsonl"
    assert [body["sessionId"] for body in bodies(agent)] == [session.id]
    files = set(snapshot(tmp_path / "home"))
    assert f"file-history/{session.id}/{name}" in files
    assert f"projects/-mine/{session.id}/workflows/run.json" in files
    assert len(files) == 6


def test_paths_go_by_the_map(tmp_path: Path) -> None:
    """Without one the project is the one that the bundle names."""
    (session,) = taken(tmp_path, made(), Wish(pairs=(("/work", "/w"),)), write=False).sessions
    assert session.project == "/w/x"
    (session,) = taken(tmp_path, made(), Wish(), write=False).sessions
    assert session.project == "/work/x"


def test_id_is_kept_where_it_is_free(tmp_path: Path) -> None:
    """In the whole home; elsewhere there is a new one, and a word about it."""
    plan = taken(tmp_path, made(), Wish(keep_ids=True))
    assert [session.id for session in plan.sessions] == [ONE]
    assert bodies(plan.sessions[0].path) == [{**OLD, "cwd": "/work/x"}]
    plan = taken(tmp_path, made(), Wish(to="/other", keep_ids=True))
    assert plan.sessions[0].id != ONE
    assert "not free" in plan.notes[0]


@pytest.mark.parametrize("left", [f"projects/-work-x/{ONE}/x", f"file-history/{ONE}/x"])
def test_id_with_files_left_behind_is_not_free(tmp_path: Path, left: str) -> None:
    """They would become those of the new session."""
    write_lines(tmp_path / "home" / left, b"x")
    assert taken(tmp_path, made(), Wish(keep_ids=True), write=False).sessions[0].id != ONE


def test_id_that_is_none_is_never_a_name(tmp_path: Path) -> None:
    """Even where it is to be kept."""
    bundle = made()
    bundle.session["id"] = "../../evil"
    plan = taken(tmp_path, bundle, Wish(keep_ids=True))
    assert plan.sessions[0].id != "../../evil"
    assert all(
        path.is_relative_to(tmp_path / "home") for path in (f.path for f in plan.batch.files)
    )


def test_undo_takes_it_back(tmp_path: Path) -> None:
    """To the last folder; and the journal knows where the session came from."""
    plan = taken(tmp_path, made(), Wish())
    with open_state(tmp_path / "data", create=True) as state:
        origin = Edits(state).origins()[plan.sessions[0].id]
        assert (origin.source_session, origin.source_path) == (ONE, str(tmp_path / "x.zip"))
        undo(state, origin.id)
    assert snapshot(tmp_path / "home") == {}
    assert not list((tmp_path / "home" / "projects").iterdir())


def test_session_that_went_on_stays(tmp_path: Path) -> None:
    """It is more than what was imported."""
    plan = taken(tmp_path, made(), Wish())
    with plan.sessions[0].path.open("ab") as file:
        file.write(b"{}\n")
    state = open_state(tmp_path / "data", create=True)
    with state, pytest.raises(FileChangedError):
        undo(state, 1)


def test_bundle_that_changes_meanwhile_writes_nothing(tmp_path: Path) -> None:
    """What was verified must be what is written."""
    (tmp_path / "x.zip").write_bytes(made().bytes())
    (tmp_path / "scratch").mkdir()
    with opened_bundle(tmp_path / "x.zip") as opened:
        plan = plan_import(opened, Home(tmp_path / "home"), Wish(), tmp_path / "scratch")
        (tmp_path / "x.zip").write_bytes(made().bytes() + b"more")
        with pytest.raises(FileChangedError):
            perform(plan.batch, tmp_path / "data")
    assert not (tmp_path / "home").exists()


def test_session_without_a_project_has_to_be_told_where(tmp_path: Path) -> None:
    """A bundle need not say."""
    bundle = made()
    bundle.session["project"] = None
    with pytest.raises(UsageError, match="--to"):
        taken(tmp_path, bundle, Wish())
    assert taken(tmp_path, bundle, Wish(to="/mine"), write=False).sessions[0].project == "/mine"


def test_line_that_is_too_long_for_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it can be taken as it is."""
    monkeypatch.setattr(import_bundle, "LONGEST_LINE", 10)
    with pytest.raises(BundleError, match="too long"):
        taken(tmp_path, made(), Wish())
    assert not (tmp_path / "home").exists()
    taken(tmp_path, made(), Wish(keep_ids=True))
