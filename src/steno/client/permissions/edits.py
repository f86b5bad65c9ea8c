"""Commands that edit files: whether they do no more than that, and what goes along with it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.client.permissions import paths
from steno.client.permissions.options import listed, parsed
from steno.client.permissions.sed import sed_of
from steno.client.permissions.word import DoubtError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.client.permissions.word import Word

_PLAIN: Final = {
    "touch": "-acmh -d: -t: -r@ --no-create --no-dereference --date: --reference@ --time:",
    "mkdir": "-pv -m: --parents --verbose --mode:",
    "rm": "-rRfvdiI --recursive --force --verbose --dir --interactive? --one-file-system",
    "rmdir": "-pv --parents --verbose --ignore-fail-on-non-empty",
    "mv": "-fivnuT -t: --force --interactive --verbose --no-clobber --update "
    "--no-target-directory --target-directory:",
    "cp": "-afipPrRuvnTdx -t: --archive --recursive --force --interactive --preserve? "
    "--no-dereference --update --verbose --no-clobber --target-directory: "
    "--no-target-directory --one-file-system",
}
"""By command, the options with which it writes the files that it names, and no others."""
_MOST_FILES: Final = 3_000


def is_plain_edit(words: Sequence[Word]) -> bool:
    """Say whether an editing command does nothing but to edit the files that it names."""
    name, rest = words[0].text, words[1:]
    if name == "sed":
        found = sed_of(rest)
        return found is not None and found.is_plain_edit
    return name in _PLAIN and parsed(listed(_PLAIN[name]), rest) is not None


@dataclass(frozen=True, slots=True)
class Move:
    """A copy or a move of files."""

    sources: tuple[str, ...]
    target: str


def move_of(words: Sequence[Word]) -> Move | None:
    """Give what a ``cp`` or ``mv`` does; None where it is not understood."""
    name = words[0].text
    found = parsed(listed(_PLAIN[name]), words[1:]) if name in _PLAIN else None
    if found is None:
        return None
    operands = [word.text for word in found.operands]
    folders = found.values("-t", "--target-directory")
    if folders:
        return Move(tuple(operands), folders[-1])
    return Move(tuple(operands[:-1]), operands[-1]) if operands else None


def check_move(move: Move, folder: Path, home: Path) -> bool:
    """Say whether links may have come to new places; raise DoubtError where it writes too much."""
    links = False
    for source in move.sources:
        place = paths.place_of(source, folder, home)
        target = paths.place_of(move.target, folder, home)
        if place is None or target is None:
            raise DoubtError(f"nobody can say where {source} leads")
        if place.given.is_symlink() or not place.given.is_file():
            links = True
        if place.given.is_dir():
            _check_tree(place.given, target.given)
    return links


def _check_tree(source: Path, target: Path) -> None:
    """Look through a folder that is copied or moved for what may not be written."""
    for count, path in enumerate(_inside(source)):
        if count > _MOST_FILES:
            raise DoubtError("a folder with too many files to look at")
        if paths.is_protected_path(path.relative_to(source)):
            raise DoubtError(f"{path.name} is a protected file")
        inside = path.relative_to(source)
        if any((base / inside).is_symlink() for base in (target, target / source.name)):
            raise DoubtError(f"{inside} is a link where it would be written")


def _inside(folder: Path) -> Iterator[Path]:
    for where, folders, files in os.walk(folder):
        for name in (*folders, *files):
            yield Path(where) / name
