"""The project of a session, among the folders that it worked in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.discover import SessionFile
from steno.edit.project_path import project_folder, project_path
from tests.written import ONE, place, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def project_of(home: Path, *folders: object) -> str | None:
    """Give the project of a session that worked in these folders."""
    path = place(home, ONE, "-tmp-project")
    write_lines(path, *({"type": "user", "cwd": folder} for folder in folders))
    return project_path(SessionFile.at(path))


def test_folder_that_gives_the_name_is_the_project(tmp_path: Path) -> None:
    """Else the first; None where there is none."""
    assert project_of(tmp_path, "/x", "/tmp/project", "/tmp-project") == "/tmp/project"
    assert project_of(tmp_path, "/tmp-project", "/tmp/project") == "/tmp-project"
    assert project_of(tmp_path, None, "", "/x", "/y") == "/x"
    assert project_of(tmp_path, None) is None


def test_folder_of_a_project_is_named_as_the_client_does(tmp_path: Path) -> None:
    """In the home."""
    assert project_folder(tmp_path, "/tmp/a.b") == tmp_path / "projects" / "-tmp-a-b"
