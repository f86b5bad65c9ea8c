"""What people write down for every session: CLAUDE.md of the user, the project and its folders."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from steno.client.definitions import parted
from steno.client.memory_rules import globs_in, is_meant, rule_files
from steno.config import absolute, expanded
from steno.disk.peek import read_clipped
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    GlobsMatch = Callable[[tuple[str, ...]], bool]

NAME: Final = "CLAUDE.md"
LOCAL_NAME: Final = "CLAUDE.local.md"
RULES: Final = "rules"
"""The folder, within a ``.claude``, of files that are told like CLAUDE.md."""
DEEPEST: Final = 5
"""How many files may import one another in a row."""
MOST_FILES: Final = 100
LONGEST: Final = 100_000
"""Characters of one file; a longer one is cut, and says so."""

_USER: Final = "the user's own instructions for all projects"
_PROJECT: Final = "instructions of the project"
_LOCAL: Final = "the user's own instructions for this project"
_KINDS: Final = {_USER: "User", _PROJECT: "Project", _LOCAL: "Local"}
_FENCED: Final = r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)"
_CODE: Final = re.compile(rf"{_FENCED}|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_COMMENT: Final = re.compile(
    rf"(?P<code>{_FENCED})|^[ \t]*<!--.*?-->[ \t]*\n?", re.MULTILINE | re.DOTALL
)
_IMPORT: Final = re.compile(r"(?:^|(?<=\s))@((?:[^\s\\]|\\ )+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFile:
    """One file that the model is told of."""

    path: Path
    about: str
    text: str
    """What it says, without its head and comments."""
    raw: str
    """What is in it."""
    globs: tuple[str, ...] = ()
    """The files that it is about, as its head says."""
    parent: Path | None = None
    """The file that imports it."""

    def held(self) -> dict[str, Any]:
        """Give it as an attachment holds it."""
        differs = self.text != self.raw
        held: dict[str, Any] = {"path": str(self.path), "type": _KINDS[self.about]}
        held["content"] = self.text
        if self.globs:
            held["globs"] = list(self.globs)
        held["contentDiffersFromDisk"] = differs
        if differs:
            held["rawContent"] = self.raw
        return held if self.parent is None else {**held, "parent": str(self.parent)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """All that people wrote down for a session: where it lies, and whose of it counts."""

    home: Path
    root: Path
    """The folder that the session was begun in."""
    user: bool = True
    project: bool = True

    def whole(self) -> list[MemoryFile]:
        """Read all that counts for the whole session, the most general first, each file once."""
        gathering = _Gathering()
        if self.user:
            gathering.add(self.home / NAME, _USER, self.home.parent)
            gathering.add_rules(self.home / RULES, _USER, self.home.parent, globs_match=None)
        for folder in reversed((self.root, *self.root.parents)) if self.project else ():
            gathering.add_folder(folder, self.home, within=folder)
            gathering.add_general_rules(folder, self.home, within=folder)
            gathering.add(folder / LOCAL_NAME, _LOCAL, folder)
        return gathering.files

    def nested(self, path: Path) -> list[MemoryFile]:
        """Read what counts besides for a file: of the folders down to it, and rules for it."""
        if not path.is_relative_to(self.root):
            return []
        gathering = _Gathering(is_strict=True)
        if self.user:
            wanted = partial(is_meant, path, self.root)
            gathering.add_rules(self.home / RULES, _USER, self.home.parent, wanted)
        below = [folder for folder in path.parents if folder.is_relative_to(self.root)][:-1]
        for folder in reversed(below) if self.project else ():
            gathering.add_folder(folder, self.home, within=self.root)
            gathering.add(folder / LOCAL_NAME, _LOCAL, self.root)
            gathering.add_general_rules(folder, self.home, within=self.root)
            wanted = partial(is_meant, path, folder)
            gathering.add_rules(folder / ".claude" / RULES, _PROJECT, self.root, wanted)
        for folder in reversed((self.root, *self.root.parents)) if self.project else ():
            if folder / ".claude" != self.home:
                wanted = partial(is_meant, path, folder)
                gathering.add_rules(folder / ".claude" / RULES, _PROJECT, folder, wanted)
        return gathering.files


def load_memory(
    home: Path, cwd: Path, *, user: bool = True, project: bool = True
) -> list[MemoryFile]:
    """Read all that counts in a folder, the most general first, each file once."""
    return Memory(home=home, root=cwd, user=user, project=project).whole()


def project_memory(home: Path, cwd: Path) -> list[Path]:
    """Name the files of a project that count, without what they import."""
    found = Memory(home=home, root=cwd, user=False).whole()
    return [file.path for file in found if file.parent is None]


class _Gathering:
    def __init__(self, *, is_strict: bool = False) -> None:
        """Take whether links out of the folder that a file speaks for do not count."""
        self.files: list[MemoryFile] = []
        self._seen: set[Path] = set()
        self._is_strict = is_strict

    def add_folder(self, folder: Path, home: Path, within: Path) -> None:
        """Take in what a project says of all that is in a folder."""
        self.add(folder / NAME, _PROJECT, within)
        if folder / ".claude" != home:
            self.add(folder / ".claude" / NAME, _PROJECT, within)

    def add_general_rules(self, folder: Path, home: Path, within: Path) -> None:
        """Take in the rules of a project's folder that are for all files."""
        if folder / ".claude" != home:
            self.add_rules(folder / ".claude" / RULES, _PROJECT, within, None)

    def add_rules(
        self, folder: Path, about: str, within: Path, globs_match: GlobsMatch | None
    ) -> None:
        """Take in the rules of a folder: those for all files, or those that are for one."""
        for path in rule_files(folder):
            file = _loaded(path, about)
            meant = globs_match is not None and globs_match(file.globs) if file else False
            if file is not None and (meant if file.globs else globs_match is None):
                is_strict = self._is_strict or about == _PROJECT
                self._add(_Wanted(path, about, within.resolve(), is_strict))

    def add(self, path: Path, about: str, within: Path) -> None:
        """Take in a file and what it imports.

        An import has to lie within the folder that the first file speaks for: a repository could
        otherwise have the model told of any file of the user's.
        """
        self._add(_Wanted(path, about, within.resolve(), self._is_strict))

    def _add(self, wanted: _Wanted) -> None:
        real = wanted.path.resolve()
        if wanted.is_strict and not real.is_relative_to(wanted.within):
            return
        if real in self._seen or len(self.files) >= MOST_FILES or wanted.depth > DEEPEST:
            return
        file = _loaded(wanted.path, wanted.about, wanted.parent)
        if file is None:
            return
        self._seen.add(real)
        self.files.append(file)
        for named in imports_in(file.text):
            target = absolute(wanted.path.parent / expanded(named))
            self._add(
                replace(
                    wanted,
                    path=target,
                    is_strict=True,
                    parent=wanted.path,
                    depth=wanted.depth + 1,
                )
            )


