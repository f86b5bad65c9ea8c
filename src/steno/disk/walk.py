"""Listing folders while somebody else changes them: what is gone is skipped, the rest is told."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk.peek import reason_of

if TYPE_CHECKING:
    from steno.errors import UnreadableFileError


@dataclass(frozen=True, slots=True)
class Problem:
    """A file or folder that could not be looked at, and why."""

    path: Path
    reason: str


def note(error: UnreadableFileError, problems: list[Problem]) -> None:
    """Keep an error as a problem, unless the file has just gone."""
    if not isinstance(error.__cause__, FileNotFoundError):
        problems.append(Problem(error.path, error.reason))


def entries(folder: Path, problems: list[Problem]) -> list[os.DirEntry[str]]:
    """List a folder by name; one that is gone is empty, one that is closed is a problem."""
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except FileNotFoundError:
        return []
    except NotADirectoryError:
        problems.append(Problem(folder, "it is not a folder"))
    except OSError as error:
        problems.append(Problem(folder, reason_of(error)))
    return []


def is_folder(
    entry: os.DirEntry[str], problems: list[Problem], *, follow_links: bool = True
) -> bool:
    """Say whether an entry is a folder; a link that runs in a circle is a problem."""
    try:
        return entry.is_dir(follow_symlinks=follow_links)
    except OSError as error:
        problems.append(Problem(Path(entry.path), reason_of(error)))
        return False


def regular_file(entry: os.DirEntry[str], problems: list[Problem]) -> os.stat_result | None:
    """Give the size and times of a regular file (or a link to one), None for anything else."""
    try:
        status = entry.stat()
    except FileNotFoundError:
        if entry.is_symlink():
            problems.append(Problem(Path(entry.path), "it is a link to nothing"))
        return None
    except OSError as error:
        problems.append(Problem(Path(entry.path), reason_of(error)))
        return None
    if stat.S_ISREG(status.st_mode):
        return status
    problems.append(Problem(Path(entry.path), "it is no regular file"))
    return None
