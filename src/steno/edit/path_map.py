"""Which folders stand for which others: paths of one place or machine as those of another."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from steno.config import expanded
from steno.errors import UsageError
from steno.session.tracked_paths import is_absolute

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class PathMap:
    """Pairs of old and new folders; what lies below an old one lies below the new one."""

    pairs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Self:
        """Take the pairs in any order: of several that fit a path, the longest counts."""
        found = {_plain(old): _plain(new) for old, new in pairs}
        ordered = sorted(found.items(), key=lambda pair: (-len(pair[0]), pair))
        return cls(tuple((old, new) for old, new in ordered if old != new))

    def map(self, path: str) -> str:
        """Give the new path; one that lies in no old folder stays as it is."""
        for old, new in self.pairs:
            if is_below(path, old):
                return _joined(new, _spelled(path[len(old) :], old, new))
        return path

    def __bool__(self) -> bool:
        return bool(self.pairs)


def is_below(path: str, folder: str) -> bool:
    """Say whether a path is a folder, or lies below it; both as they are written."""
    if not path.startswith(folder):
        return False
    return len(path) == len(folder) or folder[-1:] in "/\\" or path[len(folder)] in "/\\"


def absolute(path: str) -> str:
    """Give a path that somebody typed as an absolute one, links left alone.

    One of another system is absolute already.
    """
    if not path:
        raise UsageError("a path is empty; give the path of a folder.")
    if is_absolute(path):
        return _plain(path)
    # Not Path.resolve, which follows links: the client takes the path that it was started with.
    return _plain(os.path.abspath(expanded(path)))  # noqa: PTH100


def parsed(text: str) -> tuple[str, str]:
    """Read ``OLD=NEW``."""
    old, mark, new = text.partition("=")
    if not (old and mark and new):
        raise UsageError(f"--map {text!r} is no pair of paths; write --map OLD=NEW.")
    return absolute(old), absolute(new)


def _plain(path: str) -> str:
    """Take separators from the end, unless nothing else would be left."""
    if path.startswith("/"):
        path = os.path.normpath(path) if os.sep == "/" else path
    shorter = path.rstrip("/\\")
    return path if not shorter or shorter.endswith(":") else shorter


def _joined(folder: str, rest: str) -> str:
    """Put the rest of a path behind a folder, which may be a root and end in a separator."""
    inside = rest.lstrip("/\\")
    if not inside:
        return folder + rest if folder[-1:] not in "/\\" else folder
    mark = "" if folder[-1:] in "/\\" else rest[: len(rest) - len(inside)] or _separator(folder)
    return f"{folder}{mark}{inside}"


def _spelled(rest: str, old: str, new: str) -> str:
    """Write the rest of a path with the separators of its new system."""
    theirs, ours = _separator(old), _separator(new)
    return rest if theirs == ours else rest.replace(theirs, ours)


def _separator(path: str) -> str:
    return "/" if path.startswith("/") or "\\" not in path else "\\"
