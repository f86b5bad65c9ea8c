"""The way back of what was relocated: the journal tells how files were before, and where.

A path alone does not: a session may have named the new path before it was moved there, and may
have lain in a folder that no client would choose.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk.transcript import read
from steno.edit.grown import lines_left
from steno.edit.path_map import PathMap
from steno.edit.project_path import project_folder
from steno.edit.single_files import current_hash
from steno.errors import KeptBytesError, StenoError
from steno.store.database import open_state
from steno.store.kept import verified
from steno.store.lineage import Edits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.disk.discover import SessionFile
    from steno.edit.belongings import Belonging
    from steno.edit.moved_paths import MovedPaths
    from steno.store.edit_rows import Edit, FileChange

KIND: Final = "relocate"


@dataclass(frozen=True, slots=True)
class Old:
    """A file as it was before it was relocated."""

    path: Path
    """Where it lay."""
    now: Path
    kept: Path | None
    """What it held; None where it holds that still."""
    lines: int | None
    """How many of its lines are from then; None for all."""

    def content(self, moved: MovedPaths | None) -> Iterator[bytes]:
        """Give what it held, and then the lines that came since with their new paths."""
        with (self.kept or self.now).open("rb") as file:
            yield from file
        if self.lines is not None and moved is not None:
            yield from map(moved.line, islice(read(self.now), self.lines, None))

    def changed(self, moved: MovedPaths) -> int:
        """Count the lines that change when it is as it was."""
        if self.kept is None:
            return 0
        with self.now.open("rb") as file:
            return sum(new != old for new, old in zip(self.content(moved), file, strict=False))


@dataclass(frozen=True, slots=True)
class Move:
    """A relocation that is on record."""

    edit: Edit
    data: Path
    paths: PathMap
    here: dict[Path, FileChange]
    """What it did, by where each file has lain since."""

    @classmethod
    def of(cls, edit: Edit, changes: Iterable[FileChange], data: Path) -> Move:
        """Take an edit and what it did to files."""
        paths = PathMap.of([(edit.options["old"], edit.options["new"])])
        here = {Path(change.moved_to or change.path): change for change in changes}
        return cls(edit, data, paths, here)

    @property
    def is_of_project(self) -> bool:
        """Whether it moved a project, and not one session."""
        return bool(self.edit.options.get("project"))

    @property
    def history_lines(self) -> int | None:
        """How many lines the history had then; None where that was not noted."""
        lines = self.edit.options.get("history")
        return lines if isinstance(lines, int) else None

    def kept_history(self) -> Path | None:
        """Give the history of that time, where the relocation changed it and it is kept."""
        names = [change.kept_path for change in self.here.values() if change.role == "history"]
        return self._kept(names[0]) if names and names[0] is not None else None

    @property
    def has_changed_history(self) -> bool:
        """Whether lines of the history were changed, too."""
        return any(change.role == "history" for change in self.here.values())

    def leads_back(self, folder: Path, new_project: str, home: Path) -> bool:
        """Say whether it went from a project to a folder, so that this is the way back."""
        there = self.paths.map(new_project)
        return there != new_project and project_folder(home, there) == folder

    def old(self, path: Path, *, grown: bool = False) -> Old | None:
        """Give a file as it was; None where it has changed since, but for lines behind."""
        change = self.here.get(path)
        if change is None:
            return None
        kept = None if change.kept_path is None else self._kept(change.kept_path)
        if change.kept_path is not None and kept is None:
            return None
        if current_hash(path) == change.after_sha256:
            return Old(Path(change.path), path, kept, None)
        lines = lines_left(path, kept, change.after_sha256) if grown and kept else None
        return None if lines is None else Old(Path(change.path), path, kept, lines)

    def _kept(self, name: str) -> Path | None:
        try:
            return verified(self.data, name)
        except KeptBytesError:
            return None


@dataclass(frozen=True, slots=True)
class WayBack:
    """What a relocation knows of earlier ones."""

    home: Path
    moves: tuple[Move, ...] = ()
    """The newest first."""
    by_session: dict[str, Move] = field(default_factory=dict)
    """Those that the sessions go back by, as far as they were asked for."""

    def of(self, file: SessionFile, new_project: str) -> Move | None:
        """Give the relocation that brought a session where it is, from where it goes now."""
        for move in self.moves:
            if file.path in move.here and move.leads_back(file.project_dir, new_project, self.home):
                self.by_session[file.id] = move
                return move
        return None

    def of_project(self, old: str, new: str) -> Move | None:
        """Give the relocation that brought a whole project where it is."""
        moves = (move for move in self.moves if move.is_of_project)
        return next((move for move in moves if move.paths.map(new) == old), None)

    def place_of(self, path: Path, folder: Path, new_project: str) -> Path | None:
        """Give where a file of a project's folder lay before, if it has not changed since."""
        for move in self.moves:
            if path in move.here and move.leads_back(folder, new_project, self.home):
                old = move.old(path)
                return None if old is None else old.path
        return None


def way_back(home: Path, data: Path | None, paths: Iterable[Path]) -> WayBack:
    """Read from the journal which relocations brought these files where they are.

    Whoever has no journal, or a damaged one, goes by the paths alone.
    """
    try:
        state = None if data is None else open_state(data)
        if state is None:
            return WayBack(home)
        with state:
            edits = Edits(state)
            found = [edit for edit in edits.edits_of(*paths) if _is_known(edit)]
            moves = [Move.of(edit, edits.files_of(edit.id), state.folder) for edit in found]
    except StenoError:
        return WayBack(home)
    return WayBack(home, tuple(reversed(moves)))


def _is_known(edit: Edit) -> bool:
    names = (edit.options.get("old"), edit.options.get("new"))
    is_whole = all(isinstance(name, str) and name for name in names)
    return edit.kind == KIND and edit.state == "done" and edit.forgotten_at is None and is_whole


@dataclass(frozen=True, slots=True)
class SessionBack:
    """A session that goes back as it was, with all that belongs to it."""

    move: Move
    file: SessionFile
    own: Old

    @classmethod
    def of(
        cls,
        move: Move | None,
        file: SessionFile,
        belongings: Iterable[Belonging],
        moved: MovedPaths,
    ) -> SessionBack | None:
        """Give the exact way back of a session; None where there is none any more."""
        own = None if move is None else move.old(file.path, grown=True)
        if move is None or own is None:
            return None
        back = cls(move, file, own)
        # The names of backups stand in the lines: those of then and those since have to agree.
        if own.lines is not None and not all(back._agrees(one, moved) for one in belongings):
            return None
        return back

    def old(self, path: Path) -> Old | None:
        """Give one of its files as it was; None where only its path can tell."""
        return self.own if path == self.file.path else self.move.old(path, grown=True)

    def stays(self, path: Path) -> bool:
        """Say whether a file was there then, and was left alone: it is on no record."""
        if self.own.lines is not None or path in self.move.here:
            return False
        has_moved = self.own.path != self.own.now
        return not (has_moved and path.is_relative_to(self.file.project_dir))

    def _agrees(self, one: Belonging, moved: MovedPaths) -> bool:
        name = one.path.name
        if one.role != "file-history":
            return True
        old, new = self.move.old(one.path), moved.backup_name(name)
        if old is not None:
            return old.path.name == new
        assert self.own.kept is not None  # noqa: S101 - it has grown behind what is kept
        return new == name or name.encode() not in self.own.kept.read_bytes()
