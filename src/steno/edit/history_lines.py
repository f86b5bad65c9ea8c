"""The history of a home, with the paths of projects that lie elsewhere now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.transcript import read
from steno.format.encode import with_strings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steno.edit.path_map import PathMap
    from steno.format.entry import Entry


def changed_history(
    path: Path, paths: PathMap, session_id: str | None = None
) -> Callable[[], Iterator[bytes]] | None:
    """Give what a history will say, of one session or of all; None where nothing changes."""
    if not path.is_file():
        return None

    def changed() -> Iterator[bytes]:
        return (_line(entry, paths, session_id) for entry in read(path))

    differs = any(new != old.raw for new, old in zip(changed(), read(path), strict=True))
    return changed if differs else None


def _line(entry: Entry, paths: PathMap, session_id: str | None) -> bytes:
    project = entry.body.get("project")
    if not isinstance(project, str) or session_id not in (None, entry.body.get("sessionId")):
        return entry.raw
    new = paths.map(project)
    if new == project:
        return entry.raw
    return with_strings(entry, {project: new}, {**entry.body, "project": new}).raw
