"""What a search printed, file by file, so that nothing is shown of files that are hidden."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from steno.client.tool import ToolContext

    IsHidden = Callable[[str], bool]
    """Takes the name of a file as a search prints it."""

GAP: Final = "--"
"""What is printed between lines that do not follow one another."""
_NUMBER: Final = re.compile(r"(\d+)([:-])")
_BINARY: Final = re.compile(r"(.+): (?:binary file matches|WARNING: stopped searching binary file)")


def hidden_from(tool: str, context: ToolContext) -> IsHidden:
    """Give what tells the files that a tool may not show; each is looked at once."""
    return cache(lambda name: context.hides(tool, context.cwd / name))


def visible(names: Iterable[str], is_hidden: IsHidden) -> list[str]:
    """Leave out the names of hidden files."""
    return [name for name in names if not is_hidden(name)]


def visible_lines(lines: Iterable[str], is_hidden: IsHidden, *, numbered: bool = True) -> list[str]:
    """Leave out the lines of hidden files, and join what a search by ``--null`` keeps apart.

    The lines have to be numbered: without that nobody could tell a match from what is around it.
    """
    kept: list[str] = []
    has_gap = hides = False
    for line in lines:
        if line == GAP:
            has_gap = bool(kept)
            continue
        name, rest = _taken_apart(line)
        # What has no name goes on with the file before it.
        if about := name or "".join(_BINARY.findall(line)):
            hides = is_hidden(about)
        if not hides:
            kept += [GAP] if has_gap else []
            kept.append(_joined(name, rest, numbered=numbered))
            has_gap = False
    return kept


def _taken_apart(line: str) -> tuple[str, str]:
    """Give the name of the file and the rest; a line of the only file begins with its number."""
    name, end, rest = line.partition("\0")
    return (name, rest) if end and not _NUMBER.match(line) else ("", line)


def _joined(name: str, rest: str, *, numbered: bool) -> str:
    found = _NUMBER.match(rest)
    mark = found[2] if found else ":"
    text = rest if numbered or found is None else rest[found.end() :]
    return f"{name}{mark}{text}" if name else text
