"""The branch that a folder is on, read from git's own files without running git."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.disk.peek import read_clipped
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

NO_BRANCH: Final = "HEAD"
"""What the client notes where no branch is checked out, and where there is no git."""

_LONGEST: Final = 4096
_BRANCH: Final = "ref: refs/heads/"
_FOLDER: Final = "gitdir: "
_NOT_HERE: Final = ".invalid"
"""What repositories that keep their references in tables put in the place of a branch."""


def current_branch(folder: Path) -> str:
    """Give the branch that a folder is on; ``HEAD`` where there is none."""
    git = _git_folder(folder)
    head = None if git is None else _text(git / "HEAD")
    if head is None or not head.startswith(_BRANCH):
        return NO_BRANCH
    name = head.removeprefix(_BRANCH)
    return NO_BRANCH if name in ("", _NOT_HERE) else name


def _git_folder(folder: Path) -> Path | None:
    """Find where git keeps what belongs to a folder: above it, or elsewhere for a worktree."""
    for place in (folder, *folder.parents):
        git = place / ".git"
        if (git / "HEAD").is_file():
            return git
        told = _text(git) if git.is_file() else None
        if told is not None and told.startswith(_FOLDER):
            return place / told.removeprefix(_FOLDER)
    return None


def _text(path: Path) -> str | None:
    try:
        content = read_clipped(path, _LONGEST).content
    except UnreadableFileError:
        return None
    return content.decode("utf-8", "replace").strip()
