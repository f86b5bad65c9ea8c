"""``steno import``: shown first, then written, and taken back by an undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.edit.hostile_bundles import LINE, Made
from tests.edit.projects import snapshot
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.running import Answer, Run


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Write a bundle of one session."""
    path = tmp_path / "x.steno.zip"
    path.write_bytes(Made().bytes())
    return path


@pytest.fixture
def steno(run: Run, tmp_path: Path) -> Callable[..., Answer]:
    """Run a command on an empty home."""
    return lambda *arguments: run(
        "--home", tmp_path / "home", "--db", tmp_path / "data", *arguments
    )


def test_dry_run_writes_nothing(steno: Callable[..., Answer], bundle: Path, tmp_path: Path) -> None:
    """It shows what there is, and where it would go."""
    answer = steno("import", bundle, "--dry-run")
    assert answer.code == 0
    assert "a title" in answer.out
    assert "to /work/x" in answer.out
    assert ONE in answer.out
    assert "no folder /work/x" in answer.err
    assert "dry run" in answer.err
    document = steno("import", bundle, "--dry-run", "--json").document
    assert (document["schema"], document["result"]) == ("steno.import/1", None)
    assert document["resume"]["before"] is None
    assert not (tmp_path / "home").exists()
    assert not (tmp_path / "data").exists()


def test_session_is_there_afterwards_and_gone_after_an_undo(
    steno: Callable[..., Answer], bundle: Path, tmp_path: Path
) -> None:
    """Under a new id, in the project that was named."""
    document = steno("import", bundle, "--to", tmp_path, "--json").document
    (session,) = document["sessions"]
    assert session["source"] == ONE != session["session"]
    assert session["new_project"] == str(tmp_path)
    assert document["result"]["session"] == session["session"]
    assert len(document["files"]) == 2
    assert steno("list", "--json").document["sessions"][0]["id"] == session["session"]
    assert steno("undo", "--yes").code == 0
    assert snapshot(tmp_path / "home") == {}


def test_several_sessions_are_one_edit(
    steno: Callable[..., Answer], bundle: Path, tmp_path: Path
) -> None:
    """With paths by the map, and ids kept."""
    made = Made()
    made.add("sessions/2/session.jsonl", LINE, role="session")
    member = made.session["members"].pop()
    made.manifest["sessions"].append({"id": TWO, "project": "/work/y", "members": [member]})
    bundle.write_bytes(made.bytes())
    answer = steno("import", bundle, "--map", "/work=/mine", "--keep-ids", "-y")
    assert answer.code == 0
    assert "Imported 2 sessions" in answer.out
    folders = {path.parent.name for path in (tmp_path / "home" / "projects").rglob("*.jsonl")}
    assert folders == {"-mine-x", "-mine-y"}
    assert steno("undo", "-y").code == 0
    assert snapshot(tmp_path / "home") == {}


def test_kept_id_that_is_not_free_is_told(steno: Callable[..., Answer], bundle: Path) -> None:
    """A second import is another session."""
    assert f"claude --resume {ONE}" in steno("import", bundle, "--keep-ids", "-y").err
    assert "not free" in steno("import", bundle, "--keep-ids", "-y").err
    assert len(steno("list", "--json").document["sessions"]) == 2


@pytest.mark.parametrize("more", [("--map", "x"), ("--to", ""), ("--to", "/a", "--map", "/b=/c")])
def test_wrong_use_is_told(
    steno: Callable[..., Answer], bundle: Path, more: tuple[str, ...]
) -> None:
    """With exit code 2."""
    assert steno("import", bundle, *more).code == 2
    assert steno("import", bundle.with_name("none")).code == 2
