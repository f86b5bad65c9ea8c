"""Globs as ripgrep reads them, put as patterns of Python."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Glob:
    """One glob of ``--glob``."""

    pattern: re.Pattern[str]
    excludes: bool
    only_folders: bool

    def fits(self, path: str, *, is_folder: bool) -> bool:
        """Say whether a path, relative to where the search begins, is meant."""
        if self.only_folders and not is_folder:
            return False
        return self.pattern.fullmatch(path) is not None


def parse(text: str) -> Glob:
    """Read a glob: ``!`` excludes, one without a slash is meant in every folder."""
    excludes = text.startswith("!")
    body = text.removeprefix("!")
    only_folders = body.endswith("/")
    body = body.removesuffix("/")
    anchored = "/" in body
    body = body.removeprefix("/")
    if not anchored:
        body = f"**/{body}"
    return Glob(compiled(body), excludes, only_folders)


@lru_cache(maxsize=256)
def compiled(glob: str) -> re.Pattern[str]:
    """Give the pattern for a glob; a ValueError where it cannot be one."""
    try:
        return re.compile(_translated(glob), re.DOTALL)
    except re.error as error:
        raise ValueError(f"error parsing glob '{glob}': {error}") from error


def _translated(glob: str) -> str:
    out, at, depth = "", 0, 0
    while at < len(glob):
        piece, at, depth = _piece(glob, at, depth)
        out += piece
    if depth:
        raise ValueError(f"error parsing glob '{glob}': unclosed alternate group; missing '}}'")
    return out


def _piece(glob: str, at: int, depth: int) -> tuple[str, int, int]:
    char = glob[at]
    if glob.startswith("**/", at) and (at == 0 or glob[at - 1] in "/{,"):
        return "(?:.*/)?", at + 3, depth
    if glob.startswith("/**", at) and at + 3 == len(glob):
        return "/.*", at + 3, depth
    if char == "*":
        both = glob.startswith("**", at)
        return (".*" if both and len(glob) == 2 else "[^/]*"), at + (2 if both else 1), depth  # noqa: PLR2004
    if char == "[":
        return _class(glob, at, depth)
    if char == "{":
        return "(?:", at + 1, depth + 1
    if char == "}" and depth:
        return ")", at + 1, depth - 1
    if char == "," and depth:
        return "|", at + 1, depth
    if char == "\\" and at + 1 < len(glob):
        return re.escape(glob[at + 1]), at + 2, depth
    return ("[^/]" if char == "?" else re.escape(char)), at + 1, depth


def _class(glob: str, at: int, depth: int) -> tuple[str, int, int]:
    end = glob.find("]", at + 2 + (glob[at + 1 : at + 2] in {"!", "^"}))
    if end < 0:
        raise ValueError(f"error parsing glob '{glob}': unclosed character class; missing ']'")
    inside = glob[at + 1 : end]
    negated = inside[:1] in {"!", "^"}
    body = inside[1:] if negated else inside
    safe = body.replace("\\", "\\\\").replace("[", "\\[").replace("&&", "&\\&")
    return (f"[^/{safe}]" if negated else f"[{safe}]"), end + 1, depth
