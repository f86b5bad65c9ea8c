"""Tests of carrying out a restore and of taking it back: links, folders, modes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from steno.edit.restore import restore
from steno.edit.restored import carry_out_restore
from steno.edit.undo import undo
from steno.errors import FileChangedError, LiveSessionError, WriteFailedError
from steno.store.database import open_state
from tests.edit.worked import Worked
from tests.written import write_lines

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes and links are those of POSIX")


@pytest.fixture
def made(tmp_path: Path) -> Worked:
    """Give a project where one file was changed, one made and one removed by hand."""
    made = Worked(tmp_path / "home", tmp_path / "project")
    (made.project / "old.sh").write_bytes(b"old words\n")
    (made.project / "old.sh").chmod(0o755)
    made.ask()
    made.edit("old.sh", "new")
    made.write("made.sh", "made words\n")
    made.write("sub/gone.txt", "gone words\n")
    made.ask()
    (made.project / "sub" / "gone.txt").unlink()
    (made.project / "sub").rmdir()
    (made.project / "made.sh").chmod(0o750)
    return made


def _undo(number: int, data: Path) -> None:
    with open_state(data, create=True) as state:
        undo(state, number)


def _modes(made: Worked) -> dict[str, int]:
    return {name: (made.project / name).stat().st_mode & 0o777 for name in made.held()}


def test_modes_are_kept_and_come_back(made: Worked, tmp_path: Path) -> None:
    """Of what is changed, and of what was removed when it is taken back."""
    before, modes = made.held(), _modes(made)
    number = carry_out_restore(restore(made.session(), "1"), tmp_path / "data")
    assert made.held() == {"old.sh": b"old words\n"}
    assert _modes(made) == {"old.sh": 0o755}
    _undo(number, tmp_path / "data")
    assert made.held() == before
    assert _modes(made) == modes


def test_live_session_is_refused(made: Worked, tmp_path: Path) -> None:
    """Whoever carries it out, and before anything is touched."""
    plan, before = restore(made.session(), "1"), made.held()
    announced = {"pid": os.getpid(), "sessionId": plan.session.id}
    write_lines(made.home / "sessions" / "1.json", json.dumps(announced).encode())
    with pytest.raises(LiveSessionError):
        carry_out_restore(plan, tmp_path / "data")
    assert made.held() == before


def test_made_folders_go_with_an_undo_and_others_stay(made: Worked, tmp_path: Path) -> None:
    """Also an empty one that was there before, in a project below a folder called projects."""
    target = tmp_path / "projects" / "copy"
    (target / "sub").mkdir(parents=True)
    made.write("deep/er/new.txt", "new words\n")
    made.ask()
    plan = restore(made.session(), "end", to=target)
    number = carry_out_restore(plan, tmp_path / "data")
    assert (target / "deep" / "er" / "new.txt").read_bytes() == b"new words\n"
    second = carry_out_restore(restore(made.session(), "2", to=target), tmp_path / "data")
    assert (target / "sub" / "gone.txt").read_bytes() == b"gone words\n"
    _undo(second, tmp_path / "data")
    _undo(number, tmp_path / "data")
    assert sorted(path.name for path in target.rglob("*")) == ["sub"]


def test_new_files_can_be_read_as_usual(made: Worked, tmp_path: Path) -> None:
    """They are the project's, not ours; those that could be run still can."""
    for copy in (made.home / "file-history").rglob("*@v1"):
        copy.chmod(0o700)
    carry_out_restore(restore(made.session(), "1", to=tmp_path / "copy"), tmp_path / "data")
    mask = os.umask(0o022)
    os.umask(mask)
    assert (tmp_path / "copy" / "old.sh").stat().st_mode & 0o777 == 0o777 & ~mask


def test_link_that_came_since_is_not_written_through(made: Worked, tmp_path: Path) -> None:
    """Neither when the files are put back nor when that is undone."""
    plan = restore(made.session(), "2")
    (tmp_path / "elsewhere").mkdir()
    (made.project / "sub").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileChangedError, match=r"gone\.txt"):
        carry_out_restore(plan, tmp_path / "data")
    assert list((tmp_path / "elsewhere").iterdir()) == []
    (made.project / "sub").unlink()
    number = carry_out_restore(plan, tmp_path / "data")
    (made.project / "sub").rename(tmp_path / "moved")
    (made.project / "sub").symlink_to(tmp_path / "moved")
    with pytest.raises(FileChangedError, match=r"gone\.txt"):
        _undo(number, tmp_path / "data")
    assert (tmp_path / "moved" / "gone.txt").read_bytes() == b"gone words\n"


def test_file_that_changed_since_stops_all_of_it(made: Worked, tmp_path: Path) -> None:
    """Nothing is put back, and the folders that were made are gone again."""
    plan = restore(made.session(), "end", to=made.project)
    (made.project / "old.sh").write_bytes(b"mine\n")
    assert [file.path.rpartition("/")[2] for file in plan.planned] == ["gone.txt"]
    plan = restore(made.session(), "2")
    (made.project / "old.sh").write_bytes(b"mine again\n")
    before = made.held()
    with pytest.raises(FileChangedError, match=r"old\.sh"):
        carry_out_restore(plan, tmp_path / "data")
    assert made.held() == before
    assert not (made.project / "sub").exists()


def test_undo_refuses_where_a_file_changed_since(made: Worked, tmp_path: Path) -> None:
    """What the user wrote after a restore is not thrown away."""
    number = carry_out_restore(restore(made.session(), "1"), tmp_path / "data")
    (made.project / "old.sh").write_bytes(b"mine\n")
    with pytest.raises(FileChangedError, match=r"old\.sh"):
        _undo(number, tmp_path / "data")
    assert (made.project / "old.sh").read_bytes() == b"mine\n"


def test_folder_that_cannot_be_made_is_told(made: Worked, tmp_path: Path) -> None:
    """With nothing written."""
    plan = restore(made.session(), "1", to=tmp_path / "copy")
    (tmp_path / "copy").write_bytes(b"in the way")
    with pytest.raises(WriteFailedError, match="cannot write"):
        carry_out_restore(plan, tmp_path / "data")
