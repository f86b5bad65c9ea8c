"""Files below a folder as ripgrep goes through them: ignore files and globs decide."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steno.client.tools.searching import globs, types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.client.tools.searching.globs import Glob

    Ignores = tuple[tuple[str, Any], ...]
    """Specifications of ignore files, each with the folder that it is about; the last counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which files are meant."""

    wanted: tuple[Glob, ...] = ()
    kinds: tuple[Glob, ...] = ()
    """Globs of the kind of file; none: any kind."""
    uses_ignore_files: bool = True

    @property
    def only_named(self) -> bool:
        """Whether a file has to be named by a glob."""
        return any(not glob.excludes for glob in self.wanted)


def choice(wanted: list[str], kind: str | None, *, uses_ignore_files: bool) -> Choice:
    """Read globs and a kind of file; a ValueError says what is wrong with them."""
    if kind is not None and kind not in types.GLOBS:
        raise ValueError(f"unrecognized file type: {kind}")
    kinds = tuple(globs.parse(one) for one in types.GLOBS[kind]) if kind else ()
    return Choice(
        wanted=tuple(globs.parse(one) for one in wanted),
        kinds=kinds,
        uses_ignore_files=uses_ignore_files,
    )


@dataclass(slots=True)
class Walk:
    """Goes through a folder, by name; links are not followed."""

    root: Path
    choice: Choice
    base: Path
    """Where globs with a slash begin: the folder that the search was started in."""
    in_repository: bool = field(init=False)

    def __post_init__(self) -> None:
        """See whether .gitignore files count: they do inside of a repository."""
        above = (self.root, *self.root.parents)
        self.in_repository = any((folder / ".git").exists() for folder in above)

    def files(self) -> Iterator[Path]:
        """Yield the files that are meant."""
        ignores = self._above() if self.choice.uses_ignore_files else ()
        yield from self._below(self.root, ignores)

    def _above(self) -> Ignores:
        """Read the ignore files of the folders above, as far as the repository reaches."""
        found: Ignores = ()
        for folder in reversed(self.root.parents):
            if self.in_repository and _is_inside_repository(folder):
                found += self._ignores(folder)
        return found

    def _below(self, folder: Path, ignores: Ignores) -> Iterator[Path]:
        if self.choice.uses_ignore_files:
            ignores += self._ignores(folder)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not entry.is_file(follow_symlinks=False):
                continue
            if not self._is_meant(entry.path, ignores, is_folder=is_folder):
                continue
            if is_folder:
                yield from self._below(Path(entry.path), ignores)
            else:
                yield Path(entry.path)

    def _ignores(self, folder: Path) -> Ignores:
        names = [".ignore", ".rgignore"]
        if self.in_repository:
            names = [".git/info/exclude", ".gitignore", *names]
        read = ((str(folder), _specification(folder / name)) for name in names)
        return tuple(one for one in read if one[1] is not None)

    def _is_meant(self, path: str, ignores: Ignores, *, is_folder: bool) -> bool:
        inside = _inside(path, self.base)
        for glob in reversed(self.choice.wanted):
            if glob.fits(inside, is_folder=is_folder):
                return not glob.excludes
        if self.choice.only_named and not is_folder:
            return False
        if _is_ignored(path, ignores, is_folder=is_folder):
            return False
        kinds = self.choice.kinds
        return is_folder or not kinds or any(kind.fits(inside, is_folder=False) for kind in kinds)


def _inside(path: str, base: Path) -> str:
    return path.removeprefix(f"{base}/") if str(base) != "/" else path.removeprefix("/")


def _is_inside_repository(folder: Path) -> bool:
    return any((one / ".git").exists() for one in (folder, *folder.parents))


def _specification(path: Path) -> Any:
    if not path.is_file():
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - only where there is an ignore file

    try:
        lines = path.read_text("utf-8", "replace").split("\n")
    except OSError:
        return None
    return GitIgnoreSpec.from_lines(lines)


def _is_ignored(path: str, ignores: Ignores, *, is_folder: bool) -> bool:
    for folder, specification in reversed(ignores):
        inside = os.path.relpath(path, folder) + ("/" if is_folder else "")
        said = specification.check_file(inside).include
        if said is not None:
            return bool(said)
    return False
