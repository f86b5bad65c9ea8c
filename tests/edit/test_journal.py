"""Putting files back: only what is as the edit left it, and byte for byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from steno.edit.journal import current_hash, put_back, refuse_changed, remove_file
from steno.errors import FileChangedError, KeptBytesError
from steno.store.edit_rows import FileChange
from steno.store.kept import keep_file, kept_name


def digest(content: bytes) -> str:
    """Hash some bytes."""
    return hashlib.sha256(content).hexdigest()


def replaced(tmp_path: Path) -> FileChange:
    """Replace a file, and keep what it held."""
    path = tmp_path / "projects" / "p" / "a.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"old")
    name = kept_name(1, 1, digest(b"old"))
    keep_file(tmp_path / "data", name, path)
    path.write_bytes(b"new")
    return FileChange(
        number=1, role="session", path=str(path), action="replace",
        before_sha256=digest(b"old"), after_sha256=digest(b"new"), kept_path=name,
    )  # fmt: skip


def created(tmp_path: Path) -> FileChange:
    """Make a file in folders that were not there before."""
    path = tmp_path / "projects" / "p" / "s" / "tool-results" / "x.txt"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x")
    return FileChange(
        number=2, role="other", path=str(path), action="create", after_sha256=digest(b"x")
    )


def test_all_is_put_back(tmp_path: Path) -> None:
    """Folders that nothing is left in go, the project's stays."""
    changes = [replaced(tmp_path), created(tmp_path)]
    refuse_changed(changes, tmp_path / "data")
    put_back(changes, tmp_path / "data")
    left = sorted(path for path in (tmp_path / "projects").rglob("*"))
    assert [path.name for path in left] == ["p", "a.jsonl"]
    assert left[1].read_bytes() == b"old"


def test_file_that_somebody_changed_stops_it(tmp_path: Path) -> None:
    """Nothing is touched then."""
    change = replaced(tmp_path)
    Path(change.path).write_bytes(b"newer")
    with pytest.raises(FileChangedError):
        refuse_changed([change], tmp_path / "data")
    with pytest.raises(FileChangedError):
        put_back([change], tmp_path / "data")
    assert Path(change.path).read_bytes() == b"newer"


def test_kept_bytes_that_are_gone_stop_it(tmp_path: Path) -> None:
    """The new content is better than none."""
    change = replaced(tmp_path)
    assert change.kept_path is not None
    (tmp_path / "data" / change.kept_path).unlink()
    with pytest.raises(KeptBytesError):
        refuse_changed([change], tmp_path / "data")


def test_removing(tmp_path: Path) -> None:
    """Only what is known; what is gone already is no matter."""
    path = tmp_path / "x"
    remove_file(path, "any")
    path.write_bytes(b"x")
    with pytest.raises(FileChangedError):
        remove_file(path, digest(b"y"))
    remove_file(path, digest(b"x"))
    assert current_hash(path) is None


def test_deleted_file_comes_back(tmp_path: Path) -> None:
    """From what was kept."""
    change = replaced(tmp_path)
    Path(change.path).unlink()
    gone = FileChange(
        number=1, role="session", path=change.path, action="delete",
        before_sha256=change.before_sha256, kept_path=change.kept_path,
    )  # fmt: skip
    put_back([gone], tmp_path / "data")
    assert Path(change.path).read_bytes() == b"old"
