"""What people write down for every session: CLAUDE.md of the user, the project and its folders."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.config import absolute, expanded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME: Final = "CLAUDE.md"
LOCAL_NAME: Final = "CLAUDE.local.md"
DEEPEST: Final = 5
"""How many files may import one another in a row."""
MOST_FILES: Final = 100
LONGEST: Final = 100_000
"""Characters of one file; a longer one is cut, and says so."""

_USER: Final = "the user's own instructions for all projects"
_PROJECT: Final = "instructions of the project"
_LOCAL: Final = "the user's own instructions for this project"
_CODE: Final = re.compile(r"^(```|~~~).*?(?:^\1|\Z)|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_IMPORT: Final = re.compile(r"(?:^|(?<=\s))@((?:[^\s\\]|\\ )+)")


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """One file that the model is told of."""

    path: Path
    about: str
    text: str


def load_memory(
    home: Path, cwd: Path, *, user: bool = True, project: bool = True
) -> list[MemoryFile]:
    """Read all that counts in a folder, the most general first, each file once."""
    gathering = _Gathering()
    if user:
        gathering.add(home / NAME, _USER, home.parent)
    for path, about, folder in _of_project(home, cwd) if project else ():
        gathering.add(path, about, folder)
    return gathering.files


def project_memory(home: Path, cwd: Path) -> list[Path]:
    """Name the files of a project that there are, without what they import."""
    return [path for path, _, _ in _of_project(home, cwd) if path.is_file()]


def _of_project(home: Path, cwd: Path) -> Iterator[tuple[Path, str, Path]]:
    """Yield where a project may have files, from the top down: each with what it is for."""
    for folder in reversed((cwd, *cwd.parents)):
        for path in (folder / NAME, folder / ".claude" / NAME):
            if path.parent != home:
                yield path, _PROJECT, folder
        yield folder / LOCAL_NAME, _LOCAL, folder


class _Gathering:
    def __init__(self) -> None:
        self.files: list[MemoryFile] = []
        self._seen: set[Path] = set()

    def add(self, path: Path, about: str, within: Path, depth: int = 0) -> None:
        """Take in a file and what it imports.

        An import has to lie within the folder that the first file speaks for: a repository could
        otherwise have the model told of any file of the user's.
        """
        real = path.resolve()
        if real in self._seen or len(self.files) >= MOST_FILES or depth > DEEPEST:
            return
        text = _read(real)
        if text is None:
            return
        self._seen.add(real)
        self.files.append(MemoryFile(path, about, text))
        for named in imports_in(text):
            target = absolute(path.parent / expanded(named))
            if target.resolve().is_relative_to(within.resolve()):
                self.add(target, about, within, depth + 1)


def imports_in(text: str) -> Iterator[str]:
    """Yield the paths that a file imports by ``@path``, outside of code."""
    for match in _IMPORT.finditer(_CODE.sub("", text)):
        yield match[1].replace("\\ ", " ").rstrip(".,;:)")


def _read(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST * 4 + 1)
    except OSError:
        return None
    text = raw.decode("utf-8", "replace")
    if "\0" in text:
        return None
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n[cut: the file is longer]"


def memory_text(files: list[MemoryFile]) -> str:
    """Tell the model what the files say."""
    told = [f"{file.path} ({file.about}):\n\n{file.text.strip()}" for file in files]
    return "\n\n".join(told)
