"""What the folder of a project holds for all its sessions, and where it goes with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk import layout, walk
from steno.edit.project_path import project_folder

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from steno.disk.discover import Home
    from steno.edit.way_back import WayBack


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one project's folder."""

    home: Path
    folder: Path
    project: str
    files: tuple[Path, ...]

    def moves(self, back: WayBack, new_project: str) -> list[tuple[Path, Path]]:
        """Say where each file goes: where it lay before, or to the folder of the new path."""
        target = project_folder(self.home, new_project)
        found = [
            (path, back.place_of(path, self.folder, new_project) or target / self._inside(path))
            for path in self.files
        ]
        return [(path, new) for path, new in found if path != new]

    def refusal(
        self, moves: Sequence[tuple[Path, Path]], moving: Collection[Path], planned: set[Path]
    ) -> str | None:
        """Say why it stays; None where it may move, or there is nothing to move."""
        others = [path for path in self.folder.glob("*.jsonl") if path not in moving]
        taken = [new for _, new in moves if new.exists() or new in planned]
        if moves and any(layout.is_session_name(path.name) for path in others):
            return f"{self.folder / 'memory'} stays: other sessions there have it in common"
        if taken:
            return f"{self.folder / 'memory'} stays: {taken[0].parent} holds files of that name"
        return None

    def _inside(self, path: Path) -> Path:
        return path.relative_to(self.folder)


def memories_of(home: Home, chosen: Iterable[tuple[Path, str]], old: str) -> list[Memory]:
    """Give the memories of folders and their projects, and that of a project without sessions."""
    projects = dict(chosen)
    projects.setdefault(project_folder(home.path, old), old)
    return [
        Memory(home.path, folder, project, tuple(_files_below(folder / "memory")))
        for folder, project in projects.items()
    ]


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder; links are passed over."""
    if folder.is_symlink():
        return
    for entry in walk.entries(folder, []):
        if entry.is_symlink():
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files_below(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield Path(entry.path)
