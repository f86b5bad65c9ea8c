"""Files of a project as a restore may touch them: inside of it, and never through a link."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk.peek import read_clipped
from steno.errors import UsageError
from steno.session.tracked_paths import is_absolute

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES: Final = 64 << 20
"""Files that are longer are left alone."""
_GUARDED: Final = frozenset({".git", ".hg", ".svn"})
"""Folders whose files decide what other programs run."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file as it is now."""

    content: bytes | None
    """None where there is none."""
    mode: int = 0


def inside(project: str, path: str) -> tuple[str, ...] | None:
    """Give the way from a project's folder to a file; None where it leads out of it."""
    top, steps = _steps(project), _steps(path)
    rest = steps[len(top) :]
    if not is_absolute(path) or steps[: len(top)] != top or not rest:
        return None
    return None if {"..", "."} & set(rest) else rest


def _steps(path: str) -> tuple[str, ...]:
    is_windows = is_absolute(path) and not path.startswith("/")
    parts = path.replace("\\", "/").split("/") if is_windows else path.split("/")
    return tuple(part for part in parts if part)


def refusal(root: Path, steps: tuple[str, ...]) -> str | None:
    """Say why a file below a folder is not touched; None where it may be."""
    if _GUARDED & set(steps):
        return "it belongs to version control"
    if any("\0" in step or os.sep in step for step in steps):
        return "it is no name that a file can have here"
    for path in _way(root, steps):
        found = _mode(path)
        is_last = path == root.joinpath(*steps)
        if found is None:
            return None
        if stat.S_ISLNK(found):
            return "a link stands there" if is_last else f"{path} on the way to it is a link"
        if not (stat.S_ISREG(found) if is_last else stat.S_ISDIR(found)):
            return "it is no regular file" if is_last else f"{path} on the way to it is no folder"
    return None


def _way(root: Path, steps: tuple[str, ...]) -> Iterator[Path]:
    path = root
    for step in steps:
        path = path / step
        yield path


def _mode(path: Path) -> int | None:
    """Give the kind and mode of what stands at a path; links are not followed."""
    try:
        return path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def look(path: Path) -> Found:
    """Read a file as it is now; UsageError where it is too long."""
    found = _mode(path)
    if found is None:
        return Found(None)
    read = read_clipped(path, MOST_BYTES, follow_links=False)
    if read.truncated:
        raise UsageError(f"{path} is longer than {MOST_BYTES >> 20} MiB")
    return Found(read.content, stat.S_IMODE(found))


def root_of(project: str | None, to: Path | None) -> Path:
    """Give the folder that a restore works in; UsageError where there is none to go by."""
    if to is not None:
        return Path(os.path.realpath(to))
    if project is None:
        raise UsageError(
            "no line tells which folder the session worked in; name one with --to DIR."
        )
    root = Path(os.path.realpath(project))
    if not Path(project).is_absolute() or not root.is_dir():
        msg = f"the project's folder {project} is not here; name another one with --to DIR."
        raise UsageError(msg)
    home = Path(os.path.realpath(Path.home()))
    if root == home or root in home.parents:
        msg = (
            f"the project's folder {project} holds your whole home; name it with --to if so meant."
        )
        raise UsageError(msg)
    return root


def missing_folders(root: Path, paths: list[Path]) -> list[Path]:
    """Give the folders that have to be made for some files, the highest first."""
    needed = {folder for path in paths for folder in (path.parent, *path.parent.parents)}
    inner = [folder for folder in needed if folder == root or root in folder.parents]
    outer = [folder for folder in root.parents if paths]
    return sorted(folder for folder in {*inner, *outer} if not folder.exists())


def new_mode(*, is_executable: bool) -> int:
    """Give the mode of a new file, as any program of the user would make it."""
    mask = os.umask(0)
    os.umask(mask)
    return (0o777 if is_executable else 0o666) & ~mask
