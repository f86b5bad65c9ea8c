"""Moving files: there is always one of them, with its bytes and its time."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from steno.edit.moves import bring, clear, drop, is_begun, refuse_changed_move, restore
from steno.edit.plan import PlannedFile, Role
from steno.errors import FileChangedError, WriteFailedError
from steno.store.edit_rows import FileChange
from steno.store.kept import keep_file, kept_name

OLD, NEW = b"old", b"new"


def digest(content: bytes) -> str:
    """Hash some bytes."""
    return hashlib.sha256(content).hexdigest()


def planned(tmp_path: Path, *, changes: bool) -> tuple[PlannedFile, FileChange]:
    """Plan to move a file, as it is or with other content."""
    path, target = tmp_path / "projects" / "p" / "a", tmp_path / "projects" / "q" / "s" / "a"
    path.parent.mkdir(parents=True)
    path.write_bytes(OLD)
    os.utime(path, (1000, 1000))
    name = kept_name(1, 1, digest(OLD))
    if changes:
        keep_file(tmp_path / "data", name, path)
    content = (lambda: [NEW]) if changes else None
    file = PlannedFile(Role.OTHER, target, content, digest(OLD), moved_from=path)
    change = FileChange(
        number=1, role="other", path=str(path), action="move", before_sha256=digest(OLD),
        after_sha256=digest(NEW if changes else OLD), kept_path=name if changes else None,
        moved_to=str(target),
    )  # fmt: skip
    return file, change


@pytest.mark.parametrize("changes", [False, True])
def test_there_and_back(tmp_path: Path, changes: bool) -> None:
    """Old and new are both there in between; the time stays, empty folders go."""
    file, change = planned(tmp_path, changes=changes)
    old = Path(change.path)
    assert not is_begun(change)
    bring(file, change)
    assert (old.read_bytes(), file.path.read_bytes()) == (OLD, NEW if changes else OLD)
    assert is_begun(change)
    assert file.path.stat().st_mtime == 1000
    clear(old, change.before_sha256)
    assert not old.parent.exists()
    refuse_changed_move(change)
    restore(change, tmp_path / "data")
    assert old.read_bytes() == OLD
    assert old.stat().st_mtime == 1000
    refuse_changed_move(change)
    drop(change)
    assert not (tmp_path / "projects" / "q").exists()
    refuse_changed_move(change)
    restore(change, tmp_path / "data")
    drop(change)
    assert old.read_bytes() == OLD


def test_where_there_are_no_links_files_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems have none."""

    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    file, change = planned(tmp_path, changes=False)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "hardlink_to", refuse)
        bring(file, change)
    assert file.path.read_bytes() == OLD
    assert file.path.stat().st_mtime == 1000
    assert not file.path.samefile(change.path)


@pytest.mark.parametrize("changes", [False, True])
def test_file_of_somebody_else_is_never_replaced(
    tmp_path: Path,
    changes: bool,
) -> None:
    """Neither on the way there, nor on the way back."""
    file, change = planned(tmp_path, changes=changes)
    file.path.parent.mkdir(parents=True)
    file.path.write_bytes(b"theirs")
    with pytest.raises(FileChangedError):
        bring(file, change)
    with pytest.raises(FileChangedError):
        drop(change)
    with pytest.raises(FileChangedError):
        refuse_changed_move(change)
    assert file.path.read_bytes() == b"theirs"
    file.path.unlink()
    bring(file, change)
    Path(change.path).write_bytes(b"theirs")
    with pytest.raises(FileChangedError):
        clear(Path(change.path), change.before_sha256)
    with pytest.raises(FileChangedError):
        restore(change, tmp_path / "data")
    with pytest.raises(FileChangedError):
        refuse_changed_move(change)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that hold")
def test_refusal_of_the_system_is_told(tmp_path: Path) -> None:
    """With the name of the file."""
    file, change = planned(tmp_path, changes=False)
    (tmp_path / "projects").chmod(0o500)
    with pytest.raises(WriteFailedError, match="q"):
        bring(file, change)


def test_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    """Whatever the system says of it."""
    file, change = planned(tmp_path, changes=False)
    (tmp_path / "projects" / "q").write_bytes(b"")
    with pytest.raises(WriteFailedError, match="cannot write"):
        bring(file, change)
