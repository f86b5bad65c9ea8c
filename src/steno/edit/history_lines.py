"""The history of a home, with the paths of projects that lie elsewhere now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.transcript import read
from steno.format.encode import with_strings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from steno.edit.path_map import PathMap
    from steno.edit.way_back import Move
    from steno.format.entry import Entry

    Was = Callable[[int, Entry], bytes | None]


def changed_history(
    path: Path, paths: PathMap, session_id: str | None = None, was: Was | None = None
) -> Callable[[], Iterator[bytes]] | None:
    """Give what a history will say, of one session or of all; None where nothing changes.

    ``was`` gives a line as it was before it was moved, or None where only its path can tell.
    """
    if not path.is_file():
        return None

    def changed() -> Iterator[bytes]:
        for at, entry in enumerate(read(path)):
            is_meant = session_id in (None, entry.body.get("sessionId"))
            old = was(at, entry) if was is not None and is_meant else None
            yield _line(entry, paths, session_id) if old is None else old

    differs = any(new != old.raw for new, old in zip(changed(), read(path), strict=True))
    return changed if differs else None


def count_lines(path: Path) -> int:
    """Count the lines of a history; 0 where there is none."""
    return sum(1 for _ in read(path)) if path.is_file() else 0


class OldHistory:
    """The lines of a history as they were before sessions, or their project, were relocated."""

    def __init__(self, by_session: Mapping[str, Move], of_project: Move | None) -> None:
        """Take the relocation that each session goes back by, and that of all other lines."""
        self._by_session = by_session
        self._of_project = of_project
        self._kept: dict[int, list[Entry]] = {}

    def line(self, at: int, entry: Entry) -> bytes | None:
        """Give a line as it was; None for one that is newer, or was changed since."""
        move = self._by_session.get(str(entry.body.get("sessionId")), self._of_project)
        if move is None:
            return None
        if not move.has_changed_history:
            return entry.raw if at < (move.history_lines or 0) else None
        lines = self._lines(move)
        if at >= len(lines):
            return None
        scope = None if move.is_of_project else move.edit.source_session
        told = (lines[at].raw, _line(lines[at], move.paths, scope))
        return lines[at].raw if entry.raw in told else None

    def _lines(self, move: Move) -> list[Entry]:
        if move.edit.id not in self._kept:
            kept = move.kept_history()
            self._kept[move.edit.id] = [] if kept is None else list(read(kept))
        return self._kept[move.edit.id]


def _line(entry: Entry, paths: PathMap, session_id: str | None) -> bytes:
    project = entry.body.get("project")
    if not isinstance(project, str) or session_id not in (None, entry.body.get("sessionId")):
        return entry.raw
    new = paths.map(project)
    if new == project:
        return entry.raw
    return with_strings(entry, {project: new}, {**entry.body, "project": new}).raw