@dataclass(frozen=True, slots=True)
class _Wanted:
    path: Path
    about: str
    within: Path
    is_strict: bool
    """Whether it must not lead out of the folder that it speaks for."""
    parent: Path | None = None
    depth: int = 0


def _loaded(path: Path, about: str, parent: Path | None = None) -> MemoryFile | None:
    """Read a file; None where there is none, or nothing in it."""
    raw = _read(path)
    if raw is None:
        return None
    head, body = parted(raw)
    text = _COMMENT.sub(lambda found: found["code"] or "", body)
    if not text.strip():
        return None
    globs = globs_in(head.get("paths"))
    return MemoryFile(path=path, about=about, text=text, raw=raw, globs=globs, parent=parent)


def imports_in(text: str) -> Iterator[str]:
    """Yield the paths that a file imports by ``@path``, outside of code."""
    for match in _IMPORT.finditer(_CODE.sub("", text)):
        yield match[1].replace("\\ ", " ").rstrip(".,;:)")


def _read(path: Path) -> str | None:
    try:
        raw = read_clipped(path, LONGEST * 4 + 1).content
    except UnreadableFileError:
        return None
    text = raw.decode("utf-8", "replace")
    if "\0" in text:
        return None
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n[cut: the file is longer]"


def memory_text(files: list[MemoryFile]) -> str:
    """Tell the model what the files say."""
    told = [f"{file.path} ({file.about}):\n\n{file.text.strip()}" for file in files]
    return "\n\n".join(told)
