"""The project that a session belongs to: of the folders that it worked in, the right one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk import layout
from steno.disk.transcript import read

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.discover import SessionFile


def project_path(file: SessionFile) -> str | None:
    """Give the path of a session's project; None where no line tells one.

    It is the first working folder that gives the folder of the session's file its name, else
    the first one: a session may work in several, and may have been moved by hand.
    """
    first: str | None = None
    for entry in read(file.path):
        for part in entry.parts:
            cwd = part.body.get("cwd")
            if not isinstance(cwd, str) or not cwd:
                continue
            if file.project_dir.name in layout.project_slugs(cwd):
                return cwd
            first = first or cwd
    return first


def project_folder(home: Path, project: str) -> Path:
    """Give the folder of a project's sessions."""
    return layout.projects_dir(home) / layout.project_slug(project)
