"""What could be meant while something is typed: commands, and files behind an @."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from steno.cli.chatting.face import Suggestion
from steno.config import expanded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_COMMAND: Final = re.compile(r"/([\w:.-]*)\Z")
_MENTION: Final = re.compile(r'(?:^|(?<=\s))@("?)([^\s"]*)\Z')
MOST: Final = 50
"""Suggestions that are given."""
MOST_FILES: Final = 5000
LONGEST_WALK: Final = 0.15
"""Seconds that looking for files may take while somebody types."""
FRESH: Final = 5.0
"""Seconds for which the files that were found count."""
_LEFT_OUT: Final = frozenset(
    {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".mypy_cache"}
)


def command_suggestions(typed: str, commands: Mapping[str, str]) -> list[Suggestion]:
    """Give the commands that begin with what was typed, then those that hold it."""
    match = _COMMAND.fullmatch(typed)
    if match is None:
        return []
    begun = match[1].casefold()
    first = [name for name in commands if name.casefold().startswith(begun)]
    second = [name for name in commands if begun in name.casefold() and name not in first]
    return [
        Suggestion(f"/{name} ", len(typed), f"/{name}", commands[name])
        for name in (*first, *second)[:MOST]
    ]


@dataclass(slots=True)
class Files:
    """The files below a folder, looked for now and then."""

    folder: Path
    _found: list[str] = field(default_factory=list)
    _until: float = 0.0

    def suggestions(self, typed: str) -> list[Suggestion]:
        """Give the files that what was typed could mean."""
        match = _MENTION.search(typed)
        if match is None:
            return []
        begun = match[2]
        names = dict.fromkeys((*self._beside(begun), *self._anywhere(begun)))
        return [
            Suggestion(_mention(name), len(begun) + len(match[1]) + 1, name)
            for name in list(names)[:MOST]
        ]

    def _beside(self, begun: str) -> Iterator[str]:
        """Give what lies in the folder that was typed so far."""
        head, _, tail = begun.rpartition("/")
        folder = f"{head}/" if head or begun.startswith("/") else ""
        try:
            place = self.folder / expanded(folder)
            for entry in sorted(os.scandir(place), key=lambda one: one.name):
                is_hidden = entry.name.startswith(".") and not tail.startswith(".")
                if entry.name.casefold().startswith(tail.casefold()) and not is_hidden:
                    yield f"{folder}{entry.name}{'/' if entry.is_dir() else ''}"
        except (OSError, ValueError):
            return

    def _anywhere(self, begun: str) -> Iterator[str]:
        if time.monotonic() > self._until:
            self._found = list(walk(self.folder))
            self._until = time.monotonic() + FRESH
        wanted = begun.casefold()
        if wanted:
            yield from (name for name in self._found if wanted in name.casefold())


def _mention(name: str) -> str:
    whole = f'@"{name}"' if " " in name else f"@{name}"
    return whole if name.endswith("/") else f"{whole} "


def walk(folder: Path) -> Iterable[str]:
    """Yield files below a folder, the nearest first, until there are many or it takes long."""
    until, waiting, found = time.monotonic() + LONGEST_WALK, deque([""]), 0
    while waiting and found < MOST_FILES and time.monotonic() < until:
        below = waiting.popleft()
        try:
            entries = sorted(os.scandir(folder / below), key=lambda one: one.name)
        except OSError:
            continue
        for entry in entries:
            name = f"{below}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _LEFT_OUT:
                    waiting.append(f"{name}/")
            else:
                found += 1
                yield name
